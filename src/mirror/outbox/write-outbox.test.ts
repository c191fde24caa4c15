import { expect, test } from 'vitest'
import { makeFakeBrowser } from '#tests/support/fakes/fake-runtime.ts'
import { enqueueEdit, makeRecordId, makeUpdateEdit, testUserId } from '#tests/support/outbox/outbox-fixtures.ts'
import { openOutbox, type Outbox } from './open-outbox.ts'
import { buildOutboxName } from './outbox-database.ts'
import { getPendingByRecord } from './outbox-image.ts'

const edit = makeUpdateEdit(makeRecordId(1), { owner: ['가상인', '나상인'] })

function listEntries(outbox: Outbox) {
  return [...outbox.image.entriesBySeq.values()]
}

test('reports a full disk when the transaction fails after its request succeeded', async () => {
  const tab = makeFakeBrowser().openTab()
  const outbox = await openOutbox(tab.runtime, testUserId)
  tab.faults.abortWith = () => 'QuotaExceededError'
  await expect(enqueueEdit(outbox, edit)).rejects.toMatchObject({ name: 'OutboxWriteError', reason: 'full' })
  expect(outbox.storage).toBe('full')
  expect(listEntries(outbox)).toEqual([])
  expect(await outbox.db.ops.count()).toBe(0)
  tab.faults.abortWith = () => null
  await enqueueEdit(outbox, edit)
  expect(outbox.storage).toBe('fine')
  expect(listEntries(outbox)).toHaveLength(1)
})

test('reports a full disk when the deletion of an unsent record cannot be stored', async () => {
  const tab = makeFakeBrowser().openTab()
  const outbox = await openOutbox(tab.runtime, testUserId)
  const id = makeRecordId(1)
  await enqueueEdit(outbox, { kind: 'create', collection: 'real-estate', id, fields: { owner: '가상인' } })
  tab.faults.abortWith = () => 'QuotaExceededError'
  const deletion = enqueueEdit(outbox, { kind: 'delete', collection: 'real-estate', id, baseVersion: 0 })
  await expect(deletion).rejects.toMatchObject({ name: 'OutboxWriteError', reason: 'full' })
  expect(listEntries(outbox).map((entry) => entry.kind)).toEqual(['create'])
  expect(await outbox.db.ops.count()).toBe(1)
})

test('a lost connection is reopened and the edit is stored exactly once', async () => {
  const tab = makeFakeBrowser().openTab()
  const outbox = await openOutbox(tab.runtime, testUserId)
  tab.storage.loseConnections()
  await enqueueEdit(outbox, edit)
  expect(await outbox.db.ops.count()).toBe(1)
})

test('a connection lost midway through the transaction stores the edit exactly once', async () => {
  const tab = makeFakeBrowser().openTab()
  const outbox = await openOutbox(tab.runtime, testUserId)
  let attemptsLeft = 1
  tab.faults.abortWith = () => (attemptsLeft-- > 0 ? 'UnknownError' : null)
  await enqueueEdit(outbox, edit)
  expect(await outbox.db.ops.count()).toBe(1)
})

test('a storage that stays away is reported as lost', async () => {
  const tab = makeFakeBrowser().openTab()
  const outbox = await openOutbox(tab.runtime, testUserId)
  tab.faults.abortWith = () => 'UnknownError'
  await expect(enqueueEdit(outbox, edit)).rejects.toMatchObject({ name: 'OutboxWriteError', reason: 'lost' })
  expect(outbox.storage).toBe('lost')
  expect(listEntries(outbox)).toEqual([])
})

test('a value that no record can hold is refused before anything is written', async () => {
  const outbox = await openOutbox(makeFakeBrowser().openTab().runtime, testUserId)
  const invalid = { ...edit, changes: { owner: { old: null, new: { a: 1 } as unknown as string } } } as typeof edit
  await expect(enqueueEdit(outbox, invalid)).rejects.toMatchObject({ name: 'OutboxWriteError', reason: 'invalid' })
  expect(await outbox.db.ops.count()).toBe(0)
})

test('makes way at once for a newer app version that upgrades the database, and still stores edits', async () => {
  const browser = makeFakeBrowser()
  const outbox = await openOutbox(browser.openTab().runtime, testUserId)
  await enqueueEdit(outbox, edit)
  const upgrade = browser.storage.open(buildOutboxName(testUserId), 990)
  await new Promise((resolve, reject) => {
    upgrade.addEventListener('success', resolve)
    upgrade.addEventListener('blocked', reject)
  })
  expect(outbox.storage).toBe('superseded')
  upgrade.result.close()
  await enqueueEdit(outbox, makeUpdateEdit(makeRecordId(2), { owner: [null, '다상인'] }))
  expect(await outbox.db.ops.count()).toBe(2)
  expect(outbox.storage).toBe('superseded')
})

test('an upgrade blocked by an old tab is reported after ten seconds', async () => {
  const browser = makeFakeBrowser()
  const blocker = browser.storage.open(buildOutboxName(testUserId), 1)
  await new Promise((resolve) => blocker.addEventListener('success', resolve))
  const opening = openOutbox(browser.openTab().runtime, testUserId).then(
    () => 'open',
    (error: unknown) => error,
  )
  await browser.advance(9_000)
  expect(await Promise.race([opening, Promise.resolve('waiting')])).toBe('waiting')
  await browser.advance(2_000)
  expect(await opening).toMatchObject({ name: 'OutboxWriteError', reason: 'blocked' })
})

test('an opening that is never answered is reported after ten seconds, and the next one works', async () => {
  const browser = makeFakeBrowser()
  const tab = browser.openTab()
  tab.faults.refuseOpening = () => 'silent'
  const failure = openOutbox(tab.runtime, testUserId).catch((error: unknown) => error)
  expect(await browser.finish(failure)).toMatchObject({ name: 'OutboxWriteError', reason: 'silent' })
  tab.faults.refuseOpening = () => null
  const outbox = await openOutbox(tab.runtime, testUserId)
  tab.storage.loseConnections()
  tab.faults.refuseOpening = () => 'silent'
  const refused = enqueueEdit(outbox, edit).catch((error: unknown) => error)
  expect(await browser.finish(refused)).toMatchObject({ name: 'OutboxWriteError', reason: 'silent' })
  expect(outbox.storage).toBe('silent')
  tab.faults.refuseOpening = () => null
  await enqueueEdit(outbox, edit)
  expect([outbox.storage, await outbox.db.ops.count()]).toEqual(['fine', 1])
})

test('every tab and worker gets an edit, even if its message was lost', async () => {
  const browser = makeFakeBrowser()
  const [first, second] = [browser.openTab(), browser.openTab()]
  const outbox = await openOutbox(first.runtime, testUserId)
  const other = await openOutbox(second.runtime, testUserId)
  await enqueueEdit(outbox, edit)
  await browser.settle()
  expect(listEntries(other)).toEqual(listEntries(outbox))
  const originalPost = outbox.channel.post
  outbox.channel.post = () => undefined
  await enqueueEdit(outbox, makeUpdateEdit(makeRecordId(2), { owner: [null, '다'] }))
  outbox.channel.post = originalPost
  await enqueueEdit(outbox, makeUpdateEdit(makeRecordId(3), { owner: [null, '라'] }))
  await browser.advance(100)
  expect(listEntries(other)).toEqual(listEntries(outbox))
  expect([...getPendingByRecord(other.image, 'real-estate').keys()]).toEqual([
    makeRecordId(1),
    makeRecordId(2),
    makeRecordId(3),
  ])
})
