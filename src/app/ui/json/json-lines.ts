/** What the user opened and closed, by path. Empty sets leave everything to `openLevels`. */
export interface JsonFolding {
  /** Levels open at first; 1 shows the entries of the value itself, but not their contents. */
  openLevels: number
  /** Paths (RFC 6901) that differ from `openLevels`. */
  toggled: ReadonlySet<string>
  /** Number of entries shown of a long object or list; others show `entriesPerPage`. */
  shownCounts: ReadonlyMap<string, number>
}

export interface JsonLine {
  /** JSON pointer (RFC 6901) of the entry. For a `more` line, the path of its container and `…`. */
  path: string
  /** From 1, as in aria-level. */
  level: number
  /** Key or index in the container; null for the top-level value. */
  name: string | null
  kind: 'object' | 'list' | 'text' | 'other' | 'more'
  /**
   * A scalar as JSON, the number of entries of a container, or the number of entries a `more` line
   * would add.
   */
  text: string
  /** Null for scalars and empty containers. */
  isOpen: boolean | null
  position: number
  siblings: number
}

/** Entries of one object or list rendered at once; a line below them loads as many more. */
export const entriesPerPage = 100

/**
 * The lines of a JSON value from top to bottom, as a tree shows them. Anything JSON cannot hold
 * becomes null.
 */
export function buildJsonLines(value: unknown, folding: JsonFolding): JsonLine[] {
  const lines: JsonLine[] = []
  if (listEntries(value).length > 0) addEntries(lines, { value, path: '', level: 0 }, folding)
  else lines.push(toJsonLine({ value, path: '', level: 1, name: null, position: 1, siblings: 1 }, folding))
  return lines
}

interface JsonNode {
  value: unknown
  path: string
  level: number
}

function addEntries(lines: JsonLine[], { value, path, level }: JsonNode, folding: JsonFolding): void {
  const entries = listEntries(value)
  const shownCount = Math.min(folding.shownCounts.get(path) ?? entriesPerPage, entries.length)
  const siblings = shownCount < entries.length ? shownCount + 1 : shownCount
  for (const [index, [name, entry]] of entries.slice(0, shownCount).entries()) {
    const node = { value: entry, path: `${path}/${escapePointer(name)}`, level: level + 1 }
    const line = toJsonLine({ ...node, name, position: index + 1, siblings }, folding)
    lines.push(line)
    if (line.isOpen) addEntries(lines, node, folding)
  }
  if (shownCount === entries.length) return
  const nextCount = String(Math.min(entriesPerPage, entries.length - shownCount))
  lines.push({
    path: `${path}/…`,
    level: level + 1,
    name: null,
    kind: 'more',
    text: nextCount,
    isOpen: null,
    position: siblings,
    siblings,
  })
}

type JsonEntry = JsonNode & Pick<JsonLine, 'name' | 'position' | 'siblings'>

function toJsonLine({ value, path, level, name, position, siblings }: JsonEntry, folding: JsonFolding): JsonLine {
  const count = listEntries(value).length
  const isBranch = typeof value === 'object' && value !== null
  const kind = isBranch ? (Array.isArray(value) ? 'list' : 'object') : typeof value === 'string' ? 'text' : 'other'
  return {
    path,
    level,
    name,
    kind,
    position,
    siblings,
    text: isBranch ? String(count) : typeof value === 'string' ? value : (JSON.stringify(value) ?? 'null'),
    isOpen: count === 0 ? null : level < folding.openLevels !== folding.toggled.has(path),
  }
}

function listEntries(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : []
}

function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}
