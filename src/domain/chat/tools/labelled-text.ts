import type { TablePart } from '#contract/chat/answer.ts'

/**
 * A table in words for a model: each cell beside the title of its column, which says what its digits are (계좌번호), so that numbers of persons are known for what they are before
 * they are hidden (secrets/). `more`: what else a model needs of each row.
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
