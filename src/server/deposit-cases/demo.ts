import { sql } from 'kysely'
import type { DepositCaseRecord } from '#contract/books/deposit-cases.ts'
import { addDays, toOfficeDay } from '#domain/dates/office-date.ts'
import { computeVat } from '#domain/money/won.ts'
import type { Database } from '#server/db/client.ts'
import {
  demoProjects,
  demoRegistries,
  getDemoProject,
  pickDemoAddress,
  pickDemoLot,
  pickDemoOwner,
} from '#server/demo/demo-clients.ts'
import { computeDemoEntry, makeDemoMandate } from '#server/demo/demo-mandate.ts'
import {
  addWorkingDays,
  createPicker,
  floorToTens,
  getMonthEnd,
  type Picker,
  toWorkingDay,
} from '#server/demo/demo-picker.ts'
import { createDemoRowMaker, loadDemoBook } from '#server/demo/demo-rows.ts'

/**
 * Inserts `count` fictional deposit cases, deterministic for a seed and day, and keeps existing
 * ones. Returns the number inserted.
 */
export async function loadDemoDepositCases(
  db: Database,
  options: { count?: number; seed?: number; now: Date },
): Promise<number> {
  const { count = 800, seed = 1, now } = options
  const today = toOfficeDay(now.getTime())
  // A large office has more projects; beyond twelve they are numbered.
  const projects = Math.max(demoProjects.length, Math.min(120, Math.ceil(count / 500)))
  const makeRow = createDemoRowMaker('deposit-cases', seed ^ 0xd0c)
  return await loadDemoBook(db, { name: 'deposit-cases', count }, (index) => {
    const fields = makeDemoDeposit(seed, index, { today, project: (index * 7) % projects })
    return makeRow(index, { ...fields, inserted_at: computeDemoEntry(fields.receipted_at, now) })
  })
}

/** Removes official letters of demo cases; call it before the cases are removed. */
export async function removeDemoLetters(db: Database): Promise<number> {
  const { rows } = await sql`delete from official_letter where is_demo returning id`.execute(db)
  return rows.length
}

/**
 * Fields of demo deposit case number `index`; they depend only on seed, index, project and the
 * office's day. The states of a case follow the office's steps in order: deposited, posted,
 * claimed, paid.
 */
export function makeDemoDeposit(
  seed: number,
  index: number,
  { today, project }: { today: string; project: number },
): DemoDepositCase {
  const pick = createPicker(seed ^ 0xd0c, index)
  const { share: _share, ages, ...state } = pick.weighted(states)
  const receipted_at = toWorkingDay(addDays(today, -pick.between(ages[0], ages[1])))
  const fees = pick.between(10, 35) * 10_000
  const projectTexts = getDemoProject(project)
  const purpose = pick.weighted(purposes)
  const fields: DemoDepositCase = {
    ...projectTexts,
    receipted_at,
    status: state.status,
    purpose: purpose.name,
    fees,
    fees_vat: null,
    address_id: null,
    owner_name: pickDemoOwner(pick),
    address: pick.chance(70)
      ? `${pickDemoLot(pick)} ${pick.oneOf(lands)} ${pick.between(40, 4200)}㎡`
      : pickDemoAddress(pick),
    request_number: `${receipted_at.slice(0, 4)}-${String((index % 9999) + 1).padStart(4, '0')}`,
    proof: pick.between(2, 12) * 1000,
    tax: purpose.isCancellation
      ? 7200 * pick.between(1, 3)
      : floorToTens((pick.between(20, 900) * 1_000_000 * pick.between(11, 46)) / 1000),
    stamp: (purpose.isCancellation ? 4000 : 18_000) * pick.between(1, 3),
    regi_office: pick.oneOf(demoRegistries),
    notes: pick.chance(6) ? pick.oneOf(notes) : null,
    client_name: null,
    ...makeDemoMandate(createPicker(seed ^ 0x3a9d, index), receipted_at),
    client_address: pickDemoAddress(createPicker(seed ^ 0x3a9e, index)),
    ...makeProgress(pick, { receipted_at, today, reach: state.reach }),
  }
  const edited = { ...fields, ...getEdgeFields(index, today) }
  return { ...edited, fees_vat: edited.fees === null ? null : computeVat(edited.fees) }
}

