import { expect, test } from 'vitest'
import type { RecordWrite } from './book-rules.ts'
import { quickDeliveryRules } from './quick-delivery.ts'

const topUp = { status: 'balance_add', amount: 50_000, memo: null }
const delivery = { status: 'delivery', rider: '김가온', amount: 8000 }

test('refuses every edit of a top-up', () => {
  expect(findFirstViolation({ before: topUp, after: { ...topUp, memo: '정정' } })).toBe(
    '충전 기록은 수정할 수 없습니다.',
  )
  expect(listViolations({ before: topUp, after: { ...topUp, status: 'delivery' } })).toHaveProperty('status')
})

test('refuses to turn a ride into a top-up', () => {
  expect(findFirstViolation({ before: delivery, after: { ...delivery, status: 'balance_add' } })).toBe(
    '구분은 바꿀 수 없습니다.',
  )
})

test.each([
  [{ ...topUp, amount: 0 }, '올바른 금액을 입력하세요.'],
  [{ ...topUp, amount: null }, '올바른 금액을 입력하세요.'],
  [{ ...topUp, amount: 1500 }, '1,000원 단위로 입력해 주세요.'],
  [{ ...topUp, memo: '가'.repeat(201) }, '200자 이하로 입력해 주세요.'],
  [{ ...topUp, rider: '김가온' }, '충전 기록에는 금액과 메모만 적습니다.'],
  [{ status: 'delivery', rider: '', memo: '  ' }, '내용을 한 가지 이상 입력해 주세요.'],
])('refuses %o: %s', (after, message) => {
  expect(findFirstViolation({ before: null, after })).toBe(message)
})

test('accepts a ride with any single field, even an amount of 0', () => {
  for (const fields of [{ rider: '가' }, { sender: '나' }, { receiver: '다' }, { amount: 0 }, { memo: '라' }]) {
    expect(listViolations({ before: null, after: { status: 'delivery', ...fields } })).toEqual({})
  }
  expect(listViolations({ before: null, after: { ...topUp, memo: '가'.repeat(200) } })).toEqual({})
})

function listViolations(write: RecordWrite) {
  return quickDeliveryRules.violations(write)
}

function findFirstViolation(write: RecordWrite) {
  return Object.values(listViolations(write))[0]
}
