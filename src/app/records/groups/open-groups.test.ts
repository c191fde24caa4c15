import { expect, test } from 'vitest'
import type { Query } from '#contract/records/query.ts'
import { type ArrayRowSource, createArrayRowSource, createPlainRow } from '#tests/support/books/array-row-source.ts'
import { createOpenGroups, maxInPlace } from './open-groups.ts'

const query = (search: string): Query => ({ filters: [], search, sort: [] })
const makeRow = (id: number, name = '') =>
  createPlainRow({ id: String(id), version: 1, inserted_at: '', updated_at: '', name })
const makeRows = (count: number) => Array.from({ length: count }, (_, index) => makeRow(index))

function openBook(count: number) {
  const sources: ArrayRowSource[] = []
  const closed: ArrayRowSource[] = []
  const groups = createOpenGroups(() => {
    const source = createArrayRowSource(makeRows(count))
    sources.push(source)
    return { ...source, close: () => void closed.push(source) }
  })
  return { groups, sources, closed }
}

test('shows the first records of an open group and counts all of them', () => {
  const { groups } = openBook(maxInPlace + 5)
  groups.show(new Map([['가', query('')]]))
  const open = groups.getState().get('가')
  expect([open?.rows.length, open?.total]).toEqual([maxInPlace, maxInPlace + 5])
})

test('closes the source of a group that is closed or gets another query', () => {
  const { groups, sources, closed } = openBook(1)
  groups.show(
    new Map([
      ['가', query('')],
      ['나', query('')],
    ]),
  )
  groups.show(new Map([['가', query('')]]))
  expect(closed).toEqual([sources[1]])
  groups.show(new Map([['가', query('김')]]))
  expect([sources.length, closed]).toEqual([3, [sources[1], sources[0]]])
  groups.show(new Map())
  expect([closed.length, groups.getState().size]).toEqual([3, 0])
})

test('shows a changed record and a changed result', () => {
  const { groups, sources } = openBook(2)
  groups.show(new Map([['가', query('')]]))
  const snapshots: unknown[] = []
  groups.subscribe(
    () =>
      void snapshots.push(
        groups
          .getState()
          .get('가')
          ?.rows.map(({ record }) => record['name']),
      ),
  )
  sources[0]?.replaceRow(makeRow(1, '새 이름'))
  sources[0]?.setRows([makeRow(0), makeRow(1, '새 이름'), makeRow(2)])
  expect([snapshots[0], snapshots.at(-1)]).toEqual([
    ['', '새 이름'],
    ['', '새 이름', ''],
  ])
})
