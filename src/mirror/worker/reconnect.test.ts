import { expect, test } from 'vitest'
import { openOfflineCopy } from '#mirror/client/open-offline-copy.ts'
import { closeOutbox, openOutbox } from '#mirror/outbox/open-outbox.ts'
import { saveSession } from '#mirror/outbox/session.ts'
import { makeCase, makeGroup, makeId, startScriptedServer } from '#tests/support/books/mirror-fixtures.ts'
import { makeFakeBrowser } from '#tests/support/fakes/fake-runtime.ts'
import { acceptWrites } from '#tests/support/fakes/writing-server.ts'
import { makeTokens, testUserId } from '#tests/support/outbox/outbox-fixtures.ts'

test('sends an edit as soon as the server is back, even after hours offline', async () => {
  const server = startScriptedServer(testUserId)
  server.put('real-estate-groups', makeGroup(1, '솔빛구간', { region: '서울' }))
  const initial = [makeCase(100, { group_id: makeId(1), owner: '홍길동' })]
  for (const record of initial) server.put('real-estate', record)
  const browser = makeFakeBrowser()
  const { runtime } = browser.openTab({ fetch: acceptWrites(server, initial) })
  const outbox = await openOutbox(runtime, testUserId)
  await saveSession(outbox, makeTokens())
  closeOutbox(outbox)
  const copy = await openOfflineCopy({ userId: testUserId, runtime, createWorker: null })
  const rows = copy.openRows('real-estate', { filters: [], search: '', sort: [{ field: 'owner', direction: 'asc' }] })
  await browser.runUntil(() => rows.getState().isComplete)

  server.isDown = true
  const changes = { owner: { old: '홍길동', new: '가나다' } }
  await copy.enqueue({ kind: 'update', collection: 'real-estate', id: makeId(100), baseVersion: 1, changes })
  await browser.advance(7_200_000)
  expect(rows.rowAt(0)).toMatchObject({ record: { owner: '가나다' }, marks: { owner: { state: 'queued' } } })
  server.isDown = false
  const backAt = runtime.now()
  await browser.runUntil(
    () => rows.rowAt(0)?.marks === undefined || Object.keys(rows.rowAt(0)?.marks ?? {}).length === 0,
  )
  // A visible page probes the server at least every 10 s.
  expect(runtime.now() - backAt).toBeLessThan(11_000)
  expect(rows.rowAt(0)).toMatchObject({ record: { owner: '가나다', version: 2 } })
  copy.close()
})
