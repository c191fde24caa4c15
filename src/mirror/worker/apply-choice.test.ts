import { expect, test } from 'vitest'
import { type CollectionName, getBook } from '#contract/books/collections.ts'
import type { AnyRecord, FieldValue } from '#contract/books/field.ts'
import { openOfflineCopy } from '#mirror/client/open-offline-copy.ts'
import { closeOutbox, openOutbox } from '#mirror/outbox/open-outbox.ts'
import { saveSession } from '#mirror/outbox/session.ts'
import { openPaperCopies } from '#mirror/papers/paper-copies.ts'
import type { Seals } from '#mirror/store/seal.ts'
import { applyChoice, sweepWhenDue } from '#mirror/worker/apply-choice.ts'
import type { EngineState } from '#mirror/worker/engine-state.ts'
import { closeEngine, openEngine } from '#mirror/worker/engine.ts'
import { checkAgainstServer, pullAndSettle } from '#mirror/worker/pull-as-leader.ts'
import {
  makeCase,
  makeDepositCase,
  makeGroup,
  makeId,
  startScriptedServer,
} from '#tests/support/books/mirror-fixtures.ts'
import { readStorageText } from '#tests/support/browsers/raw-storage.ts'
import { createTestSeals } from '#tests/support/fakes/fake-encryption.ts'
import { makeFakeBrowser } from '#tests/support/fakes/fake-runtime.ts'
import { enqueueEdit, makeTokens, makeUpdateEdit, testUserId } from '#tests/support/outbox/outbox-fixtures.ts'

const deposits = ['/services/deposit']
const fileOfCase = 'content-of-case'
const fileOfDeposit = 'content-of-deposit'

function makeRecord(collection: CollectionName, number: number, fields: Record<string, FieldValue>): AnyRecord {
  const empty = Object.fromEntries(getBook(collection).fields.map(({ key }) => [key, null]))
  const base = { id: makeId(number), version: 1, inserted_at: '2026-11-01T09:00:00+09:00', updated_at: '' }
  return { ...empty, ...base, ...fields }
}

function startOffice() {
  const server = startScriptedServer(testUserId)
  server.put('real-estate-groups', makeGroup(1, '등기구간'))
  for (let number = 0; number < 30; number++) {
    server.put('real-estate', makeCase(1_000 + number, { owner: `등기권리자 ${number}`, group_id: makeId(1) }))
    server.put('deposit-cases', makeDepositCase(2_000 + number, { owner_name: `피공탁자 ${number}` }))
  }
  server.put('case-papers', makeRecord('case-papers', 3_000, { case_id: makeId(1_000), content_id: fileOfCase }))
  server.put(
    'deposit-papers',
    makeRecord('deposit-papers', 3_001, { case_id: makeId(2_000), content_id: fileOfDeposit }),
  )
  return server
}

/**
 * A device that holds everything: both books, a file of each, undo actions, and a waiting edit of a
 * case.
 */
async function openDevice(server: ReturnType<typeof startOffice>, seals?: Seals) {
  const browser = makeFakeBrowser({ clock: 'real' })
  const openTab = () => browser.openTab({ fetch: (input, init) => server.fetch(input, init), ...(seals && { seals }) })
  const { runtime } = openTab()
  const outbox = await openOutbox(runtime, testUserId)
  await saveSession(outbox, makeTokens())
  const engine = await openEngine({ runtime, userId: testUserId })
  await engine.loading
  expect(await pullOnce(engine)).toBe('done')
  closeEngine(engine)
  await enqueueEdit(outbox, makeUpdateEdit(makeId(1_003), { purpose: [null, '기다리는 수정'] }))
  closeOutbox(outbox)
  const copies = openPaperCopies(runtime, testUserId)
  for (const id of [fileOfCase, fileOfDeposit]) {
    await copies.putBytes(id, new TextEncoder().encode(`bytes of ${id}`))
    await copies.putThumb(id, new TextEncoder().encode(`thumb of ${id}`))
  }
  copies.close()
  await new Promise((resolve) => {
    const opening = runtime.indexedDB.open(`history-${testUserId}`, 1)
    opening.addEventListener('success', () => resolve(opening.result.close()))
  })
  const start = async (tab = openTab()): Promise<EngineState> => {
    const opened = await openEngine({ runtime: tab.runtime, userId: testUserId })
    await opened.loading
    return opened
  }
  const listNames = async () => (await browser.storage.databases()).map(({ name = '' }) => name)
  const listFiles = async () => {
    const opened = openPaperCopies(openTab().runtime, testUserId)
    const found = [...(await opened.listIds())]
    const thumbs = await Promise.all([fileOfCase, fileOfDeposit].map((id) => opened.getThumb(id)))
    opened.close()
    return { found: found.toSorted(), thumbs: thumbs.map((thumb) => thumb !== null) }
  }
  const readMirrored = () => readStorageText(browser.storage, (name) => name.startsWith('mirror-'))
  return { browser, openTab, start, names: listNames, files: listFiles, mirrored: readMirrored }
}

function pullOnce(engine: EngineState) {
  return pullAndSettle(engine, engine.controller.signal)
}

