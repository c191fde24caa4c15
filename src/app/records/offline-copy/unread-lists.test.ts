import { expect, test } from 'vitest'
import { openOfflineCopy } from '#mirror/client/open-offline-copy.ts'
import { closeOutbox, openOutbox } from '#mirror/outbox/open-outbox.ts'
import { saveSession } from '#mirror/outbox/session.ts'
import { startScriptedServer } from '#tests/support/books/mirror-fixtures.ts'
import { makeFakeBrowser } from '#tests/support/fakes/fake-runtime.ts'
import { makeTokens, testUserId } from '#tests/support/outbox/outbox-fixtures.ts'
import { watchUnreadLists } from './unread-lists.ts'

async function openDevice(server: ReturnType<typeof startScriptedServer>) {
  const browser = makeFakeBrowser()
  const tab = browser.openTab({ fetch: server.fetch })
  const outbox = await openOutbox(tab.runtime, testUserId)
  await saveSession(outbox, makeTokens())
  closeOutbox(outbox)
  return { browser, copy: await openOfflineCopy({ userId: testUserId, runtime: tab.runtime, createWorker: null }) }
}

test('names each list of choices that could not be read, once', async () => {
  const server = startScriptedServer(testUserId)
  server.isDown = true
  const { browser, copy } = await openDevice(server)
  const nouns: string[] = []
  const ofTitles: string[] = []
  const stops = [
    watchUnreadLists(copy, 'departments', (noun) => nouns.push(noun)),
    watchUnreadLists(copy, 'managers', (noun) => nouns.push(noun)),
    watchUnreadLists(copy, 'projects', (noun) => nouns.push(noun)),
    watchUnreadLists(copy, 'titles', (noun) => ofTitles.push(noun)),
  ]
  await browser.runUntil(() => nouns.length === 4 && ofTitles.length === 1)
  expect(nouns.toSorted()).toEqual(['관리자', '부서', '회사', '회사'])
  expect(ofTitles).toEqual(['사업구간'])
  stops.forEach((stop) => stop())
  copy.close()
})

test('does not report a list that was read and is empty', async () => {
  const { browser, copy } = await openDevice(startScriptedServer(testUserId))
  const nouns: string[] = []
  const stop = watchUnreadLists(copy, 'departments', (noun) => nouns.push(noun))
  const rows = copy.openRows('companies', { filters: [], search: '', sort: [] })
  await browser.runUntil(() => rows.getState().status === 'ready' && copy.getStatus().isInSync)
  expect(nouns).toEqual([])
  stop()
  copy.close()
})
