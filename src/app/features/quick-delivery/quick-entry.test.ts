import { expect, test } from 'vitest'
import type { AnyRecord } from '#contract/books/field.ts'
import { canSave, describeOverdraft, emptyTexts, readQuickFields, readTopUp, toQuickTexts } from './quick-entry.ts'

const today = '2026-11-21'
const ride = {
  id: 'a',
  version: 1,
  inserted_at: '',
  updated_at: '',
  status: 'delivery',
  rider: '김가온',
  sender: null,
  receiver: null,
  amount: 12_000,
  memo: null,
  created_at: '2026-11-20T05:05:33.12+00:00',
} as AnyRecord

test('allows 저장 once any field has content other than spaces', () => {
  expect(canSave(emptyTexts)).toBe(false)
  expect(canSave({ ...emptyTexts, rider: '  ' })).toBe(false)
  for (const key of ['rider', 'sender', 'receiver', 'amount', 'memo'] as const) {
    expect(canSave({ ...emptyTexts, [key]: '1' })).toBe(true)
  }
})

test('reads a typed amount, and an empty one as none and not as 0', () => {
  expect(readQuickFields({ ...emptyTexts, amount: ' 12,000 원' }, { before: null, today }).fields).toMatchObject({
    amount: 12_000,
    rider: null,
  })
  expect(readQuickFields({ ...emptyTexts, amount: '=1만+2천' }, { before: null, today }).fields).toMatchObject({
    amount: 12_000,
  })
  expect(readQuickFields({ ...emptyTexts, rider: '김가온' }, { before: null, today }).fields?.['amount']).toBeNull()
})

test.each([
  [{ rider: '가'.repeat(21) }, 'rider', '20자 이하로 입력해 주세요.'],
  [{ memo: '가'.repeat(501) }, 'memo', '500자 이하로 입력해 주세요.'],
  [{ memo: '900101-1234567' }, 'memo', '주민등록번호는 적을 수 없습니다. 900101-1******처럼 뒷자리를 가려 주세요.'],
  [{ amount: '-100' }, 'amount', '0 이상으로 입력해 주세요.'],
  [{ amount: '1,250' }, 'amount', '100원 단위로 입력해 주세요.'],
  [{ amount: '많이' }, 'amount', '금액은 250,000, 38만, 1억2천만처럼 입력해 주세요.'],
])('refuses %o at its field', (texts, key, message) => {
  expect(readQuickFields({ ...emptyTexts, ...texts }, { before: null, today }).errors).toEqual({ [key]: message })
})

test("keeps a record's time to the millisecond unless it is changed", () => {
  const texts = toQuickTexts(ride)
  expect(texts).toMatchObject({ amount: '12,000', created_at: '2026-11-20 14:05' })
  expect(readQuickFields(texts, { before: ride, today }).fields).not.toHaveProperty('created_at')
  const moved = readQuickFields({ ...texts, created_at: '어제 09:00' }, { before: ride, today })
  expect(moved.fields?.['created_at']).toBe('2026-11-20T00:00:00+00:00')
  expect(readQuickFields({ ...texts, created_at: '아침' }, { before: ride, today }).errors).toHaveProperty('created_at')
})

test.each([
  ['', '올바른 금액을 입력하세요.'],
  ['0', '올바른 금액을 입력하세요.'],
  ['-5000', '올바른 금액을 입력하세요.'],
  ['많이', '올바른 금액을 입력하세요.'],
  ['1,500', '1,000원 단위로 입력해 주세요.'],
])('refuses a top-up of "%s"', (amount, message) => {
  expect(readTopUp({ ...emptyTexts, amount }, today).errors).toEqual({ amount: message })
})

test('takes the time of a top-up that is entered later', () => {
  const topUp = { ...emptyTexts, amount: '50,000' }
  expect(readTopUp({ ...topUp, created_at: '어제 09:00' }, today).fields).toMatchObject({
    created_at: '2026-11-20T00:00:00+00:00',
  })
  expect(readTopUp(topUp, today).fields).not.toHaveProperty('created_at')
  expect(readTopUp({ ...topUp, created_at: '아침' }, today).errors).toHaveProperty('created_at')
})

test('accepts a top-up memo of up to 200 characters', () => {
  expect(readTopUp({ ...emptyTexts, amount: '5만', memo: '가'.repeat(200) }, today).fields).toMatchObject({
    amount: 50_000,
  })
  expect(readTopUp({ ...emptyTexts, amount: '50,000', memo: '가'.repeat(201) }, today).errors).toHaveProperty('memo')
})

test('keeps an old memo with a resident number while other fields are edited, but not in a top-up', () => {
  const before = { ...ride, memo: '900101-1234567' } as AnyRecord
  const texts = toQuickTexts(before)
  expect(readQuickFields({ ...texts, rider: '이든' }, { before, today }).fields).toMatchObject({
    rider: '이든',
    memo: '900101-1234567',
  })
  expect(readQuickFields({ ...texts, memo: '900102-1234567' }, { before, today }).errors).toHaveProperty('memo')
  expect(readTopUp({ ...emptyTexts, amount: '1000', memo: '9001011234567' }, today).errors?.['memo']).toContain(
    '주민등록번호',
  )
})

test.each<[string, number | null, number | null, string | null]>([
  ['50,000', 12_900, null, '잔액보다 37,100원 많습니다.'],
  ['5만', 12_900, null, '잔액보다 37,100원 많습니다.'],
  ['12,900', 12_900, null, null],
  ['10,000', -5_000, null, '잔액보다 15,000원 많습니다.'],
  ['', 12_900, null, null],
  ['많이', 12_900, null, null],
  ['50,000', null, null, null],
  // The balance already contains the charge that is being changed.
  ['30,000', 2_900, 10_000, '잔액보다 17,100원 많습니다.'],
  ['12,900', 2_900, 10_000, null],
  ['10,000', -5_000, 10_000, null],
])('a charge of %j with the balance %s, before %s, notes %s', (text, balance, before, note) => {
  expect(describeOverdraft(text, { balance, before })).toBe(note)
})
