import { expect, test } from 'vitest'
import { reportSearchSchema, toRangeParams } from './report-search.ts'

test('starts with 등기접수일 and without a range', () => {
  expect(reportSearchSchema.parse({})).toMatchObject({ date_field: 'created_at', start: '', end: '' })
  expect(toRangeParams(reportSearchSchema.parse({}))).toEqual({})
})

test("names the range's day field and leaves open ends out", () => {
  const search = reportSearchSchema.parse({ date_field: 'receipted_at', start: '2026-01-01', end: '' })
  expect(toRangeParams(search)).toEqual({ receipted_at_start: '2026-01-01' })
})

test('ignores a day that does not exist', () => {
  expect(toRangeParams(reportSearchSchema.parse({ start: '2026-02-30', end: '2026-03-31' }))).toEqual({
    created_at_end: '2026-03-31',
  })
})
