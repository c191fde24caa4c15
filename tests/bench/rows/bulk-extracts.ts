import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { addressTasks } from '#contract/addresses/address-tasks.ts'
import { rowsPageSchema } from '#contract/sync/sync.ts'
import { taskProgressSchema, taskStartSchema } from '#contract/tasks/background-task.ts'
import { type BenchOffice, openBenchOffice } from '../bench-office.ts'
import { type BenchRow, compareRow, createBudgetRow, percentile } from '../bench-row.ts'
import { type KeepAliveClient, openKeepAlive } from '../keep-alive-client.ts'

const addresses = 1200
const records = 2000
const warmUpMs = 10_000
const quietMs = 20_000
/** A hundred people who each edit every ten seconds. */
const editEveryMs = 100
const pollMs = 2000

/**
 * 1,200 extracts from the office's own records, requested as the screen does and polled until all
 * are stored, while a hundred people's edits continue over REST; the same edits are measured just
 * before and after without that load. Each edit is timed from when it was due. Server, database and
 * clients share the machine.
 */
export async function benchBulkExtracts(): Promise<BenchRow[]> {
  const office = await openBenchOffice({ records, addresses, staff: 2, distDir: '/nowhere' })
  try {
    const [editor = '', asker = ''] = office.staffTokens
    const edits = await openEdits(office, editor)
    await edits.during(delay(warmUpMs))
    const quiet = await edits.during(delay(quietMs))
    const start = performance.now()
    let taken = Number.NaN
    const busy = await edits.during(issueAll(office, asker).then(() => (taken = performance.now() - start)))
    const after = await edits.during(delay(quietMs))
    quiet.push(...after)
    edits.close()
    return toBenchRows({ taken, quiet, busy })
  } finally {
    await office.stop()
  }
}

function toBenchRows({
  taken,
  quiet,
  busy,
}: {
  taken: number
  quiet: readonly number[]
  busy: readonly number[]
}): BenchRow[] {
  return [
    createBudgetRow({
      name: `${addresses} extracts issued from the office's own records`,
      unit: 'ms',
      ours: taken,
      goal: '≤ 60,000 ms',
      limit: 60_000,
    }),
    compareRow({
      name: `an edit while ${addresses} extracts are issued, p95`,
      unit: 'ms',
      ours: percentile(busy, 0.95),
      peer: percentile(quiet, 0.95),
      peerName: 'the same edits, nothing else',
      goal: '≤ 1.5 × the quiet one',
      atMost: 1.5,
    }),
  ]
}

async function openEdits({ url }: BenchOffice, token: string) {
  const client = await openKeepAlive(url)
  const { columns } = rowsPageSchema.parse(
    JSON.parse((await client.send({ method: 'GET', path: '/api/sync/real-estate/rows?limit=1000', token })).body),
  )
  let turn = 0
  return {
    close: () => client.close(),
    /** Durations of the edits that were due meanwhile. */
    async during(work: Promise<unknown>): Promise<number[]> {
      let isOver = false
      const finished = work.finally(() => (isOver = true))
      const taken: Promise<number>[] = []
      for (let dueAt = performance.now(); !isOver; dueAt += editEveryMs) {
        await delay(Math.max(0, dueAt - performance.now()))
        turn += 1
        taken.push(editOnce(client, { token, id: columns.id[turn % columns.id.length] ?? '', fees: turn * 10, dueAt }))
      }
      await finished
      return await Promise.all(taken)
    },
  }
}

async function editOnce(
  client: KeepAliveClient,
  { token, dueAt, ...edit }: { token: string; id: string; fees: number; dueAt: number },
): Promise<number> {
  const headers = { 'idempotency-key': randomUUID() }
  const body = JSON.stringify(edit)
  const response = await client.send({ method: 'PUT', path: '/api/mysql/realestate/list/', token, headers, body })
  if (response.status !== 200) throw new Error(`the edit was answered ${response.status}: ${response.body}`)
  return performance.now() - dueAt
}

/** Requests once and polls as a page does without an event stream. */
async function issueAll({ url }: BenchOffice, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const all = await fetch(`${url}/api/sync/addresses/rows?limit=${addresses}`, { headers })
  const addressIds = rowsPageSchema.parse(await all.json()).columns.id
  const { path } = addressTasks.issue
  const body = JSON.stringify({ address_ids: addressIds })
  const { task_id } = taskStartSchema.parse(await (await fetch(url + path, { method: 'POST', headers, body })).json())
  for (;;) {
    const progress = taskProgressSchema.parse(
      await (await fetch(`${url}${path}/?task_id=${task_id}`, { headers })).json(),
    )
    if (!progress.success) throw new Error(progress.error ?? 'the task failed')
    if (progress.status !== 'completed') {
      await delay(pollMs)
      continue
    }
    if (progress.processed_count !== addresses || progress.failed_count !== 0)
      throw new Error(JSON.stringify(progress).slice(0, 500))
    return
  }
}
