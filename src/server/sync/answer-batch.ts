import { type Problem, problem, problemStatus } from '#contract/problem.ts'
import type { BatchAnswerEntry, BatchEntry } from '#contract/sync/sync-batch.ts'
import type { BatchContext, WriteAnswer } from '../db/writable-collection.ts'
import { Refusal } from '../http/refusal.ts'

/** The database is unreachable or full, so the remaining entries would fail too. */
const lostStatuses: ReadonlySet<number> = new Set([503, 507])

interface Batch {
  /**
   * Maximum time until the answer is sent: an entry waiting for a lock must not delay the finished
   * ones.
   */
  readonly patienceMs: number
  /** Writes one entry as its plain call would, with the same errors. */
  write(entry: BatchEntry, context: BatchContext): Promise<WriteAnswer>
  toProblem(error: unknown): Problem
  isHungUp(): boolean
}

/**
 * Returns one answer per entry, in order. An undecided entry (timeout, database lost, a bug) is
 * answered 5xx; the device resends it under its opId, even if its write completes later.
 * @throws Refusal when the database was lost before any entry was decided
 */
export async function answerBatch(entries: readonly BatchEntry[], batch: Batch): Promise<BatchAnswerEntry[]> {
  const answers = new Map<BatchEntry, BatchAnswerEntry>()
  const state: { isOver: boolean; lost: Problem | null } = { isOver: false, lost: null }
  const context = { mayBegin: () => !state.isOver && !state.lost && !batch.isHungUp() }
  const work = entries.map(async (entry) => {
    const { answer, lost } = await answerEntry(entry, context, batch)
    state.lost ??= lost
    answers.set(entry, answer)
  })
  await atMost(batch.patienceMs, Promise.all(work))
  state.isOver = true
  if (state.lost && ![...answers.values()].some(isDecided)) throw new Refusal(state.lost)
  const missing = state.lost ?? problem('unavailable')
  return entries.map((entry) => answers.get(entry) ?? refusalOf(entry, missing))
}

async function answerEntry(
  entry: BatchEntry,
  context: BatchContext,
  batch: Batch,
): Promise<{ answer: BatchAnswerEntry; lost: Problem | null }> {
  try {
    const answer = await batch.write(entry, context)
    return { answer: { op_id: entry.op_id, ...shorten(answer) }, lost: null }
  } catch (error) {
    const refusal = batch.toProblem(error)
    return { answer: refusalOf(entry, refusal), lost: lostStatuses.has(problemStatus[refusal.code]) ? refusal : null }
  }
}

/** Reduces a written row to id and version; clients that send batches pull the row anyway. */
function shorten({ status, headers, body }: WriteAnswer): Omit<BatchAnswerEntry, 'op_id'> {
  if (status >= 300) return { status, headers, body: { ...body } }
  const { id, version } = body as Record<string, unknown>
  return { status, headers, body: { id, version } }
}

function refusalOf({ op_id: opId }: BatchEntry, refusal: Problem): BatchAnswerEntry {
  return { op_id: opId, status: problemStatus[refusal.code], headers: {}, body: { ...refusal } }
}

function isDecided({ status }: BatchAnswerEntry): boolean {
  return status < 500
}

/** Resolves when the work is done, or after `ms` while it continues. */
async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  try {
    await Promise.race([work, over])
  } finally {
    clearTimeout(timer)
  }
}
