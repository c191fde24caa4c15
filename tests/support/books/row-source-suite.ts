import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { AnyRecord } from '#contract/books/field.ts'
import type { Filter, Query } from '#contract/records/query.ts'
import type { RowSource } from '#contract/records/row-source.ts'
import { makeCase, makeGroup, makeId } from './mirror-fixtures.ts'

/** The records of the suite: a few case-book entries and their groups. */
export const suiteGroups: readonly AnyRecord[] = [
  makeGroup(7, '하늘구간'),
  makeGroup(8, '누리구간'),
  makeGroup(9, '솔빛구간'),
]
export const suiteCases: readonly AnyRecord[] = [
  makeCase(1, { owner: '홍길동', fees: 300, group_id: makeId(9), regi_date: '2026-11-03', purpose: '이전' }),
  makeCase(2, { owner: null, fees: null, group_id: makeId(7), purpose: '' }),
  makeCase(3, { owner: '김솔빛', fees: 100, group_id: makeId(9), regi_date: '2026-11-01', purpose: '말소' }),
  makeCase(4, { owner: '김온결', fees: 300, group_id: makeId(8), regi_date: null }),
]

export interface OpenedSource {
  readonly source: RowSource
  /** Waits until the source has completed all requests. */
  settle(): Promise<void>
  close(): void
}

const everything: Query = { filters: [], search: '', sort: [] }

/**
 * Tests of the contract of every RowSource (contract/records/row-source.ts), wherever its rows come
 * from.
 */
export function testRowSource(name: string, open: OpenSource): void {
  describe(`rows of ${name}`, () => {
    test('are in the order of the query, empty values last in both directions, then by id', async () => {
      const opened = await openSource(open, { sort: [{ field: 'fees', direction: 'asc' }] })
      opened.source.ensureRange(0, 3)
      await opened.settle()
      expect(readNumbers(opened.source)).toEqual([3, 1, 4, 2])
      expect(await loadNumbers(opened, { sort: [{ field: 'fees', direction: 'desc' }] })).toEqual([1, 4, 3, 2])
      expect(await loadNumbers(opened, { sort: [{ field: 'owner', direction: 'asc' }] })).toEqual([3, 4, 1, 2])
      expect(await loadNumbers(opened, { sort: [{ field: 'purpose', direction: 'asc' }] })).toEqual([3, 1, 2, 4])
      expect(await loadNumbers(opened, { sort: [{ field: 'group_id.name', direction: 'asc' }] })).toEqual([4, 1, 3, 2])
    })

    test('are found by a part of a word and by its initial consonants', async () => {
      const opened = await openSource(open)
      expect(await loadNumbers(opened, { search: 'ㄱㅅㅂ' })).toEqual([3])
      expect(await loadNumbers(opened, { search: '길동' })).toEqual([1])
      expect(await loadNumbers(opened, { search: '없는 말' })).toEqual([])
    })

    test('are the same objects, as is the state, until something in them changes', async () => {
      const opened = await openSource(open, { sort: [{ field: 'fees', direction: 'asc' }] })
      const { source } = opened
      source.ensureRange(0, 3)
      await opened.settle()
      expect(source.getState()).toBe(source.getState())
      expect(source.getState()).toMatchObject({ status: 'ready', total: 4, isComplete: true, arrived: 0 })
      const [first] = [source.rowAt(0)]
      expect(source.rowAt(0)).toBe(first)
      expect(source.rowById(makeId(3))).toBe(first)
      expect(source.rowAt(4)).toBeUndefined()
      expect(first).toMatchObject({ marks: {}, state: 'plain', isOutside: false })
      expect(first?.joined['group_id']?.['name']).toBe('솔빛구간')
    })

    test('notifies of the new result after another query', async () => {
      const opened = await openSource(open)
      const { generation } = opened.source.getState()
      const listener = vi.fn<() => void>()
      const stop = opened.source.subscribe(listener)
      await loadNumbers(opened, { search: '솔빛' })
      expect(opened.source.getState().generation).toBeGreaterThan(generation)
      expect(listener).toHaveBeenCalled()
      stop()
      listener.mockClear()
      await loadNumbers(opened, {})
      expect(listener).not.toHaveBeenCalled()
    })

    test('are found by id; one outside the result has no index', async () => {
      const opened = await openSource(open)
      await loadNumbers(opened, { sort: [{ field: 'fees', direction: 'asc' }], search: '김' })
      const { source, settle } = opened
      for (const id of [makeId(4), makeId(1), 'nobody']) source.indexOf(id)
      await settle()
      expect([makeId(4), makeId(1), 'nobody'].map((id) => source.indexOf(id))).toEqual([1, -1, -1])
    })

    test('sends no notifications after the source is closed', async () => {
      const opened = await openSource(open)
      const listener = vi.fn<() => void>()
      opened.source.subscribe(listener)
      opened.source.close()
      opened.source.refresh()
      await Promise.resolve()
      expect(listener).not.toHaveBeenCalled()
    })
  })
}

