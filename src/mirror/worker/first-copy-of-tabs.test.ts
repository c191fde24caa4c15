import { expect, test } from 'vitest'
import type { Query } from '#contract/records/query.ts'
import { openOfflineCopy } from '#mirror/client/open-offline-copy.ts'
import { closeOutbox, openOutbox } from '#mirror/outbox/open-outbox.ts'
import { saveSession } from '#mirror/outbox/session.ts'
import type { Runtime } from '#mirror/runtime/runtime.ts'
import { makeCase, makeGroup, makeId, startScriptedServer } from '#tests/support/books/mirror-fixtures.ts'
import { delayFirstCopies } from '#tests/support/fakes/delayed-first-copies.ts'
import { makeFakeBrowser } from '#tests/support/fakes/fake-runtime.ts'
import { makeTokens, testUserId } from '#tests/support/outbox/outbox-fixtures.ts'

const everyRow: Query = { filters: [], search: '', sort: [] }

async function openFreshBrowser() {
  const server = startScriptedServer(testUserId)
  server.put('real-estate-groups', makeGroup(1, '솔빛구간'))
  for (let number = 100; number < 3_600; number++) server.put('real-estate', makeCase(number, { group_id: makeId(1) }))
  server.put('companies', makeGroup(2, '온결신탁'))
  const browser = makeFakeBrowser()
  const outbox = await openOutbox(browser.openTab().runtime, testUserId)
  await saveSession(outbox, makeTokens())
  closeOutbox(outbox)
  const openTab = async (fetch: Runtime['fetch']) => {
    const tab = browser.openTab({ fetch })
    return { tab, copy: await openOfflineCopy({ userId: testUserId, runtime: tab.runtime, createWorker: null }) }
  }
  return { server, browser, openTab }
}

test("a tab shows its list as soon as the copying tab has it, before the other tab's long book", async () => {
  const { server, browser, openTab } = await openFreshBrowser()
  const heldRows = delayFirstCopies(server.fetch, ['real-estate'])
  const first = await openTab(heldRows.fetch)
  const cases = first.copy.openRows('real-estate', everyRow)
  await browser.runUntil(() => heldRows.requestedPaths.includes('real-estate'))
  const second = await openTab(server.fetch)
  const companies = second.copy.openRows('companies', everyRow)
  await browser.runUntil(() => companies.getState().isComplete, 30_000)
  expect(companies.rowAt(0)?.record['name']).toBe('온결신탁')
  expect(cases.getState().isComplete).toBe(false)
  heldRows.release()
  await browser.runUntil(() => cases.getState().isComplete)
  expect(cases.getState().total).toBe(3_500)
  first.copy.close()
  second.copy.close()
})

test('a tab that takes over a copy from a dead tab has everything that tab wrote', async () => {
  const { server, browser, openTab } = await openFreshBrowser()
  let pages = 0
  let sendSecondPage: () => void = () => undefined
  const second = new Promise<void>((resolve) => {
    sendSecondPage = resolve
  })
  const copying = await openTab(async (input, init) => {
    if (input.includes('/real-estate/rows')) pages += 1
    if (pages === 2) await second
    // The third page never arrives.
    return pages > 2 ? new Promise<Response>(() => {}) : server.fetch(input, init)
  })
  copying.copy.openRows('real-estate', everyRow)
  await browser.runUntil(() => pages === 2)
  await browser.settle()
  const other = await openTab(server.fetch)
  const rows = other.copy.openRows('real-estate', everyRow)
  await browser.settle()
  sendSecondPage()
  await browser.runUntil(() => pages > 2)
  await browser.settle()
  copying.tab.kill()
  await browser.runUntil(() => rows.getState().isComplete)
  expect(rows.getState().total).toBe(3_500)
  other.copy.close()
})
