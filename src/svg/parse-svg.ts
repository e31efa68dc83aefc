import { parseXml, XmlError, type XmlDocument } from '@rgrove/parse-xml'
import { UnusableFileError } from '../shared/unusable-file-error.ts'

/**
 * Parses XML. References to entities that the file declares itself are not resolved, unless `resolveEntity` does so.
 * @throws {UnusableFileError} when it is not well-formed
 */
export function parseSvg(
  text: string,
  resolveEntity: (name: string) => string | undefined = () => undefined,
): XmlDocument {
  try {
    return parseXml(text, {
      preserveDocumentType: true,
      preserveXmlDeclaration: true,
      resolveUndefinedEntity: (reference) => resolveEntity(reference.slice(1, -1)),
    })
  } catch (error) {
    if (error instanceof UnusableFileError) throw error
    // The lines after the first repeat the file.
    const reason = error instanceof XmlError ? error.message.split('\n', 1)[0] : 'it is nested too deeply'
    throw new UnusableFileError(`it is not well-formed XML: ${reason}`)
  }
}
