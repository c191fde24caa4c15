import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { changesPageSchema } from '#contract/sync/sync.ts'
import { startConnectionLoop } from '#mirror/pull/connection-loop.ts'
import { waitMs } from '#mirror/runtime/browser-runtime.ts'
import { type ClientRequest, type KeepAliveClient, openKeepAlive } from './keep-alive-client.ts'

/**
 * Measurements of a device: the time of each request from when it was due, and which edits' news
 * came when.
 */
export interface Watch {
  /** Returns a function to call when the request is done. */
  due(kind: RequestKind, at: number): () => void
  edited(edit: EditMade): void
  onChange(version: { id: string; version: number }): void
  failed(what: string): void
  /** A connection was lost. Returns whether to send the request again. */
  lost(error: unknown): boolean
}

export type RequestKind = 'edit' | 'list' | 'pull'

export interface EditMade {
  readonly id: string
  readonly version: number
  readonly sentAt: number
}

export interface Device {
  /**
   * Works to its own timetable (an edit every 10 s, a list every 2 s) until aborted; a late request
   * does not delay the next.
   */
  work(signal: AbortSignal): Promise<void>
  edit(): Promise<void>
  /**
   * Its records as they must be when every acknowledged edit was applied once, whatever was sent
   * how often.
   */
  listExpectedRecords(): ExpectedRecord[]
  close(): void
}

export interface ExpectedRecord {
  readonly id: string
  readonly version: number
  /** Of the last edit; undefined: never edited. */
  readonly fees: number | undefined
}

/** After a lost connection. */
const retryMs = 250
const editEveryMs = 10_000
const listEveryMs = 2_000

/**
 * One member of staff with the app open: the client's own connection loop with its event stream,
 * pauses between pulls and rate-limited pulls, and a person who edits separate records and requests
 * lists. Only the local database of the copy is left out.
 */
export async function openDevice(options: {
  url: string
  token: string
  watch: Watch
  records: readonly { id: string; version: number }[]
  cursor: string
  queries: readonly Readonly<Record<string, string>>[]
}): Promise<Device> {
  const { url, token, watch, queries } = options
  const ending = new AbortController()
  const { signal } = ending
  const [edits, lists, pulls] = await Promise.all([openKeepAlive(url), openKeepAlive(url), openKeepAlive(url)])
  const records = options.records.map((record) => ({ ...record, expected: toExpected(record) }))
  const sendEdit = (ask: AnonymousRequest, dueAt: number) =>
    sendTimed({ watch, kind: 'edit', client: edits, dueAt, signal }, { ...ask, token })
  const sendList = (ask: AnonymousRequest, dueAt: number) =>
    sendTimed({ watch, kind: 'list', client: lists, dueAt, signal }, { ...ask, token })
  const sendPull = (path: string) =>
    sendTimed({ watch, kind: 'pull', client: pulls, dueAt: performance.now(), signal }, { method: 'GET', path, token })
  const pull = follow(options.cursor, { watch, ask: sendPull })
  startConnectionLoop({
    runtime: { now: () => performance.now(), random: Math.random, wait: waitMs, hasNetwork: () => true },
    request: (path, init) =>
      fetch(url + path, { ...init, headers: { ...init?.headers, authorization: `Bearer ${token}` } }),
    signal,
    pull: () => pull().catch(() => 'unreachable'),
    onConnection: () => undefined,
    onTask: () => undefined,
  })
  let turn = Math.floor(Math.random() * 1000)

  async function edit(dueAt = performance.now()): Promise<void> {
    turn += 1
    const record = records[turn % records.length]
    if (!record) return
    const sentAt = performance.now()
    const fees = turn * 10
    const response = await sendEdit(makeEdit(record, fees), dueAt)
    if (!response) return
    record.version = Number(/^etag: "(\d+)"/im.exec(response.head)?.[1])
    record.expected = { id: record.id, version: record.expected.version + 1, fees }
    watch.edited({ ...record, sentAt })
  }

  async function list(dueAt: number): Promise<void> {
    turn += 1
    const query = new URLSearchParams({
      ...queries[turn % queries.length],
      page: String(1 + (turn % 3)),
      page_size: '20',
    })
    await sendList({ method: 'GET', path: `/api/mysql/realestate/list/?${query}` }, dueAt)
  }

  return {
    edit,
    work: (stop) =>
      Promise.all([repeatEvery(editEveryMs, edit, stop), repeatEvery(listEveryMs, list, stop)]).then(() => undefined),
    listExpectedRecords: () => records.map(({ expected }) => expected),
    close() {
      ending.abort()
      for (const client of [edits, lists, pulls]) client.close()
    },
  }
}

type AnonymousRequest = Omit<ClientRequest, 'token'>

function toExpected({ id, version }: { id: string; version: number }): ExpectedRecord {
  return { id, version, fees: undefined }
}

function makeEdit(record: { id: string; version: number }, fees: number): AnonymousRequest {
  return {
    method: 'PUT',
    path: '/api/mysql/realestate/list/',
    headers: { 'idempotency-key': randomUUID(), 'if-match': `"${record.version}"`, 'x-client-version': '1' },
    body: JSON.stringify({ id: record.id, fees }),
  }
}

/** Follows the log like the offline copy: page by page until there are no more. */
function follow(
  start: string,
  { watch, ask }: { watch: Watch; ask: (path: string) => ReturnType<typeof sendTimed> },
): () => Promise<'done' | 'unreachable'> {
  let cursor = start
  return async () => {
    for (;;) {
      const response = await ask(`/api/sync/changes?after=${cursor}&limit=1000`)
      if (!response) return 'unreachable'
      const page = changesPageSchema.parse(JSON.parse(response.body))
      cursor = page.cursor
      for (const change of page.changes) watch.onChange(change)
      if (!page.more) return 'done'
    }
  }
}

async function sendTimed(
  {
    watch,
    kind,
    client,
    dueAt,
    signal,
  }: { watch: Watch; kind: RequestKind; client: KeepAliveClient; dueAt: number; signal: AbortSignal },
  ask: ClientRequest,
) {
  const done = watch.due(kind, dueAt)
  for (;;) {
    try {
      const response = await client.send(ask)
      done()
      if (response.status === 200) return response
      watch.failed(`${kind} was answered ${response.status}: ${response.body.slice(0, 200)}`)
      return undefined
    } catch (error) {
      if (signal.aborted || !watch.lost(error)) return undefined
      await setTimeout(retryMs)
    }
  }
}

/**
 * Starts at a random moment, so that two hundred people don't act in step; sends what is due
 * whether or not the previous request got a response.
 */
async function repeatEvery(ms: number, task: (dueAt: number) => Promise<void>, signal: AbortSignal): Promise<void> {
  const pendingActs: Promise<void>[] = []
  for (let dueAt = performance.now() + Math.random() * ms; ; dueAt += ms) {
    const isOver = await setTimeout(Math.max(0, dueAt - performance.now()), false, { signal }).catch(() => true)
    if (isOver) break
    pendingActs.push(task(dueAt))
  }
  await Promise.all(pendingActs)
}
