/**
 * Splits delimited text (tab, comma) as Excel, Google Sheets and Hancom Cell write it. Rows may be
 * ragged. One trailing line break ends the last row and adds no empty one, which would overwrite
 * data when pasted. A quote only counts at the start of a cell; an unclosed one is text.
 */
export function readDelimited(text: string, delimiter = '\t'): readonly (readonly string[])[] {
  const rows: string[][] = []
  let row: string[] = []
  let offset = 0
  while (offset <= text.length) {
    const cell = readCell(text, { start: offset, delimiter })
    row.push(cell.text)
    offset = cell.end
    if (text[offset] === delimiter) {
      offset += 1
      continue
    }
    rows.push(row)
    row = []
    if (offset >= text.length) break
    offset += text[offset] === '\r' && text[offset + 1] === '\n' ? 2 : 1
    if (offset === text.length) break
  }
  return rows
}

interface CellStart {
  readonly start: number
  readonly delimiter: string
}

/**
 * The cell that begins at `start`, and its end: a delimiter, a line break or the end of the text.
 */
function readCell(text: string, from: CellStart): { text: string; end: number } {
  return (text[from.start] === '"' ? readQuoted(text, from) : null) ?? readPlain(text, from)
}

function readPlain(text: string, { start, delimiter }: CellStart): { text: string; end: number } {
  let end = start
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end += 1
  return { text: text.slice(start, end), end }
}

/** Null when a leading quote starts no quoted cell: it never closes, or text follows it (5" 배관). */
function readQuoted(text: string, { start, delimiter }: CellStart): { text: string; end: number } | null {
  let close = text.indexOf('"', start + 1)
  while (close !== -1 && text[close + 1] === '"') close = text.indexOf('"', close + 2)
  if (close === -1) return null
  const after = text[close + 1]
  if (after !== undefined && after !== delimiter && after !== '\n' && after !== '\r') return null
  const inside = text.slice(start + 1, close).replaceAll('""', '"')
  return { text: inside.replace(/\r\n?/g, '\n'), end: close + 1 }
}
