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
  ],
}

/** p95 of a list call over every question and five places in its result, three times each. */
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
  const samples: number[] = []
  for (const question of list.questions) {
    const { total } = await ask({ office, token, list, question, page: 1 })
    const pages = Math.max(1, Math.ceil(total / 20))
    for (const share of [0, 0.1, 0.5, 0.9, 1]) {
      const page = Math.max(1, Math.round(pages * share))
      for (let time = 0; time < 3; time += 1) samples.push((await ask({ office, token, list, question, page })).ms)
    }
  }
  const where = records >= 1_000_000 ? 'PostgreSQL' : 'embedded'
  const name = `list of ${list.name}, ${records} rows (${where}), any filter and page, p95`
  return [budgetRow({ name, unit: 'ms', ours: percentile(samples, 0.95), goal: '≤ 20 ms', limit: 20 })]
}

async function ask(asked: {
  office: BenchOffice
  token: string
  list: BenchedList
  question: Record<string, string>
  page: number
}): Promise<{ ms: number; total: number }> {
  const query = new URLSearchParams({ ...asked.question, page: String(asked.page), page_size: '20' })
  const start = performance.now()
  const answer = await fetch(`${asked.office.url}${asked.list.path}?${query}`, {
    headers: { authorization: `Bearer ${asked.token}` },
  })
  const { total_count: total } = (await answer.json()) as { total_count: number }
  if (!answer.ok) throw new Error(`the list answered ${answer.status}`)
  return { ms: performance.now() - start, total }
}
