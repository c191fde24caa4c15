import { expect, test } from 'vitest'
import { rangeOf, reportSearchSchema } from './report-search.ts'

test('the report asks by 등기접수일 and of all time at first', () => {
  expect(reportSearchSchema.parse({})).toMatchObject({ date_field: 'created_at', start: '', end: '' })
  expect(rangeOf(reportSearchSchema.parse({}))).toEqual({})
})

test('a range names the date field it stands on, open ends are left out', () => {
  const search = reportSearchSchema.parse({ date_field: 'receipted_at', start: '2026-01-01', end: '' })
  expect(rangeOf(search)).toEqual({ receipted_at_start: '2026-01-01' })
})

test('a day that does not exist asks for nothing', () => {
  expect(rangeOf(reportSearchSchema.parse({ start: '2026-02-30', end: '2026-03-31' }))).toEqual({
    created_at_end: '2026-03-31',
  })
})
