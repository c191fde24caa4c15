import { expect, test } from 'vitest'
import type { CollectionName } from '#contract/books/collections.ts'
import type { AnyRecord } from '#contract/books/field.ts'
import type { Query } from '#contract/records/query.ts'
import { createPlainRow } from '#tests/support/books/array-row-source.ts'
import { formatReferences, readReferringRecords } from './referring-records.tsx'

const lists: Partial<Record<CollectionName, readonly AnyRecord[]>> = {
  departments: [record('d1', { name: '보상부', company: 'c1' })],
  managers: [record('m1', { name: '김가온', company: 'c1', department: 'd1' })],
  projects: [record('p1', { name: '제1공구', manager: 'm1' })],
  titles: ['가', '나', '다', '라', '마'].map((name) => record(`t-${name}`, { name, project: 'p1' })),
}

test('lists the records that refer to each record, in the order of their books', async () => {
  expect(await describeReferences('companies', 'c1')).toBe('부서 1건(보상부), 관리자 1건(김가온)')
  expect(await describeReferences('departments', 'd1')).toBe('관리자 1건(김가온)')
  expect(await describeReferences('managers', 'm1')).toBe('사업구간 1건(제1공구)')
  expect(await describeReferences('titles', 't-가')).toBe('')
})

test('names three of many referring records and counts the rest', async () => {
  expect(await describeReferences('projects', 'p1')).toBe('목록 5건(가, 나, 다 외 2건)')
})

test('ignores a referring record whose delete is already waiting', async () => {
  expect(await describeReferences('departments', 'd1', 'deleted')).toBe('')
})

/** Reads like the offline copy: the rows of a collection that match the one filter. */
async function describeReferences(collection: CollectionName, id: string, state: 'plain' | 'deleted' = 'plain') {
  const readAll = (
    from: CollectionName,
    { filters }: Query,
    onChunk: (rows: never[], done: number, total: number) => void,
  ) => {
    const [filter] = filters
    const found = (lists[from] ?? []).filter(
      (candidate) => filter?.op === 'equals' && candidate[filter.field] === filter.value,
    )
    onChunk(found.map((candidate) => ({ ...createPlainRow(candidate), state })) as never[], found.length, found.length)
    return Promise.resolve()
  }
  return formatReferences(await readReferringRecords({ readAll }, collection, id))
}

function record(id: string, fields: Record<string, string>): AnyRecord {
  return { id, version: 1, inserted_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z', ...fields }
}
