import type { CollectionName } from '#contract/records/collections.ts'
import { mirroredCollections } from '#contract/records/collections.ts'
import type { AnyRecord } from '#contract/records/field.ts'
import type { SourceRow } from '#contract/row-source.ts'
import { compareKorean } from '#domain/collate.ts'
import { countValues } from '../query/count-values.ts'
import type { ChangedSlots, MirroredData } from './mirrored-data.ts'
import type { Command, Report } from './messages.ts'

/** Reads outside of row sources: single records, whole small collections, and whole results in chunks. */
export interface Readings {
  get(command: Command & { type: 'get' }): void
  watch(command: Command & { type: 'watch' }): void
  unwatch(watch: number): void
  read(command: Command & { type: 'read' }): void
  readNext(request: number): void
  readEnd(request: number): void
  count(command: Command & { type: 'count' }): void
  changed(changes: ChangedSlots): void
  tellAll(): void
  /** Answers what waits for a collection that will not come: there is no network (any more) to bring it. */
  startWaiting(): void
}

const rowsPerChunk = 1_000

export interface ReadingsContext {
  data(): MirroredData
  report(report: Report): void
  /** A first copy is about to bring the collection. */
  isComing(collection: CollectionName): boolean
  /** A row that a screen shows and that is not in memory yet. */
  shownRow(collection: CollectionName, id: string): SourceRow | null
}

export function createReadings({ data, report, isComing, shownRow }: ReadingsContext): Readings {
  const watches = new Map<number, CollectionName>()
  const reads = new Map<
    number,
    { collection: CollectionName; slots: Uint32Array; done: number; source: MirroredData }
  >()

  const waiting = createWaiting(isComing)

  function tellWatch(watch: number, collection: CollectionName): void {
    if (data().isLoaded(collection)) report({ type: 'watched', watch, rows: allOf(data(), collection) })
  }

  function readNext(request: number): void {
    const read = reads.get(request)
    if (!read) return
    const rows: SourceRow[] = []
    for (const slot of read.slots.subarray(read.done, read.done + rowsPerChunk)) {
      const row = read.source.rowAt(read.collection, slot, false)
      if (row) rows.push(row)
    }
    read.done = Math.min(read.slots.length, read.done + rowsPerChunk)
    report({ type: 'chunk', request, rows, done: read.done, total: read.slots.length })
    if (read.done === read.slots.length) reads.delete(request)
  }

  return {
    get({ request, collection, id }) {
      report({ type: 'got', request, row: data().rowById(collection, id) ?? shownRow(collection, id) })
    },
    watch({ watch, collection }) {
      watches.set(watch, collection)
      tellWatch(watch, collection)
    },
    unwatch: (watch) => void watches.delete(watch),
    read({ request, collection, query }) {
      waiting.onceHere(request, collection, () => {
        const slots = data().engine.evaluate(collection, query)
        reads.set(request, { collection, slots, done: 0, source: data() })
        readNext(request)
      })
    },
    readNext,
    readEnd(request) {
      waiting.forget(request)
      reads.delete(request)
    },
    count({ request, collection, query, field, limit }) {
      waiting.onceHere(request, collection, () => {
        report({ type: 'counted', request, values: countValues(data().engine, collection, { query, field, limit }) })
      })
    },
    changed(changes) {
      for (const [watch, collection] of watches) if (changes.has(collection)) tellWatch(watch, collection)
      waiting.startOthers()
    },
    startWaiting: () => waiting.startOthers(),
    tellAll() {
      for (const [watch, collection] of watches) tellWatch(watch, collection)
      waiting.startOthers()
    },
  }
}

/** What is asked of a whole collection while it is still being copied: a part of it would pass for the whole. */
function createWaiting(isComing: ReadingsContext['isComing']) {
  const waiting = new Map<number, { collection: CollectionName; start: () => void }>()
  return {
    onceHere(request: number, collection: CollectionName, start: () => void): void {
      if (isComing(collection)) waiting.set(request, { collection, start })
      else start()
    },
    /** Those whose collection has come, or will not as long as nobody can be asked for it: they are answered with what is here. */
    startOthers(): void {
      for (const [request, { collection, start }] of waiting) {
        if (isComing(collection)) continue
        waiting.delete(request)
        start()
      }
    },
    forget: (request: number) => void waiting.delete(request),
  }
}

/** All shown records of a small collection, by the field that names them. */
function allOf(data: MirroredData, collection: CollectionName): AnyRecord[] {
  const { table } = data.engine.collection(collection)
  const records: AnyRecord[] = []
  for (let slot = 0; slot < table.size(); slot++) {
    const record = table.isShown(slot) ? table.seenAt(slot) : null
    if (record) records.push(record)
  }
  const label = mirroredCollections[collection].fields.find((field) => field.kind === 'text')?.key ?? 'id'
  const labelOf = (record: AnyRecord): string => record[label as 'id'] ?? ''
  return records.toSorted((a, b) => compareKorean(labelOf(a), labelOf(b)) || (a.id < b.id ? -1 : 1))
}
