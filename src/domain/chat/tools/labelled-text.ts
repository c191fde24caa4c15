import type { TablePart } from '#contract/chat/answer.ts'

/**
 * A table as text for a model. Each cell has its column's title, which says what its digits are
 * (계좌번호), so that personal numbers are recognised and hidden (secrets/). `more`: additional data
 * per row.
 */
export function labelledText({ title, columns, rows, total, count }: TablePart, more: readonly object[] = []): string {
  const labelled = (cells: TablePart['rows'][number]) =>
    Object.fromEntries(columns.map(({ label }, at) => [label, cells[at] ?? null]))
  return JSON.stringify({
    title,
    count,
    rows: rows.map((cells, at) => ({ ...labelled(cells), ...more[at] })),
    ...(total && { total: labelled(total) }),
  })
}
