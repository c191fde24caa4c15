import { setTimeout } from 'node:timers/promises'
import { rowsPageSchema } from '#contract/sync.ts'
import type { BenchOffice } from '../bench-office.ts'
import { budgetRow, percentile, type BenchRow } from '../bench-row.ts'
import { openDevice, type Device, type EditMade, type RequestKind, type Watch } from '../staff-device.ts'

const warmUpMs = 6_000
const measuredMs = 30_000
/** A server that cannot keep up has a backlog; what it has not answered by then has taken as long as it has waited. */
const backlogMs = 10_000
const recordsOfEach = 5
const quietEdits = 8

/** What people look for all day; the newest first, as the screen opens. */
const questions = [
  { region: '솔빛시' },
  { type: '분양' },
  { business_section: '공구' },
  { business_manager: '김' },
  { search: '가온' },
  { search: '달빛로 53' },
  { created_at_start: '2026-01-01', created_at_end: '2026-06-30' },
  { region: '솔빛시', type: '임대', business_manager: '김' },
]

/**
 * An office at work on one server process: each of the staff edits every 10 s, asks for a list every 2 s, listens and pulls, and all of it is timed from the moment
 * it was due. All devices are one process, on the same processors as server and database.
 */
export async function benchStaffLoad({
  office,
  offices,
}: {
  office: BenchOffice
  offices: readonly number[]
}): Promise<BenchRow[]> {
  await openTheOffice(office)
  const rows: BenchRow[] = []
  for (const staff of offices) rows.push(...(await measure(office, staff)))
  return rows
}

/** The server has just started; by the time two hundred people are at work, it has long been asked for everything once. */
async function openTheOffice(office: BenchOffice): Promise<void> {
  for (let time = 0; time < 3; time += 1) {
    for (const question of questions) {
      const answer = await fetch(`${office.url}/api/mysql/realestate/list/?${new URLSearchParams(question)}`, {
        headers: { authorization: `Bearer ${office.staffTokens[0]}` },
      })
      await answer.arrayBuffer()
    }
    await setTimeout(1_000)
  }
}

async function measure(office: BenchOffice, staff: number): Promise<BenchRow[]> {
  const notes = takeNotes()
  const devices = await openDevices(office, { staff, watch: notes.watch })
  const over = new AbortController()
  const working = Promise.all(devices.map((device) => device.work(over.signal)))
  await setTimeout(warmUpMs)
  notes.clear()
  const cpuBefore = await office.cpuMs()
  await setTimeout(measuredMs)
  const cpuShare = ((await office.cpuMs()) - cpuBefore) / measuredMs
  over.abort()
  await Promise.race([working, setTimeout(backlogMs)])
  const busy = notes.summary()
  await setTimeout(2_000)
  notes.clear()
  for (const device of devices.slice(0, quietEdits)) {
    await device.edit()
    await setTimeout(1_500)
  }
  const quiet = notes.summary()
  for (const device of devices) device.close()
  if (busy.failures.length > 0) throw new Error(`${busy.failures.length} requests failed: ${busy.failures[0]}`)
  return rowsOf(staff, { busy, quiet, cpuShare })
}

function rowsOf(
  staff: number,
  { busy, quiet, cpuShare }: { busy: Summary; quiet: Summary; cpuShare: number },
): BenchRow[] {
  const name = `${staff} staff at work`
  const kinds = (['edit', 'list', 'pull'] as const).map((kind) =>
    reported(`${name}: ${kind}, p95`, percentile(busy.taken[kind], 0.95)),
  )
  const all = Object.values(busy.taken).flat()
  return [
    budgetRow({
      name: `${name}: any request, p95`,
      unit: 'ms',
      ours: percentile(all, 0.95),
      goal: '≤ 250 ms',
      limit: 250,
    }),
    ...kinds,
    reported(`${name}: a colleague's edit on all other devices, p95`, percentile(busy.news, 0.95)),
    reported(`${name}: the same edit when nobody else works, p95`, percentile(quiet.news, 0.95)),
    { ...reported(`${name}: pulls`, (busy.taken.pull.length * 1000) / measuredMs), unit: 'per s' },
    { ...reported(`${name}: the server process' share of one processor`, cpuShare * 100), unit: '%' },
  ]
}

function reported(name: string, ours: number): BenchRow {
  return { name, unit: 'ms', ours, peer: null, peerName: null, ratio: null, goal: '', holds: null }
}

async function openDevices(office: BenchOffice, { staff, watch }: { staff: number; watch: Watch }): Promise<Device[]> {
  const tokens = office.staffTokens.slice(0, staff)
  const { rows, cursor } = await somePage(office, staff * recordsOfEach)
  return await Promise.all(
    tokens.map((token, n) =>
      openDevice({
        ...{ url: office.url, token, watch, cursor },
        records: rows.slice(n * recordsOfEach, (n + 1) * recordsOfEach).map(({ id, version }) => ({ id, version })),
        questions,
      }),
    ),
  )
}

async function somePage(office: BenchOffice, limit: number) {
  const answer = await fetch(`${office.url}/api/sync/real-estate/rows?limit=${limit}`, {
    headers: { authorization: `Bearer ${office.staffTokens[0]}` },
  })
  return rowsPageSchema.parse(await answer.json())
}

interface Summary {
  readonly taken: Record<RequestKind, number[]>
  /** From sending an edit to each other device having it. */
  readonly news: readonly number[]
  readonly failures: readonly string[]
}

function takeNotes(): { watch: Watch; clear(): void; summary(): Summary } {
  let asked: Asked[] = []
  let failures: string[] = []
  let edits = new Map<string, EditMade>()
  // News can come before the answer to the edit has told its version.
  let arrivals: { key: string; at: number }[] = []
  return {
    clear() {
      asked = []
      failures = []
      edits = new Map()
      arrivals = []
    },
    watch: {
      due(kind, at) {
        const one: Asked = { kind, at, doneAt: undefined }
        asked.push(one)
        return () => void (one.doneAt = performance.now())
      },
      failed: (what) => void failures.push(what),
      edited: (edit) => void edits.set(keyOf(edit), edit),
      heard: (change) => void arrivals.push({ key: keyOf(change), at: performance.now() }),
    },
    summary() {
      const now = performance.now()
      const of = (kind: RequestKind) =>
        asked.filter((one) => one.kind === kind).map(({ at, doneAt = now }) => doneAt - at)
      const news = arrivals.flatMap(({ key, at }) => {
        const edit = edits.get(key)
        return edit ? [at - edit.sentAt] : []
      })
      return { taken: { edit: of('edit'), list: of('list'), pull: of('pull') }, news, failures }
    },
  }
}

interface Asked {
  readonly kind: RequestKind
  readonly at: number
  doneAt: number | undefined
}

function keyOf({ id, version }: { id: string; version: number }): string {
  return `${id} ${version}`
}
