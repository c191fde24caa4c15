import { expect, test } from 'vitest'
import { columns, makeRow } from '#tests/support/books/bulk-edit-fixtures.ts'
import { createValueTally, formatTally, maxShownValues } from './value-tally.ts'

test('counts the distinct values, their frequency and the empty records of each field', () => {
  const tally = createValueTally(columns)
  tally.add(makeRow('1', { purpose: '이전', fees: 1_000 }))
  tally.add(makeRow('2', { purpose: '설정' }))
  tally.add(makeRow('3', { purpose: '설정' }))
  expect(tally.countRows()).toBe(3)
  expect(tally.getFieldTally('purpose').values.map(({ label, count }) => [label, count])).toEqual([
    ['설정', 2],
    ['이전', 1],
  ])
  expect(formatTally(tally.getFieldTally('purpose'))).toBe('값 2가지')
  expect(formatTally(tally.getFieldTally('fees'))).toBe('1,000 · 비어 있음 2건')
  expect(formatTally(tally.getFieldTally('fees_vat'))).toBe('모두 비어 있음')
})

test('names a value all records share; a reference by the name of its target', () => {
  const tally = createValueTally(columns)
  for (const id of ['1', '2']) tally.add(makeRow(id, { group_id: 'g1' }))
  expect(formatTally(tally.getFieldTally('group_id'))).toBe('모두 누리천')
})

test('counts an empty text as empty', () => {
  const tally = createValueTally(columns)
  tally.add(makeRow('1', { purpose: '' }))
  expect(tally.getFieldTally('purpose')).toMatchObject({ distinct: 0, empty: 1 })
})

test('lists the most frequent of many values and counts all', () => {
  const tally = createValueTally(columns)
  for (let index = 0; index < maxShownValues + 20; index++)
    tally.add(makeRow(String(index), { purpose: `목적${index}` }))
  tally.add(makeRow('again', { purpose: '목적69' }))
  const { distinct, values } = tally.getFieldTally('purpose')
  expect([distinct, values.length, values[0]?.label]).toEqual([maxShownValues + 20, maxShownValues, '목적69'])
})
