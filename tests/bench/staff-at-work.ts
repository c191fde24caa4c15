import { setTimeout } from 'node:timers/promises'
import { rowsPageSchema } from '#contract/sync/sync.ts'
import { listPageRecords } from '../support/books/page-records.ts'
import { type Device, type EditMade, openDevice, type RequestKind, type Watch } from './staff-device.ts'

const warmUpMs = 6_000
export const measuredMs = 30_000
/**
 * Time in ms to work off a backlog; requests unanswered after it count with the time they have
 * waited.
 */
const backlogMs = 10_000
const recordsOfEach = 5

/** The office's URL, with an access token for each member of staff. */
export interface Workplace {
  readonly url: string
  readonly staffTokens: readonly string[]
}

export interface StaffAtWork {
  readonly devices: readonly Device[]
  readonly notes: Notes
  /**
   * All devices work for half a minute, each on its own schedule; `during` runs meanwhile. Throws
   * if a request fails.
   */
  workAWhile<Result>(during: () => Promise<Result>): Promise<{ busy: Summary; result: Result }>
  close(): void
}

/**
 * Opens the devices of `staff` people, all in this process. `retries`: a request whose connection
 * was lost is sent again, as the app does; otherwise it failed.
 */
export async function openStaffAtWork(
  workplace: Workplace,
  staff: number,
  { retries = false }: { retries?: boolean } = {},
): Promise<StaffAtWork> {
  const notes = takeNotes(retries)
  const devices = await openDevices(workplace, { staff, watch: notes.watch })
  return {
    devices,
    notes,
    async workAWhile(during) {
      const ending = new AbortController()
      const working = Promise.all(devices.map((device) => device.work(ending.signal)))
      await setTimeout(warmUpMs)
      notes.clear()
      const [result] = await Promise.all([during(), setTimeout(measuredMs)])
      ending.abort()
      await Promise.race([working, setTimeout(backlogMs)])
      const busy = notes.summary()
      const { failures } = busy
      if (failures.length > 0) throw new Error(`${failures.length} requests failed: ${failures[0]}`)
      return { busy, result }
    },
    close() {
      for (const device of devices) device.close()
    },
  }
}

/** The share of one processor that server processes take while their staff work. */
export async function measureCpuShare(cpuMs: () => Promise<number>): Promise<number> {
  const before = await cpuMs()
  await setTimeout(measuredMs)
  return ((await cpuMs()) - before) / measuredMs
}

/** Requests every list a few times, so that the measurement does not start with a cold server. */
export async function warmUpOffice(workplace: Workplace): Promise<void> {
  for (let time = 0; time < 3; time += 1) {
    for (const query of queries) {
      const response = await fetch(`${workplace.url}/api/mysql/realestate/list/?${new URLSearchParams(query)}`, {
        headers: { authorization: `Bearer ${workplace.staffTokens[0]}` },
      })
      await response.arrayBuffer()
    }
    await setTimeout(1_000)
  }
}

/** Common searches, newest first, as the screen opens. */
const queries = [
  { region: '솔빛시' },
  { type: '분양' },
  { business_section: '공구' },
  { business_manager: '김' },
  { search: '가온' },
  { search: '달빛로 53' },
  { created_at_start: '2026-01-01', created_at_end: '2026-06-30' },
  { region: '솔빛시', type: '임대', business_manager: '김' },
]

async function openDevices(workplace: Workplace, { staff, watch }: { staff: number; watch: Watch }): Promise<Device[]> {
  const tokens = workplace.staffTokens.slice(0, staff)
  const page = await readPage(workplace, staff * recordsOfEach)
  const rows = listPageRecords(page)
  return await Promise.all(
    tokens.map((token, n) =>
      openDevice({
        url: workplace.url,
        token,
        watch,
        cursor: page.cursor,
        records: rows.slice(n * recordsOfEach, (n + 1) * recordsOfEach).map(({ id, version }) => ({ id, version })),
        queries,
      }),
    ),
  )
}

async function readPage(workplace: Workplace, limit: number) {
  const response = await fetch(`${workplace.url}/api/sync/real-estate/rows?limit=${limit}`, {
    headers: { authorization: `Bearer ${workplace.staffTokens[0]}` },
  })
  return rowsPageSchema.parse(await response.json())
}

export interface Summary {
  readonly taken: Record<RequestKind, number[]>
  /** Times from sending an edit until each other device has it. */
  readonly delays: readonly number[]
  readonly failures: readonly string[]
  /** Requests sent again because their connection was lost. */
  readonly losses: number
}

interface Notes {
  readonly watch: Watch
  clear(): void
  summary(): Summary
}

function takeNotes(retries: boolean): Notes {
  let requests: TimedRequest[] = []
  let failures: string[] = []
  let losses = 0
  let edits = new Map<string, EditMade>()
  // News may arrive before the edit's response contains its version.
  let arrivals: { key: string; at: number }[] = []
  return {
    clear() {
      requests = []
      failures = []
      losses = 0
      edits = new Map()
      arrivals = []
    },
    watch: {
      due(kind, at) {
        const one: TimedRequest = { kind, at, doneAt: undefined }
        requests.push(one)
        return () => void (one.doneAt = performance.now())
      },
      failed: (what) => void failures.push(what),
      lost(error) {
        if (retries) losses += 1
        else failures.push(String(error))
        return retries
      },
      edited: (edit) => void edits.set(buildVersionKey(edit), edit),
      onChange: (change) => void arrivals.push({ key: buildVersionKey(change), at: performance.now() }),
    },
    summary() {
      const now = performance.now()
      const of = (kind: RequestKind) =>
        requests.filter((one) => one.kind === kind).map(({ at, doneAt = now }) => doneAt - at)
      const delays = arrivals.flatMap(({ key, at }) => {
        const edit = edits.get(key)
        return edit ? [at - edit.sentAt] : []
      })
      return { taken: { edit: of('edit'), list: of('list'), pull: of('pull') }, delays, failures, losses }
    },
  }
}

interface TimedRequest {
  readonly kind: RequestKind
  readonly at: number
  doneAt: number | undefined
}

function buildVersionKey({ id, version }: { id: string; version: number }): string {
  return `${id} ${version}`
}
