import { expect, test } from 'vitest'
import {
  namePeriods,
  readSavedViews,
  renameSavedView,
  resolvePeriods,
  saveViewAs,
  writeSavedViews,
} from './saved-views.ts'

const query = { search: '홍', filters: [{ op: 'equals' as const, field: 'fees', value: 0 }] }

function createStorage(start: Record<string, string> = {}) {
  const stored = new Map(Object.entries(start))
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  }
}

test('reads a saved view back, for its own table only', () => {
  const device = createStorage()
  const saved = saveViewAs([], ' 보수료 없음 ', query)
  writeSavedViews(device, 'case-book', saved ?? [])
  expect(readSavedViews(device, 'case-book')).toEqual([{ name: '보수료 없음', ...query }])
  expect(readSavedViews(device, 'units')).toEqual([])
})

test('replaces a view saved under the same name, and refuses an empty name', () => {
  const first = saveViewAs([], '하나', query) ?? []
  const both = saveViewAs(first, '둘', query) ?? []
  expect(saveViewAs(both, '하나', { search: '', filters: [] })?.map(({ name, search }) => [name, search])).toEqual([
    ['하나', ''],
    ['둘', '홍'],
  ])
  expect(saveViewAs(both, '  ', query)).toBeNull()
  expect(renameSavedView(both, '하나', '둘')).toBeNull()
  expect(renameSavedView(both, '하나', ' 셋 ')?.map(({ name }) => name)).toEqual(['셋', '둘'])
})

test('skips an unreadable view and keeps the rest', () => {
  const good = { name: '하나', ...query }
  const stored = JSON.stringify([good, { name: '' }, { name: '둘', search: '', filters: [{ op: 'like' }] }, 7])
  expect(readSavedViews(createStorage({ 'saved-filters:t': stored }), 't')).toEqual([good])
  expect(readSavedViews(createStorage({ 'saved-filters:t': '{' }), 't')).toEqual([])
})

test('refuses a resident number as a name', () => {
  expect(saveViewAs([], '홍길동 900101-1234567', query)).toBeNull()
  expect(renameSavedView(saveViewAs([], '하나', query) ?? [], '하나', '900101-1234567')).toBeNull()
})

test('stores order, groups and columns; an entry saved as filters is a view without them', () => {
  const view = { ...query, rest: { sort: '-fees,owner', group: '' }, layout: { order: ['owner'], hidden: [] } }
  const device = createStorage({ 'saved-filters:t': JSON.stringify([{ name: '옛', ...query }]) })
  const saved = readSavedViews(device, 't')
  expect(saved).toEqual([{ name: '옛', ...query }])
  writeSavedViews(device, 't', saveViewAs(saved, '새', view) ?? [])
  expect(readSavedViews(device, 't')).toEqual([
    { name: '옛', ...query },
    { name: '새', ...view },
  ])
})

test('a named period moves with the day, other ranges stay', () => {
  const range = (field: string, from: string, to: string) => ({ op: 'between' as const, field, from, to })
  const view = {
    search: '',
    filters: [
      range('created_at', '2026-11-01', '2026-11-30'),
      range('regi_date', '2026-11-03', '2026-11-05'),
      range('received_at', '2026-09-30T15:00:00+00:00', '2026-10-31T14:59:59.999999+00:00'),
    ],
    rest: { mode: 'period', start: '2026-01-01', end: '2026-12-31' },
  }
  const [saved] = saveViewAs([], '보기', namePeriods(view, '2026-11-21')) ?? []
  expect(saved?.periods).toEqual({ created_at: '이번 달', received_at: '지난달', '': '올해' })
  if (!saved) throw new Error('the view was refused')
  expect(resolvePeriods(saved, '2027-01-05')).toMatchObject({
    filters: [
      range('created_at', '2027-01-01', '2027-01-31'),
      range('regi_date', '2026-11-03', '2026-11-05'),
      range('received_at', '2026-11-30T15:00:00+00:00', '2026-12-31T14:59:59.999999+00:00'),
    ],
    rest: { mode: 'period', start: '2027-01-01', end: '2027-12-31' },
  })
  const fixed = { name: '예전', ...view }
  expect(resolvePeriods(fixed, '2027-01-05')).toEqual(fixed)
})