/**
 * Share of each state in percent, age of its documents in days, and progress: 0 not started, 1
 * under way, 2 completed.
 */
const states = [
  { share: 55, status: 'completed', ages: [70, 547], reach: 2 },
  { share: 15, status: 'surveying', ages: [5, 80], reach: 1 },
  { share: 7, status: 'appraising', ages: [5, 80], reach: 1 },
  { share: 13, status: 'pending', ages: [1, 25], reach: 0 },
  { share: 6, status: 'on_hold', ages: [40, 300], reach: 0 },
  { share: 4, status: 'cancelled', ages: [30, 500], reach: 0 },
] as const

const purposes = [
  { share: 52, name: '소유권이전', isCancellation: false },
  { share: 26, name: '소유권이전(수용)', isCancellation: false },
  { share: 10, name: '근저당권말소', isCancellation: true },
  { share: 7, name: '대위상속', isCancellation: false },
  { share: 5, name: '지상권말소', isCancellation: true },
] as const

const lands = ['전', '답', '대', '임야', '도로', '구거'] as const
const notes = [
  '등기권리증 분실',
  '공유자 중 1인 해외 거주',
  '수령 거절',
  '주소 불명으로 공시송달',
  '상속 관계 확인 중',
] as const
const methods = ['본인 수령', '동거인 수령', '회사 동료 수령', '공시송달'] as const

const noDates = {
  created_at: null,
  registrated_at: null,
  expropriated_at: null,
  cost_request_at: null,
  tax_invoice_at: null,
  deposit_at: null,
}

const undeposited = {
  deposit_number: null,
  deposit_amount: null,
  deposit_account_date: null,
  deposit_original_date: null,
  deposit_post_date: null,
  deposit_post_number: null,
  deposit_post_receipted_method: null,
}

const untouched = { ...noDates, ...undeposited }

type CaseProgress = { [Key in keyof typeof untouched]: DemoDepositCase[Key] }

/** Events of a case up to today. Only 수용개시일 may be in the future. */
function makeProgress(pick: Picker, options: { receipted_at: string; today: string; reach: 0 | 1 | 2 }): CaseProgress {
  const { receipted_at, today, reach } = options
  const created_at = addWorkingDays(receipted_at, pick.between(2, 20))
  const started: CaseProgress = {
    ...untouched,
    expropriated_at: addDays(today, pick.between(4, 90)),
    created_at: nullIfAfter(created_at, today),
  }
  if (reach === 0) return { ...untouched, expropriated_at: pick.chance(60) ? started.expropriated_at : null }
  if (reach === 1 && pick.chance(55)) return started
  const deposit_account_date = addWorkingDays(receipted_at, pick.between(2, 8))
  if (deposit_account_date > today) return started
  const deposited = {
    ...started,
    expropriated_at: addDays(deposit_account_date, pick.between(5, 40)),
    deposit_account_date,
    deposit_amount: pickDepositAmount(pick),
    deposit_number: `${deposit_account_date.slice(0, 4)}년 금 제${pick.between(1, 9999)}호`,
  }
  return reach === 1 ? deposited : { ...deposited, ...makeEnding(pick, { created_at, deposit_account_date, today }) }
}

/**
 * Certificate, post, claim and payment of a completed case. 18 % of the claims stay unpaid, so that
 * the report of receivables has content.
 */
