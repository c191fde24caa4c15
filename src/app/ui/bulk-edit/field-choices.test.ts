import { expect, test } from 'vitest'
import { columns, follows } from '#tests/support/books/bulk-edit-fixtures.ts'
import { type FieldChoice, type FieldChoices, noChoice, readChoices } from './field-choices.ts'

const today = '2026-11-21'

function read(choices: FieldChoices) {
  const choicesRead = readChoices(choices, { columns, follows, today })
  return choicesRead.kind === 'wishes'
    ? choicesRead.updates.map(({ column, value }) => [column.key, value])
    : choicesRead
}

function tickChoice(overrides: Partial<FieldChoice>): FieldChoice {
  return { ...noChoice, isChecked: true, ...overrides }
}

test('writes only ticked fields and keeps text typed into others in the form', () => {
  expect(read({ purpose: tickChoice({ text: '이전' }), created_at: { ...noChoice, text: '오늘' } })).toEqual([
    ['purpose', '이전'],
  ])
  expect(read({ created_at: { ...noChoice, text: '오늘' } })).toEqual({ kind: 'nothing' })
})

test('derives the tax and its tick from the fee and ignores its own tick', () => {
  expect(read({ fees: tickChoice({ text: '1,234,567원' }) })).toEqual([
    ['fees', 1_234_567],
    ['fees_vat', 123_457],
  ])
  expect(read({ fees: tickChoice({ isEmptied: true }) })).toEqual([
    ['fees', null],
    ['fees_vat', null],
  ])
  expect(read({ fees_vat: tickChoice({ text: '5' }) })).toEqual({ kind: 'nothing' })
})

test('does not empty a field for an empty input, only for 비우기, which required fields refuse', () => {
  expect(read({ purpose: tickChoice({ text: '  ' }) })).toEqual({
    kind: 'errors',
    errors: { purpose: '새 값을 입력하거나 비우기를 선택해 주세요.' },
  })
  expect(read({ purpose: tickChoice({ text: '남은 글', isEmptied: true }) })).toEqual([['purpose', null]])
  expect(read({ group_id: tickChoice({ isEmptied: true }) })).toMatchObject({ kind: 'errors' })
  expect(read({ group_id: tickChoice({}) })).toEqual({ kind: 'errors', errors: { group_id: '새 값을 선택해 주세요.' } })
})

test('refuses text that is no amount instead of reading it as 0, as a cell would', () => {
  for (const text of ['많이', '12a', '원'])
    expect(read({ fees: tickChoice({ text }) })).toMatchObject({ kind: 'errors' })
  expect(read({ fees: tickChoice({ text: '-1' }) })).toEqual({
    kind: 'errors',
    errors: { fees: '0 이상으로 입력해 주세요.' },
  })
  expect(read({ fees: tickChoice({ text: '0' }) })).toEqual([
    ['fees', 0],
    ['fees_vat', 0],
  ])
})

test('reads short forms of dates and refuses text that is too long', () => {
  expect(read({ created_at: tickChoice({ text: '11/20' }) })).toEqual([['created_at', '2026-11-20']])
  expect(read({ created_at: tickChoice({ text: '2026-02-30' }) })).toMatchObject({ kind: 'errors' })
  expect(read({ purpose: tickChoice({ text: '가'.repeat(21) }) })).toMatchObject({ kind: 'errors' })
})
