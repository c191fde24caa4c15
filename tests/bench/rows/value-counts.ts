import type { FieldValue } from '#contract/books/field.ts'
import { realEstateBook, realEstateGroupBook } from '#contract/books/real-estate.ts'
import type { Query } from '#contract/records/query.ts'
import type { Grouping } from '#contract/records/row-source.ts'
import { countValues, type GroupQuery, groupRecords } from '#mirror/query/group-records.ts'
import { createQueryEngine } from '#mirror/query/query-engine.ts'
import { packBlock } from '#mirror/store/record-block.ts'
import { createDemoId } from '#server/demo/demo-picker.ts'
import { makeDemoCase } from '#server/real-estate/demo-case-book.ts'
import { makeCase, makeGroup, makeId } from '../../support/books/mirror-fixtures.ts'
import { type BenchRow, createBudgetRow, percentile } from '../bench-row.ts'

const blockSize = 1000
const groupCount = 120

/**
 * Every kind of column whose filter offers choices: few values, a name per case, money, dates, and
 * a field of the group.
 */
const fields = ['purpose', 'owner', 'owner_address', 'fees', 'regi_date', 'group_id', 'group_id.region', 'proof']
/** Fields that people group by; the first query of each builds its order. */
const groupedFields: readonly Grouping[] = [
  { field: 'purpose' },
  { field: 'group_id' },
  { field: 'group_id.region' },
  { field: 'created_at', part: 'month' },
  { field: 'regi_date', part: 'year' },
]
const groupQuery: Omit<GroupQuery, 'by'> & { excluded: ReadonlySet<number> } = {
  query: { filters: [], search: '', sort: [] },
  sums: ['fees', 'fees_vat', 'proof', 'tax', 'stamp'],
  order: { by: 'name', direction: 'asc' },
  excluded: new Set(),
}
const queries: Partial<Query>[] = [
  {},
  { search: '가온' },
  { filters: [{ op: 'between', field: 'created_at', from: '2026-01-01', to: '2026-12-31' }] },
]

/**
 * The choices of a filter, counted by the query engine as in the worker; the first query of a
 * column also builds the column.
 */
export function benchValueCounts({ records }: { records: number }): BenchRow[] {
  const engine = fillEngine(records)
  const everything: Query = { filters: [], search: '', sort: [] }
  // As opening the book does before anybody can open a filter.
  engine.evaluate('real-estate', { ...everything, sort: [{ field: 'created_at', direction: 'desc' }] })
  engine.evaluate('real-estate', { ...everything, search: '나래' })
  const [first, again]: [number[], number[]] = [[], []]
  for (const field of fields) {
    for (const listQuery of queries) {
      const runCount = () =>
        measureTime(() =>
          countValues(engine, 'real-estate', { query: { ...everything, ...listQuery }, field, limit: 200 }),
        )
      if (listQuery === queries[0]) first.push(runCount())
      for (let turn = 0; turn < 5; turn += 1) again.push(runCount())
    }
  }
  const grouped = groupedFields.map((by) =>
    measureTime(() => groupRecords(engine, 'real-estate', { ...groupQuery, by })),
  )
  const shared = { unit: 'ms', goal: '≤ 50 ms', limit: 50 } as const
  return [
    createBudgetRow({
      unit: 'ms',
      goal: '≤ 200 ms',
      limit: 200,
      name: `groups with five sums, ${records} records, first time, slowest field`,
      ours: Math.max(...grouped),
    }),
    createBudgetRow({
      ...shared,
      name: `counted choices of a filter, ${records} records, first time, slowest field`,
      ours: Math.max(...first),
    }),
    createBudgetRow({
      ...shared,
      name: `counted choices of a filter, ${records} records, p95`,
      ours: percentile(again, 0.95),
    }),
  ]
}

function measureTime(work: () => unknown): number {
  const start = performance.now()
  work()
  return performance.now() - start
}

function fillEngine(records: number) {
  const engine = createQueryEngine([realEstateBook, realEstateGroupBook])
  const groups = Array.from({ length: groupCount }, (_, index) =>
    makeGroup(index, `솔빛마을 ${index + 1}단지`, { region: `솔빛시 ${index % 12}` }),
  )
  engine.collection('real-estate-groups').table.addBlock(packBlock(realEstateGroupBook, groups))
  for (let start = 0; start < records; start += blockSize) {
    const cases = Array.from({ length: Math.min(blockSize, records - start) }, (_, offset) =>
      createCase(start + offset),
    )
    engine.collection('real-estate').table.addBlock(packBlock(realEstateBook, cases))
  }
  return engine
}

function createCase(index: number) {
  const demo = makeDemoCase(1, index, '2026-11-20')
  const known = Object.keys(makeCase(0)).filter((key) => key in demo)
  const values: Record<string, FieldValue> = Object.fromEntries(known.map((key) => [key, demo[key] ?? null]))
  return makeCase(0, { ...values, id: createDemoId(1, index), group_id: makeId((index * 7) % groupCount) })
}
