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

function quoted(cell: string): string {
  const text = cell.replace(/\r\n?/g, '\n')
  return /["\t\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
