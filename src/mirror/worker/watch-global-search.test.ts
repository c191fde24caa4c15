import { expect, test } from 'vitest'
import { openOfflineCopy } from '#mirror/client/open-offline-copy.ts'
import type { GlobalSearchResult } from '#mirror/global-search/global-search.ts'
import { closeOutbox, openOutbox } from '#mirror/outbox/open-outbox.ts'
import { saveSession } from '#mirror/outbox/session.ts'
import { makeCase, makeGroup, makeId, startScriptedServer } from '#tests/support/books/mirror-fixtures.ts'
import { makeFakeBrowser } from '#tests/support/fakes/fake-runtime.ts'
import { makeTokens, testUserId } from '#tests/support/outbox/outbox-fixtures.ts'

/** A device of an office with one group and 1,200 cases, before its first copy. */
async function openFreshDevice() {
  const server = startScriptedServer(testUserId)
  server.put('real-estate-groups', makeGroup(1, '솔빛구간'))
  for (let number = 100; number < 1_300; number++) {
    server.put('real-estate', makeCase(number, { group_id: makeId(1), owner: `김가온 ${number}번` }))
  }
  const browser = makeFakeBrowser()
  const { runtime } = browser.openTab({ fetch: server.fetch })
  const outbox = await openOutbox(runtime, testUserId)
  await saveSession(outbox, makeTokens())
  closeOutbox(outbox)
  const copy = await openOfflineCopy({ userId: testUserId, runtime, createWorker: null })
  const answers: GlobalSearchResult[] = []
  const ask = (text: string) =>
    copy.watchGlobalSearch({ text, limit: 5, today: '2026-11-20', recent: [] }, (found) => void answers.push(found))
  return { server, browser, copy, answers, ask }
}

const listOwners = (found: GlobalSearchResult | undefined) =>
  found?.books.flatMap(({ records }) => records.map(({ row }) => row.record['owner'] ?? row.record['name']))

test('reports an incomplete search during a first copy and adds new matches as they arrive', async () => {
  const { browser, copy, answers, ask } = await openFreshDevice()
  const stop = ask('ㄱㄱㅇ 1299번')
  await browser.runUntil(() => answers.length > 0)
  expect(answers[0]).toMatchObject({ text: 'ㄱㄱㅇ 1299번', books: [], lacks: 'coming' })
  await browser.runUntil(() => answers.at(-1)?.lacks === null)
  expect(listOwners(answers.at(-1))).toEqual(['김가온 1299번'])
  stop()
  copy.close()
})

test('finds a record by a name edited or created offline, and no longer by the old name', async () => {
  const { server, browser, copy, answers, ask } = await openFreshDevice()
  await browser.runUntil(() => copy.getStatus().isInSync)
  server.isDown = true
  const changes = { owner: { old: '김가온 105번', new: '한여울' } }
  await copy.enqueue({ kind: 'update', collection: 'real-estate', id: makeId(105), baseVersion: 1, changes })
  const fields = { owner: '한여울 둘째', group_id: makeId(1) }
  await copy.enqueue({ kind: 'create', collection: 'real-estate', id: makeId(9_000), fields })
  const stop = ask('한여울')
  await browser.runUntil(() => listOwners(answers.at(-1))?.length === 2)
  expect(listOwners(answers.at(-1))).toEqual(['한여울', '한여울 둘째'])
  stop()
  answers.length = 0
  ask('김가온 105번')
  await browser.runUntil(() => answers.length > 0)
  expect(listOwners(answers.at(-1))).toEqual(['김가온 1105번'])
  copy.close()
})

test('reports changes while the search is open, and shows a part with the record it belongs to', async () => {
  const { server, browser, copy, answers, ask } = await openFreshDevice()
  await browser.runUntil(() => copy.getStatus().isInSync)
  ask('rksekfk')
  await browser.runUntil(() => answers.length > 0)
  expect(answers.at(-1)).toMatchObject({ books: [], reading: null })
  server.put('real-estate-units', { ...makeCase(50), dongho: '101동 1203호', group_id: makeId(1) })
  server.put('unit-owners', { ...makeCase(60, { owner: '간다라' }), unit_id: makeId(50) })
  server.notifyChanged()
  await browser.runUntil(() => (answers.at(-1)?.books.length ?? 0) > 0)
  const [book] = answers.at(-1)?.books ?? []
  expect(answers.at(-1)?.reading).toEqual({ text: '간다라', isAlone: true })
  expect(book).toMatchObject({ collection: 'unit-owners', count: 1 })
  expect(book?.records[0]?.parent).toMatchObject({ collection: 'real-estate-units', row: { id: makeId(50) } })
  copy.close()
})
