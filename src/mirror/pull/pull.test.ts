import { expect, test } from 'vitest'
import type { SourceRow } from '#contract/row-source.ts'
import { makeFakeBrowser } from '../../../tests/support/fake-runtime.ts'
import {
  caseOf,
  groupOf,
  idOf,
  startScriptedServer,
  type ScriptedServer,
} from '../../../tests/support/mirror-fixtures.ts'
import { testUserId, tokens, updateOf } from '../../../tests/support/outbox-fixtures.ts'
import { enqueue } from '../outbox/entries/enqueue.ts'
import { closeOutbox, openOutbox } from '../outbox/open-outbox.ts'
import { saveSession } from '../outbox/session/save-session.ts'
import { createEngine, type Engine } from '../worker/engine.ts'
import type { Report } from '../worker/messages.ts'

async function device(server: ScriptedServer) {
  const browser = makeFakeBrowser({ clock: 'real' })
  const first = browser.openTab({ fetch: server.fetch })
  const outbox = await openOutbox(first.runtime, testUserId)
  await saveSession(outbox, tokens())
  closeOutbox(outbox)
  const reports: Report[] = []
  /** An engine that pulls when told to. */
  const start = async (): Promise<Engine> => {
    const tab = browser.openTab({ fetch: (input, init) => server.fetch(input, init) })
    const report = (message: Report) => void reports.push(message)
    const engine = await createEngine({ runtime: tab.runtime, userId: testUserId, report, isActive: false })
    await engine.loaded()
    return engine
  }
  return { browser, start, reports, runtime: first.runtime }
}

function office(count: number): ScriptedServer {
  const server = startScriptedServer(testUserId)
  server.put('real-estate-groups', groupOf(1, '솔빛구간'))
  for (let number = 0; number < count; number++)
    server.put('real-estate', caseOf(1_000 + number, { group_id: idOf(1) }))
  return server
}

/** What a person would find in the whole case book. */
async function ownersSeen(engine: Engine, reports: Report[]): Promise<string[]> {
  const request = reports.length
  const query = { filters: [], search: '', sort: [] }
  const owners: string[] = []
  engine.handle({ type: 'read', request, collection: 'real-estate', query })
  for (let asked = 0; asked < 50; asked++) {
    await new Promise((resolve) => setImmediate(resolve))
    const chunk = reports.find((each) => each.type === 'chunk' && each.request === request)
    if (chunk?.type !== 'chunk') continue
    reports.splice(reports.indexOf(chunk), 1)
    owners.push(...chunk.rows.map((row) => String(row.record['owner'])))
    if (chunk.done === chunk.total) return owners
    engine.handle({ type: 'read_next', request })
  }
  throw new Error('the case book could not be read')
}

/** One record as the screens get it. */
async function rowOf(engine: Engine, reports: Report[], id: string): Promise<SourceRow | null> {
  const request = 10_000 + reports.length
  engine.handle({ type: 'get', request, collection: 'real-estate', id, stamp: 0 })
  for (let asked = 0; asked < 50; asked++) {
    await new Promise((resolve) => setImmediate(resolve))
    const got = reports.find((each) => each.type === 'got' && each.request === request)
    if (got?.type === 'got') return got.row
  }
  throw new Error('the record could not be read')
}

test('a first copy that broke off goes on after the last page that was kept', async () => {
  const server = office(2_500)
  const { start, reports } = await device(server)
  let pages = 0
  server.beforeAnswer = (path) => {
    if (path.startsWith('/api/sync/real-estate/rows')) pages += 1
    if (pages > 2) throw new TypeError('connection lost')
  }
  const before = await start()
  expect(await before.pullOnce()).toBe('unreachable')
  before.close()
  server.beforeAnswer = () => undefined
  server.requests.length = 0
  const after = await start()
  expect(await after.pullOnce()).toBe('done')
  expect(server.requests.filter((path) => path.includes('/real-estate/rows'))).toEqual([
    `/api/sync/real-estate/rows?after=${idOf(2_999)}&limit=1000`,
  ])
  expect(await ownersSeen(after, reports)).toHaveLength(2_500)
  after.close()
})

test('a record deleted while the first copy runs does not come back with a page read before', async () => {
  const server = office(1_500)
  const { start, reports } = await device(server)
  server.beforeAnswer = (path) => {
    // The first page, with the record in it, is on its way when the record is deleted and another one is changed.
    if (!path.includes(`/real-estate/rows?after=`)) return
    server.beforeAnswer = () => undefined
    server.remove('real-estate', idOf(1_005))
    server.put('real-estate', caseOf(1_006, { owner: '새 이름', version: 2 }))
  }
  const engine = await start()
  expect(await engine.pullOnce()).toBe('done')
  const owners = await ownersSeen(engine, reports)
  expect(owners).toHaveLength(1_499)
  expect(owners).toContain('새 이름')
  expect(owners).not.toContain('소유자 1005')
  engine.close()
  const again = await start()
  expect(await ownersSeen(again, reports)).toEqual(owners)
  again.close()
})

