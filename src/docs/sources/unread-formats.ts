import { lastSegment } from '../addresses.ts'
import { builderFor, type Builder } from './builders.ts'

/** A format of documentation that Signpost does not read. */
export interface Format {
  /** Name by which its files are counted. */
  readonly name: string
  /** What makes pages of such a file where the repository names no builder. */
  readonly remedy: string
}

const PANDOC = 'convert each to Markdown by `pandoc -t gfm <file> -o <file>.md`'

const FORMATS: readonly (readonly [RegExp, string, string])[] = [
  [/\.(?:rst|rest)$/i, '.rst', `reStructuredText: ${PANDOC}`],
  [
    /\.(?:adoc|asciidoc)$/i,
    '.adoc',
    "AsciiDoc: `asciidoctor -R . -D build/html '**/*.adoc'`, and point at `build/html`",
  ],
  [/\.ipynb$/i, '.ipynb', 'Jupyter: `jupyter nbconvert --to markdown <file>`'],
  [/\.qmd$/i, '.qmd', 'Quarto: `quarto render --to gfm <file>`'],
  [/\.rmd$/i, '.Rmd', 'R Markdown: `Rscript -e \'rmarkdown::render("<file>", "github_document")\'`'],
  [/\.(?:pandoc|pdc)$/i, '.pandoc', `Pandoc: ${PANDOC}`],
  [/\.org$/i, '.org', `Org: ${PANDOC}`],
  [/\.(?:textile|mediawiki|creole|dokuwiki)$/i, 'wiki text', `wiki text: ${PANDOC}`],
  [/\.(?:texi|texinfo)$/i, '.texi', 'Texinfo: `makeinfo --html <file>`, and point at the folder that it writes'],
  [/\.canvas$/i, '.canvas', 'Obsidian: export each canvas as an image by its menu, and embed that in a note'],
  [/\.excalidraw$/i, '.excalidraw', 'Excalidraw: export each drawing as SVG by its menu, and embed that in a note'],
  [/(?:^|\/)whiteboards\/[^/]+\.edn$/i, 'whiteboard', 'Logseq: export each whiteboard as an image by its menu'],
  [/\.(?:dita|ditamap)$/i, '.dita', 'DITA: `dita --input=<map> --format=html5`, and point at `out`'],
]

const OPENAPI: Format = {
  name: 'OpenAPI',
  remedy:
    'OpenAPI: write Markdown by `npx @openapitools/openapi-generator-cli generate -g markdown -i <file> -o docs/api`',
}
const BASE: Format = { name: '.base', remedy: 'Obsidian: write the view of each base as a table in a note' }
const BASE_TEXT = /^(?:views|filters|formulas|properties):[ \t]*$/m
const OPENAPI_NAME = /open-?api|swagger|^api\./i
const OPENAPI_TEXT = /^[ \t]{0,8}(?:\{ {0,4})?["']?(?:openapi|swagger)["']? {0,4}: {0,4}["']?[23]\./m

/** Whether the name of a file says that it may be documentation in a format that is not read. */
export function mayBeUnread(file: string): boolean {
  return isOpenapiName(file) || file.endsWith('.base') || FORMATS.some(([name]) => name.test(file))
}

/** The format of a file of documentation that is not read; null if neither its name nor its text is of one. */
export function unreadFormat(file: string, textOf: (file: string) => string | null): Format | null {
  const found = FORMATS.find(([name]) => name.test(file))
  if (found !== undefined) return { name: found[1], remedy: found[2] }
  if (file.endsWith('.base') && BASE_TEXT.test(textOf(file) ?? '')) return BASE
  return isOpenapiName(file) && OPENAPI_TEXT.test(textOf(file) ?? '') ? OPENAPI : null
}

/** What to do about files of a format, by the builder whose configuration lies nearest to the first of them. */
export function remedyOf({ name, remedy }: Format, file: string, builders: readonly Builder[]): string {
  return builderFor(name, file, builders)?.remedy ?? remedy
}

function isOpenapiName(file: string): boolean {
  return /\.(?:ya?ml|json)$/i.test(file) && OPENAPI_NAME.test(lastSegment(file))
}
