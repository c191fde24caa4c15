/**
 * Cells as text/plain in the format spreadsheets exchange: tab between cells, CRLF after rows.
 * Cells with a tab, line break or quote are quoted, with inner quotes doubled.
 */
export function writeTsv(rows: readonly (readonly string[])[]): string {
  const [first] = rows
  // No line break after a single cell, which is mostly pasted into a letter or a search field.
  if (first && rows.length === 1 && first.length === 1) return quoted(first[0] ?? '')
  return rows.map((row) => `${row.map(quoted).join('\t')}\r\n`).join('')
}

function quoted(cell: string): string {
  const text = cell.replace(/\r\n?/g, '\n')
  return /["\t\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