test('removes files, thumbnails and undo actions of dropped books, and never what waits to be sent', async () => {
  const server = startOffice()
  const { start, names, files, mirrored } = await openDevice(server)
  expect(await names()).toContain(`history-${testUserId}`)
  const engine = await start()
  server.isDown = true
  await applyChoice(engine, deposits)
  expect(await files()).toEqual({ found: [fileOfDeposit], thumbs: [false, true] })
  expect(await names()).not.toContain(`history-${testUserId}`)
  expect(await mirrored()).not.toMatch(/등기/)
  expect(await mirrored()).toContain('피공탁자 7')
  expect(engine.outbox.image.entriesBySeq.size).toBe(1)
  closeEngine(engine)
})

test('a crash during a choice leaves the old or the new one, and the next start finishes the cleanup', async () => {
  let isOver = false
  let narrowings = 0
  for (let step = 1; !isOver; step += 3) {
    const { openTab, start, files, mirrored, browser } = await openDevice(startOffice())
    const tab = openTab()
    const crashed = await start(tab)
    const before = tab.steps.length
    tab.crashAtStep(step)
    const choice = applyChoice(crashed, deposits)
    choice.catch(() => undefined)
    await browser.runUntil(() => tab.isDead || crashed.status.syncedAreas !== null, 5_000).catch(() => undefined)
    if (!tab.isDead) await Promise.race([choice, browser.runUntil(() => tab.isDead, 5_000)])
    isOver = !tab.isDead
    expect(tab.steps.length).toBeGreaterThanOrEqual(before)
    const next = await start()
    await sweepWhenDue(next)
    const isNarrow = next.status.syncedAreas !== null
    narrowings += Number(isNarrow)
    const remaining = await mirrored()
    expect(remaining.includes('등기권리자'), `after step ${step}`).toBe(!isNarrow)
    expect(remaining).toContain('피공탁자 7')
    expect((await files()).found).toEqual(isNarrow ? [fileOfDeposit] : [fileOfCase, fileOfDeposit])
    expect(next.outbox.image.entriesBySeq.size).toBe(1)
    closeEngine(next)
    if (isOver) closeEngine(crashed)
  }
  expect(narrowings).toBeGreaterThan(2)
}, 120_000)

test('a restored server and the daily comparison bring back only what is held', async () => {
  const server = startOffice()
  const { start, mirrored } = await openDevice(server)
  const engine = await start()
  await applyChoice(engine, deposits)
  const restored = startOffice()
  restored.epoch = 'second'
  restored.put('deposit-cases', makeDepositCase(2_007, { owner_name: '피공탁자 되돌림', version: 3 }))
  server.fetch = restored.fetch
  expect(await pullOnce(engine)).toBe('done')
  expect(await mirrored()).toContain('피공탁자 되돌림')
  expect(await mirrored()).not.toMatch(/등기/)
  expect([...engine.data.loaded]).not.toContain('real-estate')
  // The waiting edit belongs to a record that is not held here, so nobody knows whether it was
  // deleted.
  expect([...engine.outbox.image.entriesBySeq.values()]).toMatchObject([{ state: 'queued', recordId: makeId(1_003) }])
  restored.requests.length = 0
  await checkAgainstServer(engine, engine.controller.signal)
  const compared = restored.requests.filter((path) => path.includes('/checksums'))
  expect(compared).not.toEqual([])
  expect(compared.some((path) => path.includes('real-estate'))).toBe(false)
  closeEngine(engine)
})

test('applies a choice made during a rebuild to the new copy', async () => {
  const server = startOffice()
  const { openTab, mirrored, browser } = await openDevice(server)
  const open = () => openOfflineCopy({ userId: testUserId, runtime: openTab().runtime, createWorker: null })
  const [leader, other] = [await open(), await open()]
  await browser.runUntil(() => leader.getStatus().connection === 'online', 10_000)
  const restored = startOffice()
  restored.epoch = 'second'
  restored.put('deposit-cases', makeDepositCase(2_007, { owner_name: '피공탁자 되돌림', version: 3 }))
  let chosen: Promise<void> | null = null
  restored.beforeResponse = (path) => {
    if (path.includes('/real-estate/rows')) chosen ??= other.chooseAreas(deposits)
  }
  server.fetch = restored.fetch
  leader.syncNow()
  await browser.runUntil(() => chosen !== null, 10_000)
  await browser.finish(chosen ?? Promise.reject(new Error('nothing was chosen')))
  expect(await mirrored()).not.toMatch(/등기권리자/)
  const rows = leader.openRows('deposit-cases', { filters: [], search: '되돌림', sort: [] })
  await browser.runUntil(() => rows.getState().isComplete && rows.getState().total === 1, 30_000)
  expect(await mirrored()).not.toMatch(/등기권리자/)
  expect(leader.getStatus().syncedAreas).toEqual(deposits)
  leader.close()
  other.close()
})

test('narrows and widens a sealed copy like an open one', async () => {
  const { start, files, browser } = await openDevice(startOffice(), createTestSeals('held'))
  const engine = await start()
  const listBlocks = async () =>
    (await readStorageText(browser.storage, (name) => name.startsWith('mirror-'))).match(/"shape":"real-estate\./g)
  expect(await listBlocks()).not.toBeNull()
  await applyChoice(engine, deposits)
  expect(await listBlocks()).toBeNull()
  expect((await files()).found).toEqual([fileOfDeposit])
  await applyChoice(engine, null)
  expect(engine.data.loaded.has('real-estate')).toBe(false)
  expect(await pullOnce(engine)).toBe('done')
  expect(engine.data.loaded.has('real-estate')).toBe(true)
  expect(engine.data.engine.collection('real-estate').table.size()).toBe(30)
  closeEngine(engine)
})
