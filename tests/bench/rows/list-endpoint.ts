import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { countedExactly } from '#contract/records/list-query.ts'
import { buildConnectionSettings } from '#server/db/client.ts'
import type { ListDescription, ListParams } from '#server/db/lists/list-description.ts'
import { readListPage } from '#server/db/lists/read-list.ts'
import { depositCaseList } from '#server/deposit-cases/list-deposit-cases.ts'
import { caseBookList } from '#server/real-estate/list-case-book.ts'
import type { Tables } from '#server/schema/tables/tables.ts'
import type { BenchOffice } from '../bench-office.ts'
import { type BenchRow, compareRow, createBudgetRow, percentile } from '../bench-row.ts'

type SearchParams = Readonly<Record<string, string>>

interface BenchedList {
  readonly name: string
  readonly path: string
  readonly list: ListDescription<ListParams>
  /** The filter combinations the screen offers, in the book's default order. */
  readonly filters: readonly SearchParams[]
  /** Ordered by a column without an index: every matching row is read. */
  readonly orders: readonly SearchParams[]
}

export const benchedCaseBook: BenchedList = {
  name: 'case book',
  path: '/api/mysql/realestate/list/',
  list: caseBookList,
  filters: [
    {},
    { search: '가온' },
    { search: 'ㅅㅂ' },
    { search: '달빛로 53' },
    { region: '솔빛시' },
    { type: '분양' },
    { business_section: '공구' },
    { business_manager: '김' },
    { created_at_start: '2026-01-01', created_at_end: '2026-06-30' },
    { receipted_at_start: '2026-03-01' },
    { registrated_at_end: '2026-03-01', search: '근저당' },
    { search: '김' },
    { search: '김', region: '솔빛시' },
    { region: '솔빛시', type: '임대', business_manager: '김' },
    { search: '가온', receipted_at_start: '2026-03-01' },
  ],
  orders: [{ ordering: 'owner' }, { ordering: '-fees' }, { ordering: 'group_id' }, { type: '분양', ordering: '-fees' }],
}

export const benchedDepositCases: BenchedList = {
  name: 'deposit cases',
  path: '/api/mysql/deposition/list/',
  list: depositCaseList,
  filters: [
    {},
    { search: '가온' },
    { search: 'ㅅㅂ' },
    { search: '별빛리 53' },
    { business_section: '공구' },
    { business_manager: '김' },
    { purpose: '이전' },
    { status: 'pending' },
    { status: 'pending,surveying' },
    { business_section: '공구', business_manager: '김', purpose: '이전', status: 'completed' },
    { date_filter_start: '2026-01-01', date_filter_end: '2026-06-30' },
    { date_filter_type: 'receipted_at', date_filter_start: '2026-03-01' },
    { registrated_at_end: '2026-03-01', search: '말소' },
    { search: '김' },
    { search: '김', status: 'pending' },
    { search: '가온', business_section: '공구' },
    { search: 'ㅅㅂ', business_section: '공구', date_filter_start: '2025-01-01' },
    { status: 'completed', date_filter_start: '2026-01-01' },
    { status: 'completed', date_filter_type: 'registrated_at', date_filter_start: '2025-01-01' },
  ],
  orders: [{ ordering: 'owner_name' }, { ordering: '-fees' }, { status: 'pending', ordering: 'owner_name' }],
}

/**
 * A list call with its count for every query, at five positions among the counted rows, three times
 * each: through the server, and in turn the same statements by node-postgres on a separate
 * connection. The first of the three is always new.
 */
export async function benchListEndpoint(run: {
  office: BenchOffice
  records: number
  benched: BenchedList
}): Promise<BenchRow[]> {
  const { office, records, benched } = run
  const limit = records >= 1_000_000 ? 100 : 50
  const name = `list of ${benched.name}, ${records} rows`
  const bare = openBare(office, benched)
  try {
    const { access_token: token } = await office.signIn()
    const sides = {
      ours: (request: PageRequest) => fetchPage({ office, token, benched }, request),
      bare: bare.fetchPage,
    }
    const filters = await measure(sides, benched.filters)
    const orders = await measure(sides, benched.orders)
    const [ours, peer] = [percentile(filters.ours, 0.95), percentile(filters.bare, 0.95)]
    const goal = `≤ ${limit} ms`
    const compared = { peer, peerName: 'node-postgres, the same statements', goal: '≤ 1.5 × the same SQL', atMost: 1.5 }
    return [
      createBudgetRow({ name: `${name}, any filter and page, p95`, unit: 'ms', ours, goal, limit }),
      compareRow({ name: `${name}, any filter and page, p95`, unit: 'ms', ours, ...compared }),
      compareRow({
        name: `${name}, ordered by a column without an index, p95`,
        unit: 'ms',
        ...compared,
        ours: percentile(orders.ours, 0.95),
        peer: percentile(orders.bare, 0.95),
      }),
    ]
  } finally {
    await bare.close()
  }
}

interface PageRequest {
  readonly listQuery: SearchParams
  readonly page: number
}

type ListSide = (request: PageRequest) => Promise<{ ms: number; total: number }>

async function measure(sides: { ours: ListSide; bare: ListSide }, queries: readonly SearchParams[]) {
  const durations = { ours: [] as number[], bare: [] as number[] }
  for (const listQuery of queries) {
    const { total } = await sides.ours({ listQuery, page: 1 })
    const pages = Math.max(1, Math.ceil(Math.min(total, countedExactly) / pageSize))
    for (const share of [0, 0.1, 0.5, 0.9, 1]) {
      const page = Math.max(1, Math.round(pages * share))
      for (let time = 0; time < 3; time += 1) {
        durations.ours.push((await sides.ours({ listQuery, page })).ms)
        durations.bare.push((await sides.bare({ listQuery, page })).ms)
      }
    }
  }
  return durations
}

const pageSize = 20

async function fetchPage(
  { office, token, benched }: { office: BenchOffice; token: string; benched: BenchedList },
  { listQuery, page }: PageRequest,
): Promise<{ ms: number; total: number }> {
  const query = new URLSearchParams({ ...listQuery, page: String(page), page_size: String(pageSize) })
  const start = performance.now()
  const response = await fetch(`${office.url}${benched.path}?${query}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { total_count: total } = (await response.json()) as { total_count: number }
  if (!response.ok) throw new Error(`the list answered ${response.status}`)
  return { ms: performance.now() - start, total }
}

/** Captures the statements that the list reader sends. */
function openBare(
  { databaseUrl }: BenchOffice,
  { list }: BenchedList,
): { fetchPage: ListSide; close(): Promise<void> } {
  const settings = buildConnectionSettings(databaseUrl)
  const sent: { sql: string; parameters: readonly unknown[] }[] = []
  const caught = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ ...settings, max: 2 }) }),
    log: ({ query }) => void sent.push(query),
  })
  const client = new pg.Client(settings)
  const connected = client
    .connect()
    .then(() => client.query("set jit = off; set random_page_cost = 1.1; set work_mem = '16MB'; set timezone = 'UTC'"))
  return {
    async fetchPage({ listQuery, page }) {
      await connected
      sent.length = 0
      const { total_count: total } = await readListPage(caught, list, {
        listQuery: { ...listQuery, page, page_size: pageSize },
        today: '2026-11-20',
      })
      const start = performance.now()
      for (const { sql, parameters } of sent) await client.query(sql, [...parameters])
      return { ms: performance.now() - start, total }
    },
    async close() {
      await client.end()
      await caught.destroy()
    },
  }
}
