// Prints the thumbprint of the key below the given folder, and creates the key if necessary.
import { keyFileOf, loadKey } from '../../src/tokens/key-file.ts'

const { key } = await loadKey(keyFileOf('icons', process.argv[2] ?? '', null))
process.stdout.write(key.kid)
