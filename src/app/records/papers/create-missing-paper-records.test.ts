import { expect, test } from 'vitest'
import { openOfflineCopy } from '#mirror/client/open-offline-copy.ts'
import { type OfflineCopy, OutboxWriteError } from '#mirror/offline-copy.ts'
import { openPapers } from '#mirror/papers/open-papers.ts'
import { openPaperCopies } from '#mirror/papers/paper-copies.ts'
import { storeFile } from '#mirror/papers/store-file.ts'
import { startScriptedServer } from '#tests/support/books/mirror-fixtures.ts'
import { makeFakeBrowser } from '#tests/support/fakes/fake-runtime.ts'
import { testUserId } from '#tests/support/outbox/outbox-fixtures.ts'
import { createMissingPaperRecords } from './create-missing-paper-records.ts'

/** A device on which a page stored the bytes of a paper and ended before creating its record. */
async function makeOrphanedDevice() {
  const browser = makeFakeBrowser()
  const tab = browser.openTab({ fetch: startScriptedServer(testUserId).fetch })
  const papers = await openPapers(tab.runtime, testUserId)
  await storeFile(papers, openPaperCopies(tab.runtime, testUserId), {
    name: '사진',
    mediaType: 'image/jpeg',
    bytes: new Uint8Array([1, 2, 3]),
    thumb: null,
    buildRecord: ({ contentId }) => ({
      collection: 'case-papers' as const,
      id: '01990000-0000-7000-8000-00000000000a',
      fields: { name: '사진', content_id: contentId },
    }),
  })
  const copy = await openOfflineCopy({ userId: testUserId, runtime: tab.runtime, createWorker: null })
  return { copy, addedAt: papers.waiting[0]?.addedAt ?? 0 }
}

const listEntries = (copy: OfflineCopy) =>
  copy.outbox.getEntries().map(({ kind, collection }) => `${kind} ${collection}`)

test('creates the record of an interrupted paper at the next start, once', async () => {
  const { copy, addedAt } = await makeOrphanedDevice()
  await createMissingPaperRecords(copy, addedAt + 60_000)
  await createMissingPaperRecords(copy, addedAt + 120_000)
  expect(listEntries(copy)).toEqual(['create case-papers'])
  expect(copy.papers.getWaiting()).toMatchObject([{ unrecorded: null }])
  copy.close()
})

test('keeps the file on the device while its record is under 처리정지', async () => {
  const { copy, addedAt } = await makeOrphanedDevice()
  const refusing: OfflineCopy = { ...copy, enqueue: () => Promise.reject(new OutboxWriteError('stopped')) }
  await createMissingPaperRecords(refusing, addedAt + 60_000)
  expect(copy.papers.getWaiting()).toMatchObject([{ unrecorded: { collection: 'case-papers' } }])
  await createMissingPaperRecords(copy, addedAt + 120_000)
  expect(listEntries(copy)).toEqual(['create case-papers'])
  copy.close()
})

test('leaves a paper to the window that is adding it right now', async () => {
  const { copy, addedAt } = await makeOrphanedDevice()
  await createMissingPaperRecords(copy, addedAt + 5_000)
  expect(listEntries(copy)).toEqual([])
  copy.close()
})