test('changes are taken page by page, an older version never over a newer one, and a deleted record may be made again', async () => {
  const server = office(30)
  const { start, reports } = await device(server)
  const engine = await start()
  await engine.pullOnce()
  for (let number = 0; number < 1_200; number++) {
    server.put('real-estate', caseOf(1_000 + (number % 30), { owner: `고침 ${number}`, version: number + 2 }))
  }
  server.remove('real-estate', idOf(1_000))
  server.put('real-estate', caseOf(1_000, { owner: '다시 만듦', version: 5_000 }))
  expect(await engine.pullOnce()).toBe('done')
  const owners = await ownersSeen(engine, reports)
  expect(owners).toHaveLength(30)
  expect(owners).toContain('다시 만듦')
  expect(owners).toContain('고침 1199')
  engine.close()
  const again = await start()
  expect(await ownersSeen(again, reports)).toEqual(owners)
  again.close()
})

test('a record that somebody deletes while an edit of it waits stays in sight as it last stood, also after the next start', async () => {
  const server = office(30)
  const { start, reports, runtime } = await device(server)
  const engine = await start()
  await engine.pullOnce()
  const outbox = await openOutbox(runtime, testUserId)
  await enqueue(outbox, updateOf(idOf(1_001), { fees: [null, 700] }))
  server.remove('real-estate', idOf(1_001))
  server.remove('real-estate', idOf(1_002))
  expect(await engine.pullOnce()).toBe('done')
  const gone = { state: 'deleted', isGone: true, record: { owner: '소유자 1001', fees: 700 } }
  expect(await rowOf(engine, reports, idOf(1_001))).toMatchObject(gone)
  expect(await rowOf(engine, reports, idOf(1_002))).toBeNull()
  engine.close()
  const again = await start()
  expect(await rowOf(again, reports, idOf(1_001))).toMatchObject(gone)

  // Its deletion is undone: what is there is shown, with the edit waiting as before.
  server.put('real-estate', caseOf(1_001, { owner: '되살린 이', version: 9 }))
  expect(await again.pullOnce()).toBe('done')
  const back = await rowOf(again, reports, idOf(1_001))
  expect(back).toMatchObject({ state: 'plain', record: { owner: '되살린 이', fees: 700 } })
  expect(back?.isGone).toBeUndefined()
  again.close()
  closeOutbox(outbox)
})

test('an edit of a record that a restored server no longer has keeps the values the record had', async () => {
  const server = office(40)
  const { start, reports, runtime } = await device(server)
  const engine = await start()
  await engine.pullOnce()
  const outbox = await openOutbox(runtime, testUserId)
  await enqueue(outbox, updateOf(idOf(1_030), { fees: [null, 700] }))
  const restored = office(20)
  restored.epoch = 'second'
  server.fetch = restored.fetch
  expect(await engine.pullOnce()).toBe('done')
  expect(await rowOf(engine, reports, idOf(1_030))).toMatchObject({
    state: 'deleted',
    isGone: true,
    record: { owner: '소유자 1030', fees: 700 },
  })
  engine.close()
  closeOutbox(outbox)
})

test('when the server was restored from a backup everything is copied anew, and what waits in the outbox stays', async () => {
  const server = office(40)
  const { start, reports, runtime } = await device(server)
  const engine = await start()
  await engine.pullOnce()
  const outbox = await openOutbox(runtime, testUserId)
  await enqueue(outbox, updateOf(idOf(1_001), { owner: ['소유자 1001', '내가 고침'] }))

  const restored = office(20)
  restored.epoch = 'second'
  server.fetch = restored.fetch
  expect(await engine.pullOnce()).toBe('done')
  const owners = await ownersSeen(engine, reports)
  expect(owners).toHaveLength(20)
  expect(owners).toContain('내가 고침')
  expect(outbox.image.opsBySeq.size).toBe(1)
  closeOutbox(outbox)
  engine.close()
  const names = (await runtime.indexedDB.databases()).map(({ name }) => name ?? '')
  expect(names.filter((name) => name.startsWith('mirror-'))).toHaveLength(1)
  const again = await start()
  expect(await ownersSeen(again, reports)).toEqual(owners)
  again.close()
})
