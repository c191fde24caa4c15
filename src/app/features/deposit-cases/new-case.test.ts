import { expect, test } from 'vitest'
import { withTypedText } from '#app/records/form/record-draft.ts'
import { getRecordBook } from '#app/records/record-book.ts'
import { buildCreate, buildUpdate } from '#app/records/record-edits.ts'
import { createEmptyCase, readNewCase } from './new-case.ts'

const today = '2026-11-21'
const filled = {
  ...createEmptyCase(today),
  business_section: '해든 우회도로',
  business_manager: '한도담',
  owner_name: '홍길동',
  purpose: '공탁',
  address: '가온시 솔빛동 1-1',
}

test('requires five fields and reports each one', () => {
  expect(Object.keys(readNewCase(createEmptyCase(today), today).errors)).toEqual([
    'business_section',
    'business_manager',
    'owner_name',
    'purpose',
    'address',
  ])
})

test('creates a case received today and not registered, with empty fields as null', () => {
  const { values, errors } = readNewCase(filled, today)
  expect(errors).toEqual({})
  expect(values).toMatchObject({ receipted_at: today, created_at: null, request_number: null, fees: null, notes: null })
})

test('derives the tax from the fee, and 0 without a fee', () => {
  const typed = withTypedText(getRecordBook('deposit-cases'), filled, { key: 'fees', text: '123,456' })
  expect(readNewCase(typed, today).values).toMatchObject({ fees: 123_456, fees_vat: 12_346 })
  expect(
    readNewCase(withTypedText(getRecordBook('deposit-cases'), typed, { key: 'fees', text: '' }), today).values[
      'fees_vat'
    ],
  ).toBe(0)
  expect(readNewCase(filled, today).values['fees_vat']).toBe(0)
})

test('reports a negative or unreadable amount at its field', () => {
  expect(readNewCase({ ...filled, proof: '-1' }, today).errors).toEqual({ proof: '0 이상으로 입력해 주세요.' })
  expect(readNewCase({ ...filled, stamp: '많이' }, today).errors).toEqual({
    stamp: '금액은 250,000, 38만, 1억2천만처럼 입력해 주세요.',
  })
})

test('keeps leading zeros of document numbers', () => {
  expect(readNewCase({ ...filled, request_number: '00123' }, today).values['request_number']).toBe('00123')
})

test('refuses to create a case without a required field, or to empty one later', () => {
  expect(buildCreate(getRecordBook('deposit-cases'), 'n1', { ...filled, owner_name: ' ' })).toMatchObject({
    refusal: '소유자: 필수 항목입니다.',
    fields: { owner_name: '소유자: 필수 항목입니다.' },
  })
  const record = { id: 'c1', version: 2, inserted_at: '', updated_at: '', ...filled }
  const row = { id: 'c1', record, joined: {}, marks: {}, state: 'plain', isOutside: false } as const
  expect(buildUpdate(getRecordBook('deposit-cases'), row, { address: null })).toMatchObject({
    refusal: '부동산의 표시: 필수 항목입니다.',
  })
  expect(buildUpdate(getRecordBook('deposit-cases'), row, { fees: 50_000 })).toMatchObject({
    edit: { caption: '홍길동', changes: { fees: { new: 50_000 }, fees_vat: { new: 5000 } } },
  })
})

test('reports a resident number at its field', () => {
  const { errors } = readNewCase({ ...filled, notes: '홍길동 900101-1234567' }, today)
  expect(errors).toEqual({ notes: '주민등록번호는 적을 수 없습니다. 900101-1******처럼 뒷자리를 가려 주세요.' })
})
