import { isMap, isScalar, isSeq, LineCounter, type Document, type Pair } from 'yaml'

/** Path of a value in a document: names of members, and positions in lists. */
export type ValuePath = readonly PropertyKey[]

/** A place in a file, each number from 1. */
export interface Place {
  readonly line: number
  readonly column: number
}

/** Finds the places of values in a document of YAML. */
export interface YamlPlaces {
  /** Place at an offset of the text. */
  at(offset: number): Place
  /** Place of a value, or of its name; the nearest one around it when it is not there. */
  of(path: ValuePath, what?: 'value' | 'name'): Place
  /** Members that stand twice in the same mapping, with the place of the second. */
  repeated(): { readonly name: string; readonly place: Place }[]
}

const DEPTH_LIMIT = 16

export function createYamlPlaces(document: Document, counter: LineCounter): YamlPlaces {
  const at = (offset: number): Place => {
    const { line, col } = counter.linePos(offset)
    return { line: Math.max(1, line), column: Math.max(1, col) }
  }
  return {
    at,
    of(path, what = 'value') {
      let node: unknown = document.contents
      let offset = startOf(node) ?? 0
      for (const [step, key] of path.entries()) {
        const pair = isMap(node) ? node.items.find((item) => nameOf(item) === String(key)) : undefined
        node = pair?.value ?? (isSeq(node) ? node.items[Number(key)] : undefined)
        const isNamed = what === 'name' && step === path.length - 1
        offset = (isNamed ? null : startOf(node)) ?? startOf(pair?.key) ?? startOf(node) ?? offset
      }
      return at(offset)
    },
    repeated() {
      const found: { name: string; place: Place }[] = []
      const visit = (node: unknown, depth: number): void => {
        if (depth > DEPTH_LIMIT) return
        if (isSeq(node)) for (const item of node.items) visit(item, depth + 1)
        if (!isMap(node)) return
        const seen = new Set<string>()
        for (const pair of node.items) {
          const name = nameOf(pair)
          if (seen.has(name)) found.push({ name, place: at(startOf(pair.key) ?? 0) })
          seen.add(name)
          visit(pair.value, depth + 1)
        }
      }
      visit(document.contents, 0)
      return found
    },
  }
}

function nameOf({ key }: Pair): string {
  return isScalar(key) ? String(key.value) : ''
}

function startOf(node: unknown): number | null {
  const range = (node as { range?: readonly number[] | null } | null | undefined)?.range
  return range?.[0] ?? null
}
