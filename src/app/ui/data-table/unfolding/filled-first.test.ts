import { expect, test } from 'vitest'
import { getBook } from '#contract/books/collections.ts'
import type { FieldValue } from '#contract/books/field.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { buildAllColumns } from '../columns/table-columns.ts'
import { listFilledFirst } from './filled-first.ts'

const hiddenColumns = buildAllColumns(getBook('addresses'))
const listKeys = (columns: readonly { key: string }[]) => columns.map(({ key }) => key)

function makeRow(values: Readonly<Record<string, FieldValue>>, marks: SourceRow['marks'] = {}): SourceRow {
  const record = { id: '1', version: 1, inserted_at: '', updated_at: '', ...values }
  return { id: '1', record, joined: {}, marks, state: 'plain', isOutside: false }
}

const [first = '', second = '', third = '', ...otherKeys] = listKeys(hiddenColumns)
const last = otherKeys.at(-1) ?? ''

test('lists fields with a value before empty ones, each in the order of the table', () => {
  const row = makeRow({ [last]: '값', [second]: '값', [first]: '', [third]: null })
  expect(listKeys(listFilledFirst(hiddenColumns, row, {}))).toEqual([
    second,
    last,
    first,
    third,
    ...otherKeys.filter((key) => key !== last),
  ])
})

test('counts zero and false as values, and a field with a mark as filled', () => {
  const row = makeRow({ [second]: 0, [third]: false }, { [last]: { state: 'conflict', confirmed: '값', opId: '1' } })
  expect(listKeys(listFilledFirst(hiddenColumns, row, {})).slice(0, 3)).toEqual([second, third, last])
})

test('keeps the order while the row is loading', () => {
  expect(listFilledFirst(hiddenColumns, undefined, {})).toBe(hiddenColumns)
})
