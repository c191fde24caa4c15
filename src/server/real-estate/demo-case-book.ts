import { addDays, toOfficeDay } from '#domain/dates/office-date.ts'
import { computeVat } from '#domain/money/won.ts'
import type { Database } from '#server/db/client.ts'
import { demoRegistries, pickDemoAddress, pickDemoOwner } from '#server/demo/demo-clients.ts'
import { computeDemoEntry, makeDemoMandate } from '#server/demo/demo-mandate.ts'
import {
  addWorkingDays,
  createDemoId,
  createPicker,
  floorToTens,
  type Picker,
  toWorkingDay,
} from '#server/demo/demo-picker.ts'
import { createDemoRowMaker, insertDemoRows, loadDemoBook } from '#server/demo/demo-rows.ts'

/**
 * Fills the case book with `count` fictional entries and their groups, deterministic for a seed and
 * day; existing ones stay.
 */
export async function loadDemoCaseBook(
  db: Database,
  options: { count?: number; seed?: number; now: Date },
): Promise<{ groups: number; entries: number }> {
  const { count = 600, seed = 1, now } = options
  const today = toOfficeDay(now.getTime())
  const groups = await loadDemoGroups(db, { seed, cases: count })
  const makeRow = createDemoRowMaker('real-estate', seed)
  const entries = await loadDemoBook(db, { name: 'real-estate', count }, (index) => {
    const fields = makeDemoCase(seed, index, today)
    const group_id = groups[(index * 7) % groups.length]?.id
    return makeRow(index, { ...fields, group_id, inserted_at: computeDemoEntry(fields['receipted_at'], now) })
  })
  return { groups: groups.length, entries }
}

/**
 * Fields of demo case number `index` (without its group); they depend only on seed, index and the
 * office's day, so that demo data of any size begins with the same records.
 */
export function makeDemoCase(seed: number, index: number, today: string): DemoFields {
  const pick = createPicker(seed, index)
  const purpose = pick.weighted(purposes)
  const dates = demoDates(pick, today)
  const fees = pick.between(10, 45) * 10_000
  const fields: DemoFields = {
    ...dates,
    owner: pickDemoOwner(pick),
    owner_address: pickDemoAddress(pick),
    housing_reg_date: purpose.name === '임대주택 부기등기' ? addDays(dates.receipted_at, -pick.between(30, 900)) : null,
    purpose: purpose.name,
    fees,
    proof: pick.between(2, 12) * 1000,
    tax: demoTax(pick, purpose.tax),
    stamp: (purpose.tax === 'cancellation' ? 4000 : 18_000) * pick.between(1, 3),
    ...makeDemoMandate(createPicker(seed ^ 0x3a9d, index), dates.receipted_at),
  }
  const edited = { ...fields, ...edgeRecord(index, today) }
  return { fees_vat: computeVat(Number(edited['fees'])), ...edited }
}

function demoTax(pick: Picker, kind: (typeof purposes)[number]['tax']): number {
  if (kind === 'cancellation') return 7200 * pick.between(1, 3)
  if (kind === 'mortgage') return floorToTens(pick.between(100, 600) * 1_000_000 * 1.2 * 0.0024)
  return floorToTens((pick.between(2100, 9800) * 100_000 * pick.between(110, 460)) / 10_000)
}

/**
 * Documents arrive on a working day of the past 18 months; filing and certificate follow and are
 * empty while they would be in the future.
 */
function demoDates(pick: Picker, today: string) {
  const receiptedAt = toWorkingDay(addDays(today, -pick.between(1, 547)))
  const planned = addWorkingDays(receiptedAt, pick.between(2, 20))
  const isFiled = planned <= today
  const certified = addWorkingDays(planned, pick.between(3, 7))
  return {
    receipted_at: receiptedAt,
    regi_date: planned,
    created_at: isFiled ? planned : null,
    registrated_at: isFiled && certified <= today ? certified : null,
  }
}

export type DemoGroup = ReturnType<typeof demoGroups>[number]

/** Inserts the groups for a number of cases; existing ones stay. */
export async function loadDemoGroups(trx: Database, options: { seed: number; cases: number }): Promise<DemoGroup[]> {
  const groups = demoGroups(options)
  await insertDemoRows(trx, 'real_estate_group', groups)
  return groups
}

function demoGroups({ seed, cases }: { seed: number; cases: number }) {
  const size = Math.max(sections.length, Math.min(120, Math.ceil(cases / 500)))
  return Array.from({ length: size }, (_, index) => {
    const section = sections[index % sections.length] ?? sections[0]
    const round = Math.floor(index / sections.length)
    return {
      ...section,
      id: createDemoId(seed ^ 0x6e0, index),
      version: 1,
      name: round === 0 ? section.name : `${section.name} ${round + 1}차`,
      trust_corporate_name: trusts[index % trusts.length] ?? null,
      office: demoRegistries[index % demoRegistries.length] ?? null,
      is_demo: true,
    }
  })
}

