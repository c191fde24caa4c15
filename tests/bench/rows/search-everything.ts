import { setImmediate } from 'node:timers/promises'
import { type CollectionName, mirroredCollections } from '#contract/books/collections.ts'
import type { AnyRecord, FieldValue } from '#contract/books/field.ts'
import { buildSearchCaches, runGlobalSearch, type SearchThread } from '#mirror/global-search/global-search.ts'
import { createSearchedCollections, type SearchedCollection } from '#mirror/global-search/searched-collection.ts'
import { createQueryEngine, type QueryEngine } from '#mirror/query/query-engine.ts'
import { packBlock } from '#mirror/store/record-block.ts'
import { createDemoId } from '#server/demo/demo-picker.ts'
import { makeDemoDeposit as demoDeposit } from '#server/deposit-cases/demo.ts'
import { makeDemoCase as demoCase } from '#server/real-estate/demo-case-book.ts'
import { makeCase, makeDepositCase, makeGroup, makeId } from '../../support/books/mirror-fixtures.ts'
import { type BenchRow, createBudgetRow, percentile } from '../bench-row.ts'

const blockSize = 1000
const groupCount = 120
const today = '2026-11-20'

/** Typical inputs, key by key, each kind separately. */
const typed = {
  words: ['김가온', '솔빛마을 12', '해든구', '근저당', '박새론', '달빛로 5', '누리군 답', '101', '없는이름'],
  초성: ['ㄱㄱㅇ', 'ㅅㅂㅁㅇ', 'ㅎㄷㄱ', 'ㄱㅈㄷ', 'ㅂㅅㄹ', 'ㅁㄴㅇㄹ'],
  'amounts and days': ['309,000', '2026.12.20', '12/20', '15만원'],
  'the other layout': ['rlarkdhs', 'thfqlc', 'goems', 'qkrtofhs', 'ㅗ디ㅣㅐ'],
} as const

/**
 * One search over everything, as the worker runs it: a third of the records are cases, a third
 * deposit cases, a third units with their owners. Every key is a separate query; the search texts
 * are warm, as they are soon after the dialog opened.
 */
export async function benchSearchEverything({ records }: { records: number }): Promise<BenchRow[]> {
  const places = createSearchedCollections(fillEngine(records))
  await buildSearchCaches(places, thread)
  const rows: BenchRow[] = []
  for (const [kind, texts] of Object.entries(typed)) {
    const keys = texts.flatMap((text) => listPrefixes(text))
    // Warms up titles and compiled code.
    await measureSearches(places, keys)
    const durations = [
      await measureSearches(places, keys),
      await measureSearches(places, keys),
      await measureSearches(places, keys),
    ].flat()
    rows.push(...toBenchRows(`search over everything, ${records} records, ${kind}`, durations))
  }
  return rows
}

const thread: SearchThread = { now: () => performance.now(), pause: () => setImmediate() }

async function measureSearches(places: readonly SearchedCollection[], texts: readonly string[]): Promise<number[]> {
  const durations: number[] = []
  for (const text of texts) {
    const start = performance.now()
    await runGlobalSearch(places, { text, limit: 5, today, recent: [] }, thread)
    durations.push(performance.now() - start)
  }
  return durations
}

function toBenchRows(name: string, durations: readonly number[]): BenchRow[] {
  const shared = { unit: 'ms', goal: '≤ 30 ms', limit: 30 } as const
  return [
    createBudgetRow({ ...shared, name: `${name}, median`, ours: percentile(durations, 0.5) }),
    createBudgetRow({ ...shared, name: `${name}, p95`, ours: percentile(durations, 0.95) }),
  ]
}

/** The prefixes of a text, one per key. */
function listPrefixes(text: string): string[] {
  return Array.from(text, (_, index) => text.slice(0, index + 1))
}

function fillEngine(records: number): QueryEngine {
  const engine = createQueryEngine(Object.values(mirroredCollections))
  const third = Math.floor(records / 3)
  const fill = (name: CollectionName, count: number, recordAt: (index: number) => AnyRecord) => {
    for (let start = 0; start < count; start += blockSize) {
      const size = Math.min(blockSize, count - start)
      const some = Array.from({ length: size }, (_, offset) => recordAt(start + offset))
      engine.collection(name).table.addBlock(packBlock(mirroredCollections[name], some))
    }
  }
  fill('real-estate-groups', groupCount, (index) => makeGroup(index, `솔빛마을 ${index + 1}단지`))
  fill('real-estate', third, (index) => makeCase(0, { ...createCase(index), group_id: groupAt(index) }))
  fill('deposit-cases', third, (index) =>
    makeDepositCase(0, { ...demoDeposit(1, index, { today, project: index % 9 }), id: createDemoId(1, index) }),
  )
  fill('real-estate-units', Math.floor(third / 2), (index) => ({
    ...makeEmptyRecord('real-estate-units', index),
    group_id: groupAt(index),
    purpose: '소유권이전',
    owner: findOwner(index),
    dongho: `${101 + (index % 20)}동 ${index}호`,
  }))
  fill('unit-owners', third - Math.floor(third / 2), (index) => ({
    ...makeEmptyRecord('unit-owners', index),
    unit_id: createDemoId(2, index),
    owner: findOwner(index),
    owner_address: `해든구 달빛로 ${index % 300}`,
  }))
  return engine
}

function createCase(index: number): Record<string, FieldValue> {
  const demo = demoCase(1, index, today)
  const known = Object.keys(makeCase(0)).filter((key) => key in demo)
  return { ...Object.fromEntries(known.map((key) => [key, demo[key] ?? null])), id: createDemoId(1, index) }
}

function findOwner(index: number): string {
  return String(demoCase(2, index, today)['owner'] ?? '')
}

function groupAt(index: number): string {
  return makeId((index * 7) % groupCount)
}

function makeEmptyRecord(name: CollectionName, index: number): AnyRecord {
  const fields = mirroredCollections[name].fields.map(({ key }) => [key, null])
  const moment = '2026-11-01T09:00:00+09:00'
  return {
    ...Object.fromEntries(fields),
    id: createDemoId(2, index),
    version: 1,
    inserted_at: moment,
    updated_at: moment,
  }
}