/**
 * Tests of sources that filter by any field and count its values; a list of the server only has the
 * filters of its route.
 */
export function testRowFilters(name: string, open: OpenSource): void {
  describe(`rows of ${name}`, () => {
    test.each<{ filter: Filter; found: number[] }>([
      { filter: { op: 'equals', field: 'owner', value: null }, found: [2] },
      { filter: { op: 'equals', field: 'group_id.name', value: '솔빛구간' }, found: [1, 3] },
      { filter: { op: 'one_of', field: 'fees', values: [100, null] }, found: [2, 3] },
      { filter: { op: 'none_of', field: 'fees', values: [100, null] }, found: [1, 4] },
      { filter: { op: 'none_of', field: 'owner', values: ['없는 사람'] }, found: [1, 2, 3, 4] },
      { filter: { op: 'contains', field: 'owner', text: 'ㅇㄱ' }, found: [4] },
      { filter: { op: 'between', field: 'fees', from: 200, to: null }, found: [1, 4] },
      { filter: { op: 'between', field: 'regi_date', from: '2026-11-01', to: '2026-11-02' }, found: [3] },
    ])('are found by the filter $filter', async ({ filter, found }) => {
      expect(await loadNumbers(await openSource(open), { filters: [filter] })).toEqual(found)
    })

    test('are counted by value without that field’s own filters, most frequent first', async () => {
      const opened = await openSource(open)
      await loadNumbers(opened, { filters: [{ op: 'equals', field: 'fees', value: 100 }] })
      expect(await opened.source.countValues?.('fees', 2)).toEqual([
        { value: 300, label: '300', count: 2 },
        { value: null, label: '', count: 1 },
      ])
      await loadNumbers(opened, { filters: [{ op: 'between', field: 'fees', from: 200, to: null }] })
      expect(await opened.source.countValues?.('group_id', 9)).toEqual([
        { value: makeId(8), label: '누리구간', count: 1 },
        { value: makeId(9), label: '솔빛구간', count: 1 },
      ])
    })
  })
}

/** Opens a source over the suite's records. */
type OpenSource = (query: Query) => Promise<OpenedSource>

async function openSource(open: OpenSource, query: Partial<Query> = {}): Promise<OpenedSource> {
  const opened = await open({ ...everything, ...query })
  onTestFinished(opened.close)
  await opened.settle()
  return opened
}

/** Numbers of the records that the query finds, in order. */
async function loadNumbers({ source, settle }: OpenedSource, query: Partial<Query>): Promise<number[]> {
  source.setQuery({ ...everything, ...query })
  await settle()
  source.ensureRange(0, source.getState().total)
  await settle()
  return readNumbers(source)
}

function readNumbers(source: RowSource): number[] {
  const ids = Array.from({ length: source.getState().total }, (_, index) => source.rowAt(index)?.id)
  return ids.map((id) => suiteCases.findIndex((record) => record.id === id) + 1)
}
