import ts from 'typescript'

/** First words that leave out the subject of a comment. */
const FIRST_WORDS = /^(?:Of|Past|Told|As)\b/
/** A value that is explained by what is not there, and a thing by what it is not. */
const NONE =
  /\b(?:null|undefined|absent|empty|infinity|false|0|-1)`?: (?:[^.;]{0,60}\b)?none\b|(?<!\bthere )\b(?:is|are) none\b/i
/** Most words of a sentence in a docblock. Longer ones are hard to follow. */
const SENTENCE_LIMIT_WORDS = 35

interface Comment {
  readonly line: number
  readonly docblock: boolean
  /** Text without the comment's marks. Consecutive lines of `//` are one text. */
  readonly text: string
}

/**
 * Checks the words of the comments of a source file.
 *
 * @param missingFiles Finds the files that a comment cites and the repository does not have.
 * @returns one message for each fault, with its line
 */
export function commentFaults(
  source: string,
  language: 'ts' | 'cpp',
  missingFiles: (text: string) => readonly string[] = () => [],
): string[] {
  const comments = language === 'ts' ? typescriptComments(source) : cppComments(source)
  return joined(comments).flatMap(({ docblock, line, text }) => {
    const faults: string[] = []
    const first = FIRST_WORDS.exec(text.trimStart())
    if (first !== null) faults.push(`${line}: a comment begins with “${first[0]}”`)
    const none = NONE.exec(text.replace(/\s+/g, ' '))
    if (none !== null)
      faults.push(`${line}: “${none[0]}”; say what the value is then: “or null”, “null if …”, “is not one”`)
    for (const file of missingFiles(text)) faults.push(`${line}: a comment cites ${file}, which is not there`)
    for (const sentence of docblock ? sentencesOf(text) : []) {
      const words = sentence.split(/\s+/).length
      if (words > SENTENCE_LIMIT_WORDS) faults.push(`${line}: a sentence has ${words} words: ${sentence.slice(0, 60)}…`)
    }
    return faults
  })
}

function typescriptComments(source: string): Comment[] {
  const options = { languageVersion: ts.ScriptTarget.Latest, jsDocParsingMode: ts.JSDocParsingMode.ParseNone }
  const file = ts.createSourceFile('source.ts', source, options)
  let code = ''
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteral(node) || ts.isTemplateLiteralToken(node) || ts.isRegularExpressionLiteral(node)) {
      code = (code + source.slice(code.length, node.getStart(file))).padEnd(node.end)
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  code += source.slice(code.length)
  return [...code.matchAll(/\/\/.*|\/\*[^]*?\*\//g)].map(({ 0: raw, index }) =>
    toComment(raw, file.getLineAndCharacterOfPosition(index).line + 1),
  )
}

function cppComments(source: string): Comment[] {
  const found: Comment[] = []
  for (const { 0: text, index } of source.matchAll(/"(?:\\.|[^"\\\n])*"|\/\/.*|\/\*[^]*?\*\//g)) {
    if (!text.startsWith('"')) found.push(toComment(text, source.slice(0, index).split('\n').length))
  }
  return found
}

function toComment(raw: string, line: number): Comment {
  const docblock = raw.startsWith('/**')
  const text = raw.startsWith('//') ? raw.slice(2) : raw.slice(docblock ? 3 : 2, -2).replace(/^ *\* ?/gm, '')
  return { line, docblock, text: text.trim() }
}

/** Joins consecutive `//` comments into one text. */
function joined(comments: readonly Comment[]): Comment[] {
  const texts: Comment[] = []
  let nextLine = 0
  for (const comment of comments) {
    const last = texts.at(-1)
    const goesOn = last !== undefined && !last.docblock && !comment.docblock && comment.line === nextLine
    if (goesOn) texts[texts.length - 1] = { ...last, text: `${last.text}\n${comment.text}` }
    else texts.push(comment)
    nextLine = comment.line + 1
  }
  return texts
}

/** Splits a text into sentences. An empty line, a list item, a tag and an indented line also end a sentence. */
function sentencesOf(text: string): string[] {
  // A fenced drawing has no sentences.
  const prose = text.replace(/^ *```[^]*?^ *```/gm, '')
  return prose
    .split(/\n(?=\s*\n|\s*[-*|]|\s*@|\s{2,}\S)|(?<=[.?!]['”)]*)\s+|\n\s*\n/)
    .map((sentence) => sentence.replace(/\s+/g, ' ').trim())
    .filter((sentence) => sentence !== '')
}
