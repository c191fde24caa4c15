import { Dexie } from 'dexie'
import { mirroredCollections, type CollectionName } from '#contract/books/collections.ts'
import type { AnyRecord } from '#contract/books/field.ts'
import type { MirrorDatabase, RecentRecord } from './mirror-database.ts'
import { packBlock, recordInBlock, unpackColumns, type RecordBlock } from './record-block.ts'

/** From this many changed records on, reading them separately costs more than folding them in. */
export const foldFrom = 1_000
const largestBlock = 1_500
/**
 * A tombstone must outlive every page of a running copy that may still contain the deleted record.
 */
const tombstoneLifetimeMs = 7 * 86_400_000

/**
 * Folds changed records into their blocks, one block per transaction, until none is left or
 * `shouldStop` returns true.
 */
export async function foldRecent(
  database: MirrorDatabase,
  collection: CollectionName,
  options: { now: number; shouldStop: () => boolean },
): Promise<void> {
  const shape = database.shapes[collection]
  const keys = await database.blocks
    .where('[shape+first]')
    .between([shape, Dexie.minKey], [shape, Dexie.maxKey])
    .primaryKeys()
  const starts = keys.map(([, first]) => first)
  for (const [index, start] of (starts.length > 0 ? starts : ['']).entries()) {
    if (options.shouldStop()) return
    const from = index === 0 ? '' : start
    await foldIntoBlock(database, collection, { start, from, to: starts[index + 1] ?? Dexie.maxKey, now: options.now })
  }
}

async function foldIntoBlock(
  database: MirrorDatabase,
  collection: CollectionName,
  span: { start: string; from: string; to: unknown; now: number },
): Promise<void> {
  const shape = database.shapes[collection]
  await database.transaction('rw', database.blocks, database.recent, async () => {
    const changed = await database.recent
      .where('[shape+id]')
      .between([shape, span.from], [shape, span.to], true, false)
      .toArray()
    if (changed.every((recent) => recent.row === null && recent.at > span.now - tombstoneLifetimeMs)) return
    const block = await database.blocks.get([shape, span.start])
    const records = mergeRecords(collection, block, changed)
    if (block) await database.blocks.delete([shape, span.start])
    for (const part of splitEvenly(records)) {
      await database.blocks.put({ ...packBlock(mirroredCollections[collection], part), shape })
    }
    const expired = changed.filter((recent) => recent.row !== null || recent.at <= span.now - tombstoneLifetimeMs)
    await database.recent.bulkDelete(expired.map(({ id }) => [shape, id]))
  })
}

function mergeRecords(
  collection: CollectionName,
  block: RecordBlock | undefined,
  changed: readonly RecentRecord[],
): AnyRecord[] {
  const recordsById = new Map<string, AnyRecord>()
  if (block) {
    const columns = unpackColumns(mirroredCollections[collection], block)
    for (let index = 0; index < block.count; index++) {
      const record = recordInBlock(block, columns, index)
      recordsById.set(record.id, record)
    }
  }
  for (const { id, version, row } of changed) {
    if (version <= (recordsById.get(id)?.version ?? 0)) continue
    if (row) recordsById.set(id, row)
    else recordsById.delete(id)
  }
  return [...recordsById.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

function splitEvenly(records: readonly AnyRecord[]): AnyRecord[][] {
  const parts = Math.ceil(records.length / largestBlock)
  const size = Math.ceil(records.length / Math.max(parts, 1))
  return Array.from({ length: parts }, (_, part) => records.slice(part * size, (part + 1) * size))
}
