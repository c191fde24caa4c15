import { problem } from '#contract/problem.ts'
import { formatMoment } from '#domain/dates/office-moment.ts'
import { Refusal } from './refusal.ts'

interface Versioned {
  readonly version: number
  readonly updated_by: string
  readonly updated_at: string
}

/**
 * Returns the locked row when it is at the version its writer read. Throws `not_found` with
 * `missing` when there is no row, and `conflict` with who saved first, including the record that
 * `current` reads.
 */
export async function requireVersion<Row extends Versioned>(
  row: Row | undefined,
  version: number,
  { missing, current }: { missing: string; current?: () => Promise<object | undefined> },
): Promise<Row> {
  if (row === undefined) throw new Refusal(problem('not_found', { message: missing }))
  if (row.version === version) return row
  const message = `${row.updated_by} 님이 ${formatMoment(row.updated_at)}에 먼저 저장했습니다.`
  throw new Refusal(problem('conflict', { message, ...(current && { current: { ...(await current()) } }) }))
}
