/**
 * Cells as text/plain, the way spreadsheets exchange them: tab between cells, CRLF after rows; a cell with a tab, a line break or a quote stands in quotes, and
 * quotes inside are doubled (grid.md §6).
 */
export function writeTsv(rows: readonly (readonly string[])[]): string {
  const [first] = rows
  // One cell alone is most often pasted into a letter or a search field, where a line break would be wrong.
  if (first && rows.length === 1 && first.length === 1) return quoted(first[0] ?? '')
  return rows.map((row) => `${row.map(quoted).join('\t')}\r\n`).join('')
}

/**
 * Cells from text/plain of Excel, Google Sheets or Hancom Cell. Rows may be ragged. One trailing line break ends the last row and begins none: the empty row it
 * would make wipes out data in other tables. A quote counts only at the start of a cell; an unclosed one is text.
 */
export function readTsv(text: string): readonly (readonly string[])[] {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  while (at <= text.length) {
    const cell = readCell(text, at)
    row.push(cell.text)
    at = cell.end
    if (text[at] === '\t') {
      at += 1
      continue
    }
    rows.push(row)
    row = []
    if (at >= text.length) break
    at += text[at] === '\r' && text[at + 1] === '\n' ? 2 : 1
    if (at === text.length) break
  }
  return rows
}

function quoted(cell: string): string {
  const text = cell.replace(/\r\n?/g, '\n')
  return /["\t\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The cell that begins at `start`, and where it ends: at a tab, a line break or the end of the text. */
function readCell(text: string, start: number): { text: string; end: number } {
  return (text[start] === '"' ? readQuoted(text, start) : null) ?? readPlain(text, start)
}

function readPlain(text: string, start: number): { text: string; end: number } {
  let end = start
  while (end < text.length && text[end] !== '\t' && text[end] !== '\n' && text[end] !== '\r') end += 1
  return { text: text.slice(start, end), end }
}

/** Null when what begins with a quote is no quoted cell: the quote never closes, or text follows it (5" 배관). */
function readQuoted(text: string, start: number): { text: string; end: number } | null {
  let close = text.indexOf('"', start + 1)
  while (close !== -1 && text[close + 1] === '"') close = text.indexOf('"', close + 2)
  if (close === -1) return null
  const after = text[close + 1]
  if (after !== undefined && after !== '\t' && after !== '\n' && after !== '\r') return null
  const inside = text.slice(start + 1, close).replaceAll('""', '"')
  return { text: inside.replace(/\r\n?/g, '\n'), end: close + 1 }
}
