import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { changesPageSchema } from '#contract/sync/sync.ts'
import { waitMs } from '#mirror/browser-runtime.ts'
import { startConnectionLoop } from '#mirror/pull/connection-loop.ts'
import { openKeepAlive, type Ask, type KeepAliveClient } from './keep-alive-client.ts'

/**
 * Measurements of a device: the time of each request from when it was due, and which edits' news
 * came when.
 */
export interface Watch {
  /** Returns a function to call when the request is done. */
  due(kind: RequestKind, at: number): () => void
  edited(edit: EditMade): void
  heard(version: { id: string; version: number }): void
  failed(what: string): void
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
  close(): void
}

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
  questions: readonly Readonly<Record<string, string>>[]
}): Promise<Device> {
  const { url, token, watch, questions } = options
  const over = new AbortController()
  const [edits, lists, pulls] = await Promise.all([openKeepAlive(url), openKeepAlive(url), openKeepAlive(url)])
  const versions = options.records.map((record) => ({ ...record }))
  const askEdit = (ask: Untold, dueAt: number) =>
    askTimed({ watch, kind: 'edit', client: edits, dueAt }, { ...ask, token })
  const askList = (ask: Untold, dueAt: number) =>
    askTimed({ watch, kind: 'list', client: lists, dueAt }, { ...ask, token })
  const askPull = (path: string) =>
    askTimed({ watch, kind: 'pull', client: pulls, dueAt: performance.now() }, { method: 'GET', path, token })
  const pull = follow(options.cursor, { watch, ask: askPull })
  startConnectionLoop({
    runtime: { now: () => performance.now(), random: Math.random, wait: waitMs, hasNetwork: () => true },
    request: (path, init) =>
      fetch(url + path, { ...init, headers: { ...init?.headers, authorization: `Bearer ${token}` } }),
    signal: over.signal,
    pull: () => pull().catch(() => 'unreachable'),
    onConnection: () => undefined,
    onTask: () => undefined,
  })
  let turn = Math.floor(Math.random() * 1000)

  async function edit(dueAt = performance.now()): Promise<void> {
    turn += 1
    const record = versions[turn % versions.length]
    if (!record) return
    const sentAt = performance.now()
    const answer = await askEdit(editOf(record, turn), dueAt)
    record.version = Number(/^etag: "(\d+)"/im.exec(answer?.head ?? '')?.[1] ?? record.version)
    watch.edited({ ...record, sentAt })
  }

  async function list(dueAt: number): Promise<void> {
    turn += 1
    const query = new URLSearchParams({
      ...questions[turn % questions.length],
      page: String(1 + (turn % 3)),
      page_size: '20',
    })
    await askList({ method: 'GET', path: `/api/mysql/realestate/list/?${query}` }, dueAt)
  }

  return {
    edit,
    work: (signal) =>
      Promise.all([every(editEveryMs, edit, signal), every(listEveryMs, list, signal)]).then(() => undefined),
    close() {
      over.abort()
      for (const client of [edits, lists, pulls]) client.close()
    },
  }
}

type Untold = Omit<Ask, 'token'>

function editOf(record: { id: string; version: number }, turn: number): Untold {
  return {
    method: 'PUT',
    path: '/api/mysql/realestate/list/',
    headers: { 'idempotency-key': randomUUID(), 'if-match': `"${record.version}"`, 'x-client-version': '1' },
    body: JSON.stringify({ id: record.id, fees: turn * 10 }),
  }
}

/** Follows the log like the offline copy: page by page until there are no more. */
function follow(
  start: string,
  { watch, ask }: { watch: Watch; ask: (path: string) => ReturnType<typeof askTimed> },
): () => Promise<'done' | 'unreachable'> {
  let cursor = start
  return async () => {
    for (;;) {
      const answer = await ask(`/api/sync/changes?after=${cursor}&limit=1000`)
      if (!answer) return 'unreachable'
      const page = changesPageSchema.parse(JSON.parse(answer.body))
      cursor = page.cursor
      for (const change of page.changes) watch.heard(change)
      if (!page.more) return 'done'
    }
  }
}

async function askTimed(
  { watch, kind, client, dueAt }: { watch: Watch; kind: RequestKind; client: KeepAliveClient; dueAt: number },
  ask: Ask,
) {
  const done = watch.due(kind, dueAt)
  try {
    const answer = await client.ask(ask)
    done()
    if (answer.status === 200) return answer
    watch.failed(`${kind} was answered ${answer.status}: ${answer.body.slice(0, 200)}`)
  } catch (error) {
    watch.failed(String(error))
  }
  return undefined
}

/**
 * Starts at a random moment, so that two hundred people don't act in step; sends what is due
 * whether or not the previous request was answered.
 */
async function every(ms: number, act: (dueAt: number) => Promise<void>, signal: AbortSignal): Promise<void> {
  const acts: Promise<void>[] = []
  for (let dueAt = performance.now() + Math.random() * ms; ; dueAt += ms) {
    const isOver = await setTimeout(Math.max(0, dueAt - performance.now()), false, { signal }).catch(() => true)
    if (isOver) break
    acts.push(act(dueAt))
  }
  await Promise.all(acts)
}
