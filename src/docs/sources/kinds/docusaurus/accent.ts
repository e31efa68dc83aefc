import { joinAddress } from '../../../addresses.ts'
import { readSheetColours } from '../../sheet-colours.ts'
import type { LinkColours, SourceFolder } from '../../source.ts'
import { list, record, texts } from '../../values.ts'

const SHEET_LIMIT = 50
/** The style sheet of a new site. */
const USUAL_SHEET = 'src/css/custom.css'

/** The colour of links, by the style sheets that presets name; null if they have none that can be read. */
export function docusaurusAccent(config: Readonly<Record<string, unknown>>, folder: SourceFolder): LinkColours | null {
  const named = list(config['presets']).flatMap((preset) => {
    const options = Array.isArray(preset) ? (preset as unknown[])[1] : null
    return texts(record(record(options)['theme'])['customCss'])
  })
  const sheets = (named.length > 0 ? named : [USUAL_SHEET]).slice(0, SHEET_LIMIT).flatMap((path) => {
    // A path may count from the folder of the configuration, or from the content directory.
    const found = [joinAddress(folder.base, path), joinAddress(path)].find((each) => folder.files.has(each))
    return found === undefined ? [] : [found]
  })
  return readSheetColours(folder, sheets, {
    variable: '--ifm-color-primary',
    dark: /^(?::root|html)?\[data-theme=(['"]?)dark\1\](?::root)?$/,
  })
}
