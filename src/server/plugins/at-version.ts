import { problem } from '#contract/problem.ts'
import { formatMoment } from '#domain/dates/office-moment.ts'
import { Refusal } from './refusal.ts'

interface Versioned {
  readonly version: number
  readonly updated_by: string
  readonly updated_at: string
}

/**
 * The row that a write is meant for, locked and at the version that its writer has read. Throws `not_found` with `missing` where there is none, `conflict` with who was
 * there first, and the record as it is now where `current` reads it.
 */
export async function atVersion<Row extends Versioned>(
  row: Row | undefined,
  version: number,
  { missing, current }: { missing: string; current?: () => Promise<object | undefined> },
): Promise<Row> {
  if (row === undefined) throw new Refusal(problem('not_found', { message: missing }))
  if (row.version === version) return row
  const message = `${row.updated_by} 님이 ${formatMoment(row.updated_at)}에 먼저 저장했습니다.`
  throw new Refusal(problem('conflict', { message, ...(current && { current: { ...(await current()) } }) }))
}
