import { deliveryStatus, topUpStatus } from '#contract/books/quick-delivery.ts'
import { formatInstant } from '#contract/records/values.ts'
import { addDays, toOfficeDay } from '#domain/dates/office-date.ts'
import type { Database } from '#server/db/client.ts'
import { demoRegistries, pickDemoPerson } from '#server/demo/demo-clients.ts'
import { createPicker, type Picker, toWorkingDay } from '#server/demo/demo-picker.ts'
import { createDemoRowMaker, loadDemoBook } from '#server/demo/demo-rows.ts'

const seed = 0x9d1c
const makeRow = createDemoRowMaker('quick-deliveries', seed)

/** Records per top-up of the balance. */
const perTopUp = 15

/**
 * Inserts `count` fictional deliveries and top-ups of the past half year; existing ones stay.
 * Returns the number inserted.
 */
export async function loadDemoDeliveries(
  db: Database,
  { count = 350, now }: { count?: number; now: Date },
): Promise<number> {
  const today = toOfficeDay(now.getTime())
  return await loadDemoBook(db, { name: 'quick-deliveries', count }, (index) => {
    const pick = createPicker(seed, index)
    const fields = index % perTopUp === 0 ? createDemoTopUp(pick, index) : createDemoDelivery(pick)
    return makeRow(index, { ...fields, created_at: pickMoment(pick, { index, count, today }) })
  })
}

/** Spread over half a year up to yesterday, within office hours in Seoul. */
function pickMoment(pick: Picker, { index, count, today }: { index: number; count: number; today: string }): string {
  const daysAgo = 1 + Math.floor(((count - 1 - index) * 180) / count)
  const day = toWorkingDay(addDays(today, -daysAgo))
  const minutes = index % perTopUp === 0 ? 9 * 60 : pick.between(9 * 60 + 10, 17 * 60 + 50)
  return formatInstant(Date.parse(`${day}T00:00:00+09:00`) + minutes * 60_000)
}

/**
 * Deliveries cost 7,000 to 25,000 won, so fourteen of them use up about one top-up. The first
 * top-up is larger, so that the balance never becomes negative.
 */
function createDemoTopUp(pick: Picker, index: number) {
  return {
    status: topUpStatus,
    amount: index === 0 ? 350_000 : pick.between(20, 25) * 10_000,
    memo: pick.oneOf(['법인계좌 이체', '월 정산 충전', '카드 결제', null]),
  }
}

function createDemoDelivery(pick: Picker) {
  const isReturn = pick.chance(30)
  const otherParty = pick.chance(35) ? pick.oneOf(demoRegistries).replace('지방법원', '') : pickDemoPerson(pick)
  return {
    status: deliveryStatus,
    rider: pick.chance(92) ? pickDemoPerson(pick) : null,
    sender: isReturn ? otherParty : '사무소',
    receiver: isReturn ? '사무소' : otherParty,
    amount: pick.between(70, 250) * 100,
    memo: pick.chance(45) ? pick.oneOf(memos) : null,
  }
}

const memos = [
  '등기필정보 전달',
  '인감증명서 수령',
  '왕복',
  '공탁서 원본',
  '위임장 서명 요청',
  '오전 중 도착 요청',
  '비 오는 날 할증',
] as const
