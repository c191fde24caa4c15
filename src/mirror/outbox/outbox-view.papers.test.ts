import { expect, test } from 'vitest'
import { makeFakeBrowser } from '#tests/support/fakes/fake-runtime.ts'
import { makeStoredEntry, testUserId } from '#tests/support/outbox/outbox-fixtures.ts'
import { openOutbox } from './open-outbox.ts'
import { countOutbox } from './outbox-view.ts'
import type { StoredEntry } from './stored-entry.ts'
import { writeOutbox } from './write-outbox.ts'

const changes = { content_id: { old: null, new: 'f1' } }
const photo = { kind: 'create', collection: 'case-papers', changes } as const
const countFiles = async (entry: Partial<StoredEntry>, files: readonly string[]) => {
  const outbox = await openOutbox(makeFakeBrowser().openTab().runtime, testUserId)
  await writeOutbox(outbox, (write) => write.put(makeStoredEntry({ ...photo, ...entry })))
  const { waiting, attention, filesWithEntries } = countOutbox(outbox, new Set(files))
  return { waiting, attention, ofFiles: [...filesWithEntries] }
}

test('counts a photograph once: by its file while that waits, otherwise by its record', async () => {
  expect(await countFiles({}, ['f1'])).toEqual({ waiting: 0, attention: 0, ofFiles: [] })
  expect(await countFiles({}, [])).toEqual({ waiting: 1, attention: 0, ofFiles: [] })
  expect(await countFiles({}, ['another'])).toEqual({ waiting: 1, attention: 0, ofFiles: [] })
  expect(await countFiles({ state: 'held_old' }, ['f1'])).toEqual({ waiting: 0, attention: 1, ofFiles: ['f1'] })
})