export type DemoFields = Record<string, string | number | null>

/**
 * Fields in which demo record number `index` differs from an ordinary one. The first records test
 * the limits of screens and sums.
 */
function edgeRecord(index: number, today: string): Partial<DemoFields> | undefined {
  return index < 32 ? edgeRecords(today)[index] : undefined
}

function edgeRecords(today: string): readonly Partial<DemoFields>[] {
  return [
    { owner: '주식회사 가온누리해든솔빛별빛달빛여울도담미르나래종합개발' },
    { owner: '공유자 김가온 외 6명(지분 각 7분의 1)' },
    { owner_address: '누리군 하늘면 별빛리 산 12-3 임야 1,204㎡' },
    { owner_address: '가람도 솔빛시 해든구 달빛로 7, 지하1층 B101호 (달빛동, 달빛스퀘어)' },
    { fees: 0, purpose: '근저당권말소', tax: 7200 },
    { tax: 4_812_345_670, purpose: '소유권이전' },
    { regi_date: null, receipted_at: null, created_at: null, registrated_at: null, housing_reg_date: null },
    { owner: '김하람' },
    { owner: '김하람' },
    {
      owner_address:
        '가람도 솔빛시 해든구 해든대로12길 345, 해든마을 가온채 1단지 아파트 1101동 2503호 (달빛동, 관리사무소 맞은편 상가동 3층 포함, 별지 목록 기재와 같음)',
    },
    { housing_reg_date: addDays(today, -400), purpose: '임대주택 부기등기' },
    {
      owner: null,
      owner_address: null,
      purpose: null,
      fees: null,
      fees_vat: null,
      proof: null,
      tax: null,
      stamp: null,
    },
    ...upcoming(today),
    { receipted_at: addDays(today, -75), created_at: null, registrated_at: null },
    { receipted_at: addDays(today, -90), created_at: null, registrated_at: null },
    { owner: '金가온(김가온)', owner_address: '가람도 솔빛시 나루구 여울동 1' },
  ]
}

/** Six records filed today, tomorrow and the day after, which the list highlights. */
function upcoming(today: string): Partial<DemoFields>[] {
  return [0, 0, 1, 1, 2, 2].map((days) => ({ regi_date: addDays(today, days), created_at: null, registrated_at: null }))
}

/**
 * Fictional groups 사업구간 without real places or trusts; beyond twelve groups they are
 * numbered.
 */
const sections = [
  { name: '가온–솔빛 고속도로 제1공구', type: '도로', region: '솔빛시', manager: '김가온 과장' },
  { name: '가온–솔빛 고속도로 제2공구', type: '도로', region: '솔빛시', manager: '박새론 대리' },
  { name: '가온–솔빛 고속도로 제3공구', type: '도로', region: '누리군', manager: '김가온 과장' },
  { name: '가온–솔빛 고속도로 제4공구', type: '도로', region: '누리군', manager: '최여울 차장' },
  { name: '가온–솔빛 고속도로 제5공구', type: '도로', region: '해든시', manager: '최여울 차장' },
  { name: '해든 우회도로(달빛동~별빛리)', type: '도로', region: '솔빛시', manager: '정하람 대리' },
  { name: '누리천 정비 2차', type: '하천', region: '누리군', manager: '이도담 과장' },
  { name: '솔빛 도시계획도로 중로2-14호선', type: '도로', region: '솔빛시', manager: '정하람 대리' },
  { name: '하늘산단 진입도로', type: '산업단지', region: '누리군', manager: '이도담 과장' },
  { name: '해든마을 가온채 1단지', type: '공동주택', region: '솔빛시', manager: '윤나래 대리' },
  { name: '해든마을 가온채 2단지', type: '공동주택', region: '솔빛시', manager: '윤나래 대리' },
  { name: '달빛스퀘어', type: '오피스텔', region: '해든시', manager: '강미르 차장' },
] as const

const trusts = ['가온부동산신탁(주)', '솔빛자산신탁(주)', '누리토지신탁(주)'] as const

/** Purposes 등기목적 with their share in percent and the calculation of public charges 공과금. */
const purposes = [
  { name: '소유권이전', share: 44, tax: 'transfer' },
  { name: '소유권이전 및 근저당권설정', share: 22, tax: 'transfer' },
  { name: '근저당권설정', share: 14, tax: 'mortgage' },
  { name: '근저당권말소', share: 11, tax: 'cancellation' },
  { name: '임대주택 부기등기', share: 5, tax: 'cancellation' },
  { name: '상속', share: 4, tax: 'transfer' },
] as const
