import { addDays, toOfficeDay } from '#domain/dates/office-date.ts'
import { toInstant } from '#domain/dates/office-moment.ts'
import type { Database } from '#server/db/client.ts'
import { createPicker, type Picker, toWorkingDay } from '#server/demo/demo-picker.ts'
import { createDemoRowMaker, loadDemoBook } from '#server/demo/demo-rows.ts'

/**
 * Inserts `count` fictional card uses, deterministic for a seed and day, and keeps existing ones.
 * Returns the number inserted.
 */
export async function loadDemoCardUsage(
  db: Database,
  options: { count?: number; seed?: number; now: Date },
): Promise<number> {
  const { count = 900, seed = 1, now } = options
  const today = toOfficeDay(now.getTime())
  const makeRow = createDemoRowMaker('card-usage', seed ^ 0xca4d)
  const makeUse = (index: number) => makeRow(index, makeDemoUse({ seed, index, count, today }))
  return await loadDemoBook(db, { name: 'card-usage', count }, makeUse)
}

/** Days before today that the uses are spread over. */
const spreadDays = 480

interface UseKind {
  readonly share: number
  readonly stores: readonly string[]
  /** Spellings used by card companies and people; '' means none. */
  readonly purposes: readonly string[]
  readonly notes: readonly (string | null)[]
  /** First and last minute of the day. */
  readonly hours: readonly [number, number]
  /** Lowest and highest amount in hundreds of won. */
  readonly pay: readonly [number, number]
}

const kinds: readonly UseKind[] = [
  {
    share: 46,
    stores: ['달빛국밥', '해든김밥', '여울칼국수', '가온백반', '별빛분식'],
    purposes: ['점심', '점심', '점심식대', 'Lunch'],
    notes: ['직원 3명', '직원 2명', null, '등기소 출장 중 식사', null],
    hours: [11 * 60 + 30, 13 * 60 + 30],
    pay: [90, 140],
  },
  {
    share: 18,
    stores: ['나루숯불', '솔빛반점', '하늘면옥'],
    purposes: ['저녁', '저녁', '야근 저녁', 'dinner'],
    notes: ['마감 야근', '직원 4명', null],
    hours: [18 * 60, 21 * 60],
    pay: [120, 480],
  },
  {
    share: 36,
    stores: ['솔빛주유소', '해든등기소 주차장', '도담문구', '누리군청 주차장', '가람우체국'],
    purposes: ['기타', '주유', '주차', '', '사무용품'],
    notes: ['업무용 차량', '등기 접수', '복사 용지 2상자', null],
    hours: [9 * 60, 18 * 60],
    pay: [10, 900],
  },
]

function makeDemoUse(use: { seed: number; index: number; count: number; today: string }) {
  const { seed, index, count, today } = use
  const pick = createPicker(seed ^ 0xca4d, index)
  const kind = pick.weighted(kinds)
  const daysBack = Math.floor((index * spreadDays) / count)
  return {
    created_at: toInstant(pastDay(today, daysBack), pickTime(pick, kind)),
    store_name: pick.oneOf(kind.stores),
    pay: pickPay(pick, kind, index),
    purpose: pick.oneOf(kind.purposes) || null,
    note: pick.oneOf(kind.notes),
    approve_num: String(30_000_000 + index * 37 + seed),
  }
}

/** A working day that is not in the future. */
function pastDay(today: string, back: number): string {
  const day = toWorkingDay(addDays(today, -back))
  return day > today ? addDays(day, -3) : day
}

function pickTime(pick: Picker, { hours: [from, to] }: UseKind): string {
  const minute = pick.between(from, to)
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}

/**
 * One use in 150 is not settled yet: the company sends text instead of an amount, and the screen
 * shows 0.
 */
function pickPay(pick: Picker, { pay: [low, high] }: UseKind, index: number): string {
  const won = pick.between(low, high) * 100
  return index % 150 === 75 ? '승인 대기' : String(won)
}
