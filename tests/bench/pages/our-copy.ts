import { startWorker } from '#app/ui/browser/trusted-types.ts'
import type { Query } from '#contract/records/query.ts'
import type { RowSource } from '#contract/records/row-source.ts'
import type { Tokens } from '#contract/session/session.ts'
import { openOfflineCopy } from '#mirror/client/open-offline-copy.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import { closeOutbox, openOutbox } from '#mirror/outbox/open-outbox.ts'
import { saveSession } from '#mirror/outbox/session.ts'
import { createBrowserRuntime } from '#mirror/runtime/browser-runtime.ts'
import { createSeals, importVaultKeys, newKeyBytes, type VaultKeys } from '#mirror/vault/vault-keys.ts'
import type { AnswerMessage } from '#mirror/worker/call-channel.ts'
// oxlint-disable-next-line import/default -- vite answers the address of the built worker
import timedWorker from './timed-worker.ts?worker&url'
import type { QueryTime } from './worker-clock.ts'

const newest: Query = { filters: [], search: '', sort: [{ field: 'created_at', direction: 'desc' }] }

const opened: { copy: OfflineCopy | null; rows: RowSource | null; queryTimes: number[]; keys: VaultKeys | null } = {
  copy: null,
  rows: null,
  queryTimes: [],
  keys: null,
}

/** From now on this page's copy is encrypted. */
export async function seal(): Promise<void> {
  opened.keys = await importVaultKeys({ mirror: newKeyBytes(), outbox: newKeyBytes() })
}

export async function signIn(tokens: Tokens): Promise<void> {
  const outbox = await openOutbox(createBrowserRuntime(), tokens.user_info.id)
  await saveSession(outbox, tokens)
  closeOutbox(outbox)
}

/**
 * Opens the copy; returns the ms until the first rows are there and until all `total` records can
 * be queried.
 */
export async function open(userId: string, total: number): Promise<{ firstRows: number; whole: number }> {
  const start = performance.now()
  const { keys } = opened
  const copy = await openOfflineCopy({
    userId,
    runtime: createBrowserRuntime(keys && createSeals(keys)),
    createWorker,
    keys,
  })
  const rows = copy.openRows('real-estate', newest)
  opened.copy = copy
  opened.rows = rows
  rows.ensureRange(0, 30)
  const firstRows = until(rows, () => rows.rowAt(0) !== undefined).then(() => performance.now() - start)
  const whole = until(rows, () => {
    const state = rows.getState()
    if (state.status === 'ready' && state.isComplete && state.total < total) rows.refresh()
    return state.isComplete && state.total >= total
  }).then(() => performance.now() - start)
  return { firstRows: await firstRows, whole: await whole }
}

export async function close(): Promise<void> {
  opened.rows?.close()
  opened.copy?.close()
  opened.copy = null
  await new Promise((resolve) => setTimeout(resolve, 300))
}

/**
 * Types words key by key; returns the ms per key until the page knows the new total and its first
 * rows, and the worker's time.
 */
export async function search(searches: readonly string[]): Promise<{ page: number[]; worker: number[] }> {
  const { rows } = opened
  if (!rows) throw new Error('open first')
  const samples: number[] = []
  opened.queryTimes = []
  for (const word of searches) {
    for (let length = 1; length <= word.length; length += 1) {
      const start = performance.now()
      const { generation } = rows.getState()
      rows.setQuery({ ...newest, search: word.slice(0, length) })
      rows.ensureRange(0, 30)
      await until(rows, () => {
        const state = rows.getState()
        return state.generation !== generation && (state.total === 0 || rows.rowAt(0) !== undefined)
      })
      samples.push(performance.now() - start)
    }
  }
  return { page: samples, worker: opened.queryTimes }
}

/** Ms per enqueue of one edit, one after the other, each on a different record. */
export async function enqueue(ids: readonly string[]): Promise<number[]> {
  const { copy } = opened
  if (!copy) throw new Error('open first')
  const samples: number[] = []
  for (const [at, id] of ids.entries()) {
    const start = performance.now()
    // Not the field edited for the replay, because that edit would then meet a conflict.
    const changes = { owner_address: { old: null, new: `적재 중 수정 ${at}` } }
    await copy.enqueue({ kind: 'update', collection: 'real-estate', id, baseVersion: 1, changes })
    samples.push(performance.now() - start)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return samples
}

/** Edits one field in each of the first `count` rows. */
export async function editRows(count: number): Promise<void> {
  const { copy, rows } = opened
  if (!copy || !rows) throw new Error('open first')
  rows.setQuery(newest)
  rows.ensureRange(0, count)
  await until(rows, () => rows.rowAt(0) !== undefined && rows.rowAt(count - 1) !== undefined)
  const pickedRows = Array.from({ length: count }, (_, index) => rows.rowAt(index))
  for (const [at, row] of pickedRows.entries()) {
    if (!row) throw new Error('row is gone')
    const changes = { purpose: { old: row.record['purpose'] ?? null, new: `재전송 ${performance.timeOrigin} ${at}` } }
    const edit = {
      kind: 'update',
      collection: 'real-estate',
      id: row.id,
      baseVersion: row.record.version,
      changes,
    } as const
    await copy.enqueue(edit)
  }
}

/** Ms until all waiting edits are confirmed. */
export async function drain(): Promise<number> {
  const { copy } = opened
  if (!copy) throw new Error('open first')
  const start = performance.now()
  const isDone = () => copy.getStatus().waiting + copy.getStatus().sending === 0
  // Uses a notification; polling every few milliseconds would take a fifth of a core from the
  // measurement.
  const done = new Promise<void>((resolve) => {
    const stop = copy.subscribeStatus(() => {
      if (!isDone()) return
      stop()
      resolve()
    })
  })
  copy.syncNow()
  if (!isDone()) await done
  if (copy.getStatus().attention > 0) throw new Error(`${copy.getStatus().attention} edits were refused`)
  return performance.now() - start
}

function createWorker(): Worker {
  const worker = startWorker(timedWorker, 'timed')
  worker.addEventListener('message', ({ data }: MessageEvent<AnswerMessage | QueryTime>) => {
    if ('type' in data) opened.queryTimes.push(data.ms)
  })
  return worker
}

function until(rows: RowSource, isThere: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    if (isThere()) return resolve()
    const stop = rows.subscribe(() => check())
    const timer = setInterval(check, 4)
    function check() {
      if (!isThere()) return
      stop()
      clearInterval(timer)
      resolve()
    }
  })
}
