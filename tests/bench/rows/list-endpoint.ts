import { setTimeout } from 'node:timers/promises'
import type { BenchOffice } from '../bench-office.ts'
import { budgetRow, percentile, type BenchRow } from '../bench-row.ts'

interface BenchedList {
  readonly name: string
  readonly path: string
  /** The filter combinations the screen offers. */
  readonly questions: readonly Record<string, string>[]
}

export const caseBookList: BenchedList = {
  name: 'case book',
  path: '/api/mysql/realestate/list/',
  questions: [
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
    { ordering: 'owner' },
    { ordering: '-fees' },
    { search: '김' },
    { search: '김', region: '솔빛시' },
    { region: '솔빛시', type: '임대', business_manager: '김' },
    { search: '가온', receipted_at_start: '2026-03-01' },
    { type: '분양', ordering: '-fees' },
  ],
}

export const depositList: BenchedList = {
  name: 'deposit cases',
  path: '/api/mysql/deposition/list/',
  questions: [
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
    { ordering: 'owner_name' },
    { ordering: '-fees' },
    { search: '김' },
    { search: '김', status: 'pending' },
    { search: '가온', business_section: '공구' },
    { search: 'ㅅㅂ', business_section: '공구', date_filter_start: '2025-01-01' },
    { status: 'completed', date_filter_start: '2026-01-01' },
    { status: 'completed', date_filter_type: 'registrated_at', date_filter_start: '2025-01-01' },
    { status: 'pending', ordering: 'owner_name' },
  ],
}

/**
 * A list call over every question: p95 of five places in its result, three times each; p95 of the first asking, which has to find the total; and p95 of a page
 * asked for right after a colleague's edit.
 */
export async function benchListEndpoint({
  office,
  records,
  list,
}: {
  office: BenchOffice
  records: number
  list: BenchedList
}): Promise<BenchRow[]> {
  const { access_token: token } = await office.signIn()
  await ask({ office, token, list, question: {}, page: 1 })
  // A server of a large office reads what it remembers behind its first answers, once a day; here it has just started.
  await setTimeout(records / 100)
  const firsts: number[] = []
  const pages: number[] = []
  const afterEdits: number[] = []
  for (const question of list.questions) {
    const asking = { office, token, list, question }
    const { total, ms, ids } = await ask({ ...asking, page: 1 })
    firsts.push(ms)
    const count = Math.max(1, Math.ceil(total / 20))
    for (const share of [0, 0.1, 0.5, 0.9, 1]) {
      const page = Math.max(1, Math.round(count * share))
      for (let time = 0; time < 3; time += 1) pages.push((await ask({ ...asking, page })).ms)
    }
    for (const [time, id] of ids.slice(0, 3).entries()) {
      await edit(asking, { id, fees: time })
      afterEdits.push((await ask({ ...asking, page: Math.max(1, Math.round(count * 0.1)) })).ms)
    }
  }
  const where = records >= 1_000_000 ? 'PostgreSQL' : 'embedded'
  const name = `list of ${list.name}, ${records} rows (${where}), any filter and page, p95`
  return [
    budgetRow({ name, unit: 'ms', ours: percentile(pages, 0.95), goal: '≤ 20 ms', limit: 20 }),
    reported(name.replace('page', 'page, asked for the first time'), percentile(firsts, 0.95)),
    reported(name.replace('page', 'page, right after an edit'), percentile(afterEdits, 0.95)),
  ]
}

/** For which nothing is promised. */
function reported(name: string, ours: number): BenchRow {
  return { name, unit: 'ms', ours, peer: null, peerName: null, ratio: null, goal: '', holds: null }
}

interface Asking {
  readonly office: BenchOffice
  readonly token: string
  readonly list: BenchedList
}

async function edit({ office, token, list }: Asking, change: { id: string; fees: number }): Promise<void> {
  const answer = await fetch(`${office.url}${list.path}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(change),
  })
  if (!answer.ok) throw new Error(`the edit was answered ${answer.status}`)
}

async function ask(
  asked: Asking & { question: Record<string, string>; page: number },
): Promise<{ ms: number; total: number; ids: string[] }> {
  const query = new URLSearchParams({ ...asked.question, page: String(asked.page), page_size: '20' })
  const start = performance.now()
  const answer = await fetch(`${asked.office.url}${asked.list.path}?${query}`, {
    headers: { authorization: `Bearer ${asked.token}` },
  })
  const { total_count: total, results } = (await answer.json()) as { total_count: number; results: { id: string }[] }
  if (!answer.ok) throw new Error(`the list answered ${answer.status}`)
  return { ms: performance.now() - start, total, ids: results.map(({ id }) => id) }
}
