// Prints the thumbprint of the key below the folder that it is given, which it may have to make.
import { keyFileOf, loadKey } from '../../src/tokens/key-file.ts'

const { key } = await loadKey(keyFileOf('icons', process.argv[2] ?? '', null))
process.stdout.write(key.kid)
