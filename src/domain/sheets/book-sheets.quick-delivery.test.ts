import { expect, test } from 'vitest'
import { deliverySheet } from './book-sheets.ts'

const emptyRecord = { id: 'a', version: 1, inserted_at: '', updated_at: '', rider: null, sender: null, receiver: null }

test('charges and top-ups have separate totals, and each row shows the remaining balance', () => {
  const topUp = {
    ...emptyRecord,
    status: 'balance_add',
    amount: 50_000,
    memo: '월 정산',
    created_at: '2026-11-20T00:00:00+00:00',
  }
  const ride = {
    ...emptyRecord,
    status: 'delivery',
    rider: '김가온',
    amount: 8000,
    memo: '=1+1',
    created_at: '2026-11-20T05:05:00+00:00',
  }
  const total = deliverySheet.total()
  const rows = [
    deliverySheet.toCells({ record: topUp, balance: 50_000 }),
    deliverySheet.toCells({ record: ride, balance: 42_000 }),
  ]
  for (const row of rows) total.add(row)
  expect(deliverySheet.columns.map(({ header }) => header)).toEqual([
    '등록일시',
    '구분',
    '기사명',
    '보내는 분',
    '받는 분',
    '금액',
    '사용액',
    '충전액',
    '잔액',
    '메모',
    '번호',
    '내보낸 기준',
  ])
  expect(rows).toEqual([
    [
      46_346 + 9 / 24,
      '충전',
      null,
      null,
      null,
      50_000,
      null,
      50_000,
      50_000,
      '월 정산',
      'a',
      expect.stringMatching(/^1-/),
    ],
    [
      46_346 + (14 * 60 + 5) / 1440,
      '배송',
      '김가온',
      null,
      null,
      8000,
      8000,
      null,
      42_000,
      "'=1+1",
      'a',
      expect.stringMatching(/^1-/),
    ],
  ])
  expect(total.row()).toEqual(['합계', null, null, null, null, null, 8000, 50_000, null, null, null, null])
})
