import { setTimeout as delay } from 'node:timers/promises'
import { newId } from '#server/new-id.ts'
import type { Colleague } from '../../e2e/support/colleague.ts'

/** What a clerk wrote and was told it stands. */
export interface Acknowledged {
  readonly opId: string
  readonly recordId: string
  readonly owner: string
  readonly kind: 'create' | 'update'
}

export interface Ledger {
  readonly acknowledged: Acknowledged[]
  /** Times that something was sent again because no answer told how it went. */
  resent: number
  /** Answers by which no clerk may be answered: a refusal of what is right, an echo of another number. */
  readonly strange: string[]
}

const path = '/api/mysql/realestate/list/'
/** So many edits follow on every new record. */
const editsPerRecord = 9
/** A server that starts again needs seconds; what takes longer than this is lost. */
const patienceMs = 180_000

/**
 * `clerks` people write at once until `writes` are acknowledged: each makes a record and edits it several times, and sends every write under one key until
 * somebody says that it stands, whatever happens to the server. `colleagues`: the same person at each of the server's processes; any may be asked.
 */
export async function writeUntilDone(
  colleagues: readonly Colleague[],
  work: { clerks: number; writes: number; groupId: string; ledger: Ledger },
): Promise<void> {
  let begun = 0
  const { ledger, groupId } = work
  const send = (write: Acknowledged) => insist(colleagues, ledger, { write, groupId })
  async function clerk(number: number): Promise<void> {
    while (begun < work.writes && ledger.strange.length === 0) {
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

async function insist(
  colleagues: readonly Colleague[],
  ledger: Ledger,
  { write, groupId }: { write: Acknowledged; groupId: string },
): Promise<void> {
  const body = { id: write.recordId, owner: write.owner, ...(write.kind === 'create' && { group_id: groupId }) }
  const until = Date.now() + patienceMs
  for (let attempt = 0; ; attempt += 1) {
    const colleague = colleagues[(ledger.acknowledged.length + attempt) % colleagues.length]
    if (colleague === undefined) throw new Error('nobody to ask')
    const answer = await colleague
      .write({
        method: write.kind === 'create' ? 'POST' : 'PUT',
        path,
        body,
        headers: { 'idempotency-key': write.opId },
      })
      .catch(() => null)
    const isDone = answer !== null && answer.status < 300
    if (isDone && answer.headers.get('op-id') === write.opId) return void ledger.acknowledged.push(write)
    if (isDone || (answer !== null && answer.status < 500 && answer.status !== 429)) {
      return void ledger.strange.push(`${write.kind} ${write.opId}: ${answer.status} ${JSON.stringify(answer.body)}`)
    }
    if (Date.now() > until) return void ledger.strange.push(`${write.kind} ${write.opId}: never answered`)
    ledger.resent += 1
    await delay(50 + 50 * Math.min(attempt, 10))
  }
}
