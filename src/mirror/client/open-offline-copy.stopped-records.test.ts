import { expect, test } from 'vitest'
import { closeOutbox, openOutbox } from '#mirror/outbox/open-outbox.ts'
import { saveSession } from '#mirror/outbox/session.ts'
import { makeCase, makeGroup, makeId, startScriptedServer } from '#tests/support/books/mirror-fixtures.ts'
import { makeFakeBrowser } from '#tests/support/fakes/fake-runtime.ts'
import { makeTokens, makeUserInfo, testUserId } from '#tests/support/outbox/outbox-fixtures.ts'
import { openOfflineCopy } from './open-offline-copy.ts'

const inOrder = { filters: [], search: '', sort: [{ field: 'owner', direction: 'asc' as const }] }
const [stoppedId, other] = [makeId(100), makeId(101)]

async function openOffice(isSuperuser = false) {
  const server = startScriptedServer(testUserId)
  server.put('real-estate-groups', makeGroup(1, '솔빛구간'))
  for (let number = 100; number < 110; number++)
    server.put('real-estate', makeCase(number, { group_id: makeId(1), owner: `홍${String(number)}` }))
  const browser = makeFakeBrowser()
  const { runtime } = browser.openTab({ fetch: server.fetch })
  const outbox = await openOutbox(runtime, testUserId)
  await saveSession(outbox, makeTokens({ user_info: { ...makeUserInfo(), is_superuser: isSuperuser } }))
  closeOutbox(outbox)
  async function open() {
    const tab = browser.openTab({ fetch: server.fetch })
    const copy = await openOfflineCopy({ userId: testUserId, runtime: tab.runtime, createWorker: null })
    const rows = copy.openRows('real-estate', inOrder)
    await browser.runUntil(() => rows.getState().isComplete)
    return { tab, copy, rows }
  }
  return { server, browser, open }
}

const edit = (id: string) => ({
  kind: 'update' as const,
  collection: 'real-estate' as const,
  id,
  baseVersion: 1,
  changes: { owner: { old: '홍', new: '바꿈' } },
})

test('a record whose processing is stopped is marked in every window and refuses edits', async () => {
  const { server, browser, open } = await openOffice()
  const [first, second] = [await open(), await open()]
  await browser.runUntil(() => second.copy.getStatus().lastSyncAt !== null)
  const before = first.rows.rowAt(1)
  server.setStopped(`real-estate/${stoppedId}`)
  await browser.runUntil(() => [first, second].every(({ rows }) => rows.rowAt(0)?.stopped === 'locked'))
  expect(first.rows.rowAt(1)).toBe(before)
  for (const { copy } of [first, second]) {
    expect(copy.getStatus().stopped).toEqual([`real-estate/${stoppedId}`])
    await expect(copy.enqueue(edit(other), edit(stoppedId))).rejects.toMatchObject({ reason: 'stopped' })
    await expect(
      copy.enqueue({ kind: 'delete', collection: 'real-estate', id: stoppedId, baseVersion: 1 }),
    ).rejects.toMatchObject({ reason: 'stopped' })
    expect(copy.outbox.getEntries()).toEqual([])
  }
  server.setStopped()
  await browser.runUntil(() => [first, second].every(({ rows }) => rows.rowAt(0)?.stopped === undefined))
  expect(await second.copy.enqueue(edit(stoppedId))).toHaveLength(1)
  for (const { copy } of [first, second]) copy.close()
})

test('nothing can be created under or moved to a stopped record', async () => {
  const { server, browser, open } = await openOffice()
  const { copy } = await open()
  server.setStopped(`real-estate/${stoppedId}`)
  await browser.runUntil(() => copy.getStatus().stopped.length === 1)
  const paper = { kind: 'create', collection: 'case-papers', id: makeId(500) } as const
  const moved = { old: other, new: stoppedId }
  await expect(copy.enqueue({ ...paper, fields: { case_id: stoppedId, name: '위임장' } })).rejects.toMatchObject({
    reason: 'stopped',
  })
  await expect(
    copy.enqueue({ ...paper, kind: 'update', baseVersion: 1, changes: { case_id: moved } }),
  ).rejects.toMatchObject({ reason: 'stopped' })
  expect(await copy.enqueue({ ...paper, fields: { case_id: other, name: '위임장' } })).toHaveLength(1)
  copy.close()
})

test('a stopped record is marked and refused from the first row on, also after an offline restart', async () => {
  const { server, browser, open } = await openOffice()
  const first = await open()
  server.setStopped(`real-estate/${stoppedId}`)
  await browser.runUntil(() => first.rows.rowAt(0)?.stopped === 'locked')
  first.tab.kill()
  server.isDown = true
  const reopened = browser.openTab({ fetch: server.fetch })
  const copy = await openOfflineCopy({ userId: testUserId, runtime: reopened.runtime, createWorker: null })
  const rows = copy.openRows('real-estate', inOrder)
  await browser.runUntil(() => rows.rowAt(0) !== undefined)
  expect(rows.rowAt(0)?.stopped).toBe('locked')
  expect((await copy.getRow('real-estate', stoppedId))?.stopped).toBe('locked')
  await browser.runUntil(() => copy.getStatus().stopped.length === 1)
  await expect(copy.enqueue(edit(stoppedId))).rejects.toMatchObject({ reason: 'stopped' })
  copy.close()
})

test('a superuser sees the mark and may correct the record', async () => {
  const { server, browser, open } = await openOffice(true)
  const { copy, rows } = await open()
  server.setStopped(`real-estate/${stoppedId}`)
  await browser.runUntil(() => rows.rowAt(0)?.stopped === 'writable')
  expect(await copy.enqueue(edit(stoppedId))).toHaveLength(1)
  copy.close()
})
