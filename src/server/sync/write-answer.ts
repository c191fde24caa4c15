import { problem, problemStatus, type Problem, type ProblemCode } from '#contract/problem.ts'
import { startOfLog } from '#contract/sync/sync.ts'
import type { WriteAnswer } from '../db/writable-collection.ts'

/**
 * The answer of a successful write. `changeSeq` is absent when nothing had to change and the log
 * has no change of the record.
 */
export function applied(row: {
  status?: 200 | 201
  version: number
  changeSeq: string | undefined
  body: Record<string, unknown>
}): WriteAnswer {
  return {
    status: row.status ?? 200,
    headers: { etag: `"${row.version}"`, 'change-seq': row.changeSeq ?? startOfLog },
    body: row.body,
  }
}

export function refuseWrite(code: ProblemCode, more: Partial<Omit<Problem, 'code'>> = {}): WriteAnswer {
  return { status: problemStatus[code], headers: {}, body: problem(code, more) }
}
