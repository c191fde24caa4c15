import { setTimeout as delay } from 'node:timers/promises'
import { newId } from '#server/new-id.ts'
import type { Colleague } from '../../e2e/support/colleague.ts'

/** A write that the server acknowledged. */
export interface AcknowledgedWrite {
  readonly opId: string
  readonly recordId: string
  readonly owner: string
  readonly kind: 'create' | 'update'
}

/** What the clerks of a run wrote. */
export interface WriteLedger {
  readonly acknowledged: AcknowledgedWrite[]
  /** Number of retries after a missing response. */
  retryCount: number
  /**
   * Responses that must not occur: a refusal of a valid write, or an echo of another operation id.
   */
  readonly unexpectedResponses: string[]
}

const path = '/api/mysql/realestate/list/'
/** Edits after each new record. */
const editsPerRecord = 9
/** A server restart takes seconds; a write unanswered for this long counts as lost. */
const timeoutMs = 180_000

/**
 * `clerks` people write concurrently until `writes` are acknowledged: each creates a record and
 * edits it several times, and repeats every write under the same key until it is acknowledged, also
 * while the server is down. `colleagues`: one person signed in at each server process; any of
 * them may be used.
 */
export async function writeUntilDone(
  colleagues: readonly Colleague[],
  work: { clerks: number; writes: number; groupId: string; ledger: WriteLedger },
): Promise<void> {
  let begun = 0
  const { ledger, groupId } = work
  const send = (write: AcknowledgedWrite) => writeUntilAcknowledged(colleagues, ledger, { write, groupId })
  async function clerk(number: number): Promise<void> {
    while (begun < work.writes && ledger.unexpectedResponses.length === 0) {
      begun += 1 + editsPerRecord
      const recordId = newId()
      const first = `${number}-${recordId.slice(-6)}`
      await send({ opId: newId(), recordId, owner: first, kind: 'create' })
      for (let edit = 1; edit <= editsPerRecord; edit += 1) {
        await send({ opId: newId(), recordId, owner: `${first} ${edit}`, kind: 'update' })
      }
    }
  }
  await Promise.all(Array.from({ length: work.clerks }, (_, number) => clerk(number)))
}

async function writeUntilAcknowledged(
  colleagues: readonly Colleague[],
  ledger: WriteLedger,
  { write, groupId }: { write: AcknowledgedWrite; groupId: string },
): Promise<void> {
  const body = { id: write.recordId, owner: write.owner, ...(write.kind === 'create' && { group_id: groupId }) }
  const until = Date.now() + timeoutMs
  for (let attempt = 0; ; attempt += 1) {
    const colleague = colleagues[(ledger.acknowledged.length + attempt) % colleagues.length]
    if (colleague === undefined) throw new Error('no colleague is signed in')
    const response = await colleague
      .write({
        method: write.kind === 'create' ? 'POST' : 'PUT',
        path,
        body,
        headers: { 'idempotency-key': write.opId },
      })
      .catch(() => null)
    const isDone = response !== null && response.status < 300
    if (isDone && response.headers.get('op-id') === write.opId) return void ledger.acknowledged.push(write)
    if (isDone || (response !== null && response.status < 500 && response.status !== 429)) {
      return void ledger.unexpectedResponses.push(
        `${write.kind} ${write.opId}: ${response.status} ${JSON.stringify(response.body)}`,
      )
    }
    if (Date.now() > until) return void ledger.unexpectedResponses.push(`${write.kind} ${write.opId}: never answered`)
    ledger.retryCount += 1
    await delay(50 + 50 * Math.min(attempt, 10))
  }
}
