import { expect, test } from 'vitest'
import type { Field } from '#contract/books/field.ts'
import { bookOf, type CollectionName } from '#contract/books/collections.ts'
import { readFieldText, textOfField } from './field-text.ts'

test('reads progress as a whole percentage', () => {
  const progress = fieldOf('projects', 'progress_percentage')
  const read = (text: string) => readFieldText(progress, text, '2026-11-21')
  expect(read('')).toEqual({ value: null })
  expect(read('35%')).toEqual({ value: 35 })
  expect(read('101')).toEqual({ error: '0에서 100 사이의 숫자로 입력해 주세요.' })
  expect(read('반쯤')).toEqual({ error: '숫자로 입력해 주세요.' })
})

test('reads an amount with separators and 원', () => {
  expect(readFieldText(fieldOf('real-estate', 'fees'), '350,000원', '2026-11-21')).toEqual({ value: 350_000 })
})

test('refuses a value that the server would refuse again', () => {
  expect(readFieldText(fieldOf('real-estate', 'fees'), '-1', '2026-11-21')).toHaveProperty('error')
  expect(readFieldText(fieldOf('real-estate', 'receipted_at'), '2026-02-30', '2026-11-21')).toHaveProperty('error')
  expect(readFieldText(fieldOf('real-estate', 'group_id'), '', '2026-11-21')).toHaveProperty('error')
})

test('accepts an empty field if the record allows it', () => {
  expect(readFieldText(fieldOf('real-estate', 'owner'), '', '2026-11-21')).toEqual({ value: null })
})

test('resolves a day typed in short form', () => {
  expect(readFieldText(fieldOf('real-estate', 'receipted_at'), '11/20', '2026-11-21')).toEqual({ value: '2026-11-20' })
})

test('shows a long number in groups of three, as lists do, and reads it back unchanged', () => {
  const field = fieldOf('address-lands', 'area')
  expect(textOfField(field, 2407.3)).toBe('2,407.3')
  expect(readFieldText(field, '2,407.3', '2026-11-21')).toEqual({ value: 2407.3 })
})

test("reads a time in the office's time zone", () => {
  const field = fieldOf('card-usage', 'created_at')
  expect(textOfField(field, '2026-11-20T03:10:00+00:00')).toBe('2026-11-20 12:10')
  expect(readFieldText(field, '11/20 0930', '2026-11-21')).toEqual({ value: '2026-11-20T00:30:00+00:00' })
  expect(readFieldText(field, '어제쯤', '2026-11-21')).toHaveProperty('error')
})

test('reports an invalid amount at its field instead of reading 0', () => {
  expect(readFieldText(fieldOf('real-estate', 'tax'), '많이', '2026-11-21')).toEqual({
    error: '금액은 250,000, 38만, 1억2천만처럼 입력해 주세요.',
  })
  expect(readFieldText(fieldOf('real-estate', 'tax'), '38만', '2026-11-21')).toEqual({ value: 380_000 })
})

function fieldOf(collection: CollectionName, key: string): Field {
  const found = bookOf(collection).fields.find((each) => each.key === key)
  if (!found) throw new Error(`no field ${key}`)
  return found
}