function makeEnding(
  pick: Picker,
  { created_at, deposit_account_date, today }: { created_at: string; deposit_account_date: string; today: string },
): Partial<CaseProgress> {
  const deposit_original_date = addWorkingDays(deposit_account_date, pick.between(1, 5))
  const deposit_post_date = addWorkingDays(deposit_original_date, pick.between(1, 3))
  const cost_request_at = getMonthEnd(deposit_post_date)
  const tax_invoice_at = addDays(cost_request_at, pick.between(0, 10))
  const deposit_at = addDays(cost_request_at, pick.between(5, 45))
  const isUnpaid = pick.chance(18)
  return {
    registrated_at: nullIfAfter(addWorkingDays(created_at, pick.between(3, 7)), today),
    deposit_original_date: nullIfAfter(deposit_original_date, today),
    deposit_post_date: nullIfAfter(deposit_post_date, today),
    deposit_post_number: `1000${String(pick.between(0, 999_999_999)).padStart(9, '0')}`,
    deposit_post_receipted_method: pick.oneOf(methods),
    cost_request_at: nullIfAfter(cost_request_at, today),
    tax_invoice_at: nullIfAfter(tax_invoice_at, today),
    deposit_at: isUnpaid ? null : nullIfAfter(deposit_at, today),
  }
}

function nullIfAfter(day: string, today: string): string | null {
  return day <= today ? day : null
}

/** Log-normal between 1,250,000 and 480,000,000 won, in steps of 10. */
function pickDepositAmount(pick: Picker): number {
  const normal = Math.sqrt(-2 * Math.log(1 - pick.next())) * Math.cos(2 * Math.PI * pick.next())
  const won = Math.exp(Math.log(35_000_000) + normal * 1.1)
  return floorToTens(Math.min(480_000_000, Math.max(1_250_000, won)))
}

export type DemoDepositCase = Omit<DepositCaseRecord, 'id' | 'version' | 'inserted_at' | 'updated_at'>

/**
 * Fields in which demo case number `index` differs from an ordinary one. The first cases test the
 * limits of screens and sums, or have a deadline close by.
 */
function getEdgeFields(index: number, today: string): Partial<DemoDepositCase> {
  return index < 32 ? (listEdgeFields(today)[index] ?? {}) : {}
}

function listEdgeFields(today: string): readonly Partial<DemoDepositCase>[] {
  return [
    ...makeDueSoon(today),
    { owner_name: '공유자 김가온 외 6명(지분 각 7분의 1)' },
    { address: '누리군 하늘면 별빛리 산 12-3 임야 1,204㎡' },
    { address: '가람도 솔빛시 해든구 달빛로 7, 지하1층 B101호 (달빛동, 달빛스퀘어)' },
    { fees: 0, purpose: '근저당권말소', tax: 7200 },
    { deposit_amount: 4_812_345_670, deposit_number: '2026년 금 제7호' },
    { receipted_at: null, ...noDates },
    { owner_name: '김하람' },
    { owner_name: '김하람' },
    {
      address:
        '가람도 솔빛시 해든구 해든대로12길 345, 해든마을 가온채 1단지 아파트 1101동 2503호 (달빛동, 관리사무소 맞은편 상가동 3층 포함, 별지 목록 기재와 같음)',
    },
    { deposit_post_receipted_method: '반송', deposit_post_number: '1000000000007', notes: '반송 후 재발송 필요' },
    { fees: null, proof: null, tax: null, stamp: null },
    { ...noDates, ...undeposited, status: 'pending', receipted_at: addDays(today, -75) },
    { ...noDates, ...undeposited, status: 'pending', receipted_at: addDays(today, -90) },
    { owner_name: '金가온(김가온)', address: '가람도 솔빛시 나루구 여울동 1' },
  ]
}

/**
 * Seven cases with a deposit deadline within the week; one is late already and one is due today.
 */
function makeDueSoon(today: string): Partial<DemoDepositCase>[] {
  return [-1, 0, 1, 2, 3, 5, 7].map((days) => ({
    ...noDates,
    ...undeposited,
    status: 'surveying',
    receipted_at: addDays(today, -21),
    expropriated_at: addDays(today, days),
  }))
}
