import { expect, test } from 'vitest'
import type { RegisterEntry } from '#contract/books/register-entries.ts'
import { createPlainRow } from '#tests/support/books/array-row-source.ts'
import { createRegisterExport, toFormRows } from './register-export.ts'

function makeEntry(serial: number, values: Partial<RegisterEntry>): RegisterEntry {
  return {
    id: `01990000-0000-7000-8000-00000000000${serial}`,
    version: 1,
    inserted_at: '2026-01-05T01:00:00.000Z',
    updated_at: '2026-01-05T01:00:00.000Z',
    year: 2026,
    serial,
    book: 'real-estate',
    case_id: `01990000-0000-7000-8000-00000000010${serial}`,
    mandated_on: '2026-01-05',
    entered_on: '2026-01-05',
    matter: '소유권이전',
    fee: 300_000,
    client: '김가온',
    client_birth: null,
    client_others: null,
    client_address: '솔빛시 해든구 달빛동 12-3',
    verification: 'passport',
    closed_on: null,
    remark: null,
    is_cancelled: false,
    corrections: 0,
    differs: false,
    ...values,
  }
}

const entries = [
  makeEntry(1, {}),
  makeEntry(2, { is_cancelled: true, remark: '2월 이상', client_birth: '1980-03-01', client_others: 2 }),
  makeEntry(3, { entered_on: '2026-02-03', fee: 1_200_000, closed_on: '2026-02-04' }),
]
const rows = entries.map((entry) => createPlainRow({ ...entry }))
const period = { op: 'between', field: 'entered_on', from: '2026-01-01', to: '2026-12-31' } as const

test('a year has 월계 and 누계 under each month, in the columns of the form', () => {
  const lines = toFormRows(rows, entries, 0)
  expect(lines.slice(0, 7)).toEqual([
    [1, 46027, '소유권이전', 300_000, '김가온', '솔빛시 해든구 달빛동 12-3', '여권', null, ''],
    [
      2,
      46027,
      '소유권이전',
      300_000,
      '김가온 (1980. 3. 1.) 외 2명',
      entries[1]?.client_address,
      '여권',
      null,
      '취소, 2월 이상',
    ],
    [null, '1월 월계', '1건', 300_000, null, null, null, null, null],
    [null, '1월 누계', '1건', 300_000, null, null, null, null, null],
    [3, 46027, '소유권이전', 1_200_000, '김가온', '솔빛시 해든구 달빛동 12-3', '여권', 46057, ''],
    [null, '2월 월계', '1건', 1_200_000, null, null, null, null, null],
    [null, '2월 누계', '2건', 1_500_000, null, null, null, null, null],
  ])
  expect(lines).toHaveLength(3 + 24)
})

test('누계 of a single month includes the months before it', () => {
  const lines = toFormRows(rows.slice(2), entries, 2)
  expect(lines.map((line) => line.slice(0, 4))).toEqual([
    [3, 46027, '소유권이전', 1_200_000],
    [null, '2월 월계', '1건', 1_200_000],
    [null, '2월 누계', '2건', 1_500_000],
  ])
})

test('only a whole period has sums, in the order of the numbers', () => {
  const whole = createRegisterExport({ query: { filters: [period], search: '', sort: [] } }, { year: 2026, month: 0 })
  expect(whole.query.sort).toEqual([{ field: 'serial', direction: 'asc' }])
  expect(whole.arrange).toBeDefined()
  expect(whole.fileName).toMatch(/^법정 사건부_2026년_/)
  const searched = { filters: [period], search: '김가온', sort: [] }
  expect(createRegisterExport({ query: searched }, { year: 2026, month: 0 }).arrange).toBeUndefined()
})
