import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AnyRecord } from '#contract/books/field.ts'
import { realEstateBook } from '#contract/books/real-estate.ts'
import { dayMs } from '#contract/dates/day-ms.ts'
import { createRecordTable } from '#mirror/query/record-table.ts'
import { makeCase, makeId } from '#tests/support/books/mirror-fixtures.ts'
import { makeFakeBrowser } from '#tests/support/fakes/fake-runtime.ts'
import { countPropertyRuns } from '#tests/support/runner/test-depth.ts'
import { buildMirrorName, type MirrorDatabase, openMirrorDatabase, readCollection } from './mirror-database.ts'
import { packBlock } from './record-block.ts'
import { foldRecent } from './write-mirror.ts'

/** What a start of the app would read. */
async function readAll(database: MirrorDatabase): Promise<Map<string, number>> {
  const table = createRecordTable(realEstateBook)
  const { recent } = await readCollection(database, 'real-estate', table.addBlock)
  for (const { id, version, row } of recent) table.confirm(id, version, row)
  return new Map([...table.listVersions()].map(({ id, version }) => [id, version]))
}

const changed = fc.record({
  number: fc.integer({ min: 0, max: 40 }),
  version: fc.integer({ min: 1, max: 9 }),
  isDeleted: fc.boolean(),
  age: fc.constantFrom(0, 30 * dayMs),
})

test('folding never changes what is read, and leaves only recent tombstones outside blocks', async () => {
  const browser = makeFakeBrowser({ clock: 'real' })
  const { runtime } = browser.openTab()
  let generation = 0
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.integer({ min: 0, max: 40 }), { maxLength: 30 }),
      fc.uniqueArray(changed, { maxLength: 20, selector: ({ number }) => number }),
      fc.integer({ min: 0, max: 6 }),
      async (numbers, changes, steps) => {
        generation += 1
        const database = openMirrorDatabase(runtime, buildMirrorName('folder', generation))
        const shape = database.shapes['real-estate']
        const records = numbers.toSorted((a, b) => a - b).map((number) => makeCase(number, { version: 4 }))
        for (let from = 0; from < records.length; from += 7) {
          await database.blocks.put({ ...packBlock(realEstateBook, records.slice(from, from + 7)), shape })
        }
        await database.recent.bulkPut(
          changes.map(({ number, version, isDeleted, age }) => {
            const row: AnyRecord | null = isDeleted ? null : makeCase(number, { version })
            return { shape, id: makeId(number), version, row, at: 100 * dayMs - age }
          }),
        )
        const before = await readAll(database)
        let stepsLeft = steps
        await foldRecent(database, 'real-estate', { now: 100 * dayMs, shouldStop: () => stepsLeft-- === 0 })
        expect(await readAll(database)).toEqual(before)
        await foldRecent(database, 'real-estate', { now: 100 * dayMs, shouldStop: () => false })
        expect(await readAll(database)).toEqual(before)
        const recentRows = await database.recent.toArray()
        expect(recentRows.filter(({ row, at }) => row !== null || at < 99 * dayMs)).toEqual([])
        database.close()
      },
    ),
    { numRuns: countPropertyRuns(60) },
  )
})
