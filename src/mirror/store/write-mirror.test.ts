import { expect, test } from 'vitest'
import type { ChangesPage } from '#contract/sync/sync.ts'
import { makeCase, makeId } from '#tests/support/books/mirror-fixtures.ts'
import { makeFakeBrowser } from '#tests/support/fakes/fake-runtime.ts'
import { buildMirrorName, openMirrorDatabase } from './mirror-database.ts'
import { applyChanges } from './write-mirror.ts'

function makePage(version: number, cursor: string): ChangesPage {
  const row = makeCase(1, { version })
  return {
    epoch: 'e',
    cursor,
    more: false,
    changes: [{ collection: 'real-estate', id: makeId(1), version, row }],
  }
}

test('stores the newest version of a record when pages of changes overlap or arrive twice', async () => {
  const { runtime } = makeFakeBrowser({ clock: 'real' }).openTab()
  const database = openMirrorDatabase(runtime, buildMirrorName('applier', 1))
  const versions: unknown[] = []
  for (const version of [3, 2, 3, 5, 4]) {
    await applyChanges(database, makePage(version, `${version}.1`), 1000)
    versions.push((await database.recent.toArray()).map((row) => row.version))
  }
  expect(versions).toEqual([[3], [3], [3], [5], [5]])
  database.close()
})
