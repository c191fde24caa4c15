import { expect, test } from 'vitest'
import { createRecordSearch, genericPages, parseSort } from './record-search.ts'

const order = [{ field: 'name', direction: 'asc' }] as const
const companies = createRecordSearch('companies', { order })
const projects = createRecordSearch('projects', { order })
const titles = createRecordSearch('titles', { order })
const inbox = createRecordSearch('inquiries', {
  order: [{ field: 'received_at', direction: 'desc' }],
  ties: [{ field: 'id', direction: 'desc' }],
})

test('puts cases still to be filed first until another order is chosen', () => {
  const cases = createRecordSearch('real-estate')
  expect(cases.query(cases.empty).sort).toEqual([
    { field: 'created_at', direction: 'desc', empty: 'first' },
    { field: 'id', direction: 'desc' },
  ])
  expect(cases.query(cases.schema.parse({ sort: '-created_at' })).sort).toEqual([
    { field: 'created_at', direction: 'desc' },
  ])
})

test("shows twenty records in the screen's own order by default", () => {
  const search = companies.schema.parse({ tab: 'company' })
  expect(search).toMatchObject({ page: 1, page_size: 20, search: '', filters: [] })
  expect(parseSort(search)).toEqual([])
  expect(companies.query(search).sort).toEqual([{ field: 'name', direction: 'asc' }])
})

test('sorts a reference by the name of the record it points to, and by nothing else', () => {
  const search = projects.schema.parse({ sort: '-manager.name' })
  expect(parseSort(search)).toEqual([{ field: 'manager.name', direction: 'desc' }])
  expect(projects.schema.parse({ sort: 'manager' }).sort).toBe('')
})

test('opens the list with its own defaults for the URL of another screen', () => {
  const search = companies.schema.parse({
    sort: '-created_at',
    page_size: 10_000,
    page: 'x',
    filters: [{ op: 'equals', field: 'business_section', value: '제1공구' }],
  })
  expect(search).toMatchObject({ sort: '', page_size: 20, page: 1, filters: [] })
})

test('gives every list its own page sizes and messages for an invalid page', () => {
  const book = [10, 20, 30, 50, 100]
  for (const { pages } of [createRecordSearch('real-estate'), createRecordSearch('deposit-cases'), companies, titles]) {
    expect(pages.sizes).toEqual(book)
    expect([pages.jumpMessages.notANumber(3), pages.jumpMessages.outOfRange(3)]).toEqual(
      Array(2).fill('1~3 사이의 페이지를 입력하세요.'),
    )
  }
  const { pages, schema } = createRecordSearch('leave-requests', { pages: genericPages })
  expect(pages.sizes).toEqual([10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000])
  for (const size of pages.sizes) expect(schema.parse({ page_size: size }).page_size).toBe(size)
  expect([pages.jumpMessages.notANumber(3), pages.jumpMessages.outOfRange(3)]).toEqual([
    '올바른 페이지 번호를 입력하세요.',
    '1부터 3 사이의 페이지 번호를 입력하세요.',
  ])
})

test('filters by a field of a referenced record, but no deeper', () => {
  const filter = { op: 'equals', field: 'project.manager', value: 'm1' } as const
  expect(titles.schema.parse({ filters: [filter] }).filters).toEqual([filter])
  expect(titles.schema.parse({ filters: [{ ...filter, field: 'project.manager.company' }] }).filters).toEqual([])
})

test('keeps choices in the URL under their own key and ignores unknown ones', () => {
  const search = inbox.schema.parse({ state: 'done', search: 2026 })
  expect(inbox.query(search)).toEqual({
    filters: [{ op: 'equals', field: 'state', value: 'done' }],
    search: '2026',
    sort: [{ field: 'received_at', direction: 'desc' }],
  })
  expect(inbox.query(inbox.schema.parse({ sort: '-state' })).sort).toEqual([
    { field: 'state', direction: 'desc' },
    { field: 'id', direction: 'desc' },
  ])
  expect(inbox.schema.parse({ state: 'lost' })).toEqual(inbox.empty)
  expect(inbox.schema.parse({ state: 'new,lost,done' })).toMatchObject({ state: 'new,done' })
  expect(inbox.toSearchParams({ search: '', filters: [] }, search)).toMatchObject({
    state: '',
    search: '',
    filters: [],
  })
})

