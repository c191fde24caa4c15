import { expect, test } from 'vitest'
import type { SourceRow } from '#contract/records/row-source.ts'
import {
  type CalendarKind,
  calendarKinds,
  getShownDays,
  listKindFilters,
  listShownWeeks,
  placeEntries,
} from './calendar-entries.ts'

const everything = { business_section: '', business_manager: '' }

function findKind(key: string): CalendarKind {
  const kind = calendarKinds.find((candidate) => candidate.key === key)
  if (!kind) throw new Error(`no kind ${key}`)
  return kind
}

function createRow(id: string, record: Record<string, unknown>, row: Partial<SourceRow> = {}): SourceRow {
  const written = { id, version: 1, ...record } as SourceRow['record']
  return { id, record: written, joined: {}, marks: {}, state: 'plain', isOutside: false, ...row }
}

/** Titles by day. */
function placeTitles(kind: CalendarKind, rows: readonly SourceRow[], first: string, last: string) {
  const placed = placeEntries([[kind, rows]], { first, last })
  return Object.fromEntries([...placed].map(([day, entries]) => [day, entries.map(({ title }) => title)]))
}

test('every deadline of a book is a kind, with the label of its field', () => {
  expect(calendarKinds.map(({ label }) => label)).toEqual(
    expect.arrayContaining(['등기예정일', '수용개시일', '접수 후 14일', '비용청구', '휴가']),
  )
  expect(new Set(calendarKinds.map(({ key }) => key)).size).toBe(calendarKinds.length)
})

test.each([
  ['a February of four whole weeks', '2026-02-15', 4, '2026-02-01', '2026-02-28'],
  ['a month over six weeks', '2026-08-31', 6, '2026-07-26', '2026-09-05'],
  ['a leap day', '2028-02-29', 5, '2028-01-30', '2028-03-04'],
  ['the turn of the year', '2026-12-31', 5, '2026-11-29', '2027-01-02'],
])('a month shows its whole weeks: %s', (_what, day, weekCount, first, last) => {
  expect(listShownWeeks('month', day)).toHaveLength(weekCount)
  expect(getShownDays('month', day)).toEqual({ first, last })
})

test('a week shows seven days from Sunday, also across months, and a list the days of the month', () => {
  expect(getShownDays('week', '2027-01-01')).toEqual({ first: '2026-12-27', last: '2027-01-02' })
  expect(getShownDays('list', '2028-02-10')).toEqual({ first: '2028-02-01', last: '2028-02-29' })
})

test('open entries come first, then by name; filed ones stay visible', () => {
  const rows = [
    createRow('1', { owner: '한바다', regi_date: '2026-12-03', created_at: '2026-12-02', registrated_at: null }),
    createRow('2', { owner: '허나래', regi_date: '2026-12-03', created_at: null, registrated_at: null }),
    createRow('3', { owner: '강가람', regi_date: '2026-12-03', created_at: null, registrated_at: null }),
    createRow('4', { owner: '밖', regi_date: '2026-12-08', created_at: null, registrated_at: null }),
    createRow('5', { owner: '없음', regi_date: null, created_at: null, registrated_at: null }),
  ]
  expect(placeTitles(findKind('real-estate.regi_date'), rows, '2026-12-01', '2026-12-07')).toEqual({
    '2026-12-03': ['강가람', '허나래', '한바다'],
  })
})

test('a filed case is due again 14 days later, and that day cannot be moved', () => {
  const kind = findKind('real-estate.created_at')
  expect(listKindFilters(kind, { first: '2026-12-01', last: '2026-12-31' }, everything)).toEqual([
    { op: 'between', field: 'created_at', from: '2026-11-17', to: '2026-12-17' },
    { op: 'equals', field: 'registrated_at', value: null },
  ])
  const placed = placeEntries([[kind, [createRow('1', { owner: '김', created_at: '2026-12-20' })]]], {
    first: '2027-01-01',
    last: '2027-01-31',
  })
  expect(placed.get('2027-01-03')?.[0]?.fixedReason).toMatch(/옮길 수 없습니다/)
})

test('leave covers its working days within the span, without weekends and holidays', () => {
  const leave = { requester_name: '이서연', type: 'annual', half: null }
  const rows = [
    createRow('1', { ...leave, startDate: '2026-12-24', endDate: '2026-12-29' }),
    createRow('2', { ...leave, requester_name: null, startDate: '2020-01-01', endDate: '2026-12-25' }),
  ]
  expect(placeTitles(findKind('leave-requests.startDate'), rows, '2026-12-24', '2026-12-28')).toEqual({
    '2026-12-24': ['내 휴가', '이서연'],
    '2026-12-28': ['이서연'],
  })
})

test('a record that was deleted or whose processing is stopped cannot be moved', () => {
  const kind = findKind('deposit-cases.expropriated_at')
  const record = { owner_name: '박', expropriated_at: '2026-12-03', deposit_number: null, status: null }
  const rows = [
    createRow('1', record),
    createRow('2', record, { state: 'deleted' }),
    createRow('3', record, { stopped: 'writable' }),
  ]
  const placed = placeEntries([[kind, rows]], { first: '2026-12-03', last: '2026-12-03' })
  expect(placed.get('2026-12-03')?.map(({ fixedReason }) => fixedReason === null)).toEqual([true, false, false])
})

test('filters by section and manager use those of the book, and leave out books without them', () => {
  const chosen = { business_section: '솔빛', business_manager: '' }
  const day = { first: '2026-12-03', last: '2026-12-03' }
  expect(listKindFilters(findKind('real-estate.regi_date'), day, chosen)?.at(-1)).toEqual({
    op: 'contains',
    field: 'group_id.name',
    text: '솔빛',
  })
  expect(listKindFilters(findKind('deposit-cases.expropriated_at'), day, chosen)?.at(-1)).toEqual({
    op: 'contains',
    field: 'business_section',
    text: '솔빛',
  })
  expect(listKindFilters(findKind('leave-requests.startDate'), day, chosen)).toBeNull()
})