test('sorts by several known columns, each once, and still reads links with one column', () => {
  const parseSortParam = (sort: unknown) => projects.schema.parse({ sort }).sort
  expect(parseSortParam('-manager.name,name')).toBe('-manager.name,name')
  expect(parseSortParam('name,manager,-name,nothing,-inserted_at')).toBe('name,-inserted_at')
  expect(parseSortParam('-name')).toBe('-name')
  expect(parseSortParam('name,company,memo,inserted_at,updated_at,status,manager.name').split(',').length).toBeLessThan(
    6,
  )
  expect(inbox.query(inbox.schema.parse({ sort: 'state,-name' })).sort).toEqual([
    { field: 'state', direction: 'asc' },
    { field: 'name', direction: 'desc' },
    { field: 'id', direction: 'desc' },
  ])
})

test('exports a sorted list on this device, because the server does not know the order', () => {
  const cases = createRecordSearch('real-estate')
  expect(cases.toListParams(cases.schema.parse({ search: '김' }))).toEqual({ search: '김' })
  expect(cases.toListParams(cases.schema.parse({ search: '김', sort: '-fees,owner' }))).toBeNull()
})

test('groups by texts, by fields of a reference and by days per month or year, but not by numbers', () => {
  const cases = createRecordSearch('real-estate')
  const parseGroupParam = (group: string) => cases.schema.parse({ group }).group
  expect(['owner', 'group_id', 'group_id.region', 'created_at:month', 'created_at:year'].map(parseGroupParam)).toEqual([
    'owner',
    'group_id',
    'group_id.region',
    'created_at:month',
    'created_at:year',
  ])
  expect(['fees', 'created_at', 'owner:month', 'nothing', 'group_id.nothing', ''].map(parseGroupParam)).toEqual(
    Array.from({ length: 6 }, () => ''),
  )
})

test('finds the records of an import and lists them in the order of its file', () => {
  const importFilter = { op: 'between' as const, field: 'id', from: 'a', to: 'b' }
  const cases = createRecordSearch('real-estate')
  expect(cases.query(cases.schema.parse({ filters: [importFilter] }))).toEqual({
    filters: [importFilter],
    search: '',
    sort: [{ field: 'id', direction: 'desc' }],
  })
  expect(companies.query(companies.schema.parse({ filters: [importFilter] })).sort).toEqual([
    { field: 'id', direction: 'asc' },
  ])
  expect(companies.schema.parse({ sort: 'id' }).sort).toBe('')
})

test('a filter on a derived state stays in the URL and becomes conditions of the query', () => {
  const cases = createRecordSearch('real-estate')
  const filter = { op: 'one_of' as const, field: 'state', values: ['completed', 'in_progress'] }
  const search = cases.schema.parse({ filters: [filter] })
  expect(cases.filterQuery(search).filters).toEqual([filter])
  expect(cases.query(search)).toMatchObject({
    filters: [],
    derived: [
      { filter, alternatives: [[{ field: 'registrated_at' }], [{ field: 'created_at' }, { field: 'registrated_at' }]] },
    ],
  })
  const excluding = cases.schema.parse({ filters: [{ ...filter, op: 'none_of' as const }] })
  const others = cases.schema.parse({ filters: [{ ...filter, values: ['delayed', 'waiting'] }] })
  expect(cases.query(excluding).derived?.[0]?.alternatives).toEqual(cases.query(others).derived?.[0]?.alternatives)
  const other = createRecordSearch('deposit-cases')
  expect(other.schema.parse({ filters: [{ ...filter, field: 'state' }] }).filters).toEqual([])
})
