import { deserialize, serialize } from 'node:v8'
import { Dexie } from 'dexie'
import { IDBKeyRange } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import { openOfflineCopy } from '#mirror/client/open-offline-copy.ts'
import { discardEntry } from '#mirror/outbox/entries/repair-entry.ts'
import { closeOutbox, openOutbox } from '#mirror/outbox/open-outbox.ts'
import { rememberSent } from '#mirror/outbox/sending/settle-acked.ts'
import { saveSession } from '#mirror/outbox/session.ts'
import { writeOutbox } from '#mirror/outbox/write-outbox.ts'
import { makeCase, makeGroup, makeId, startScriptedServer } from '#tests/support/books/mirror-fixtures.ts'
import { makeFakeBrowser } from '#tests/support/fakes/fake-runtime.ts'
import {
  enqueueEdit,
  makeRecordId,
  makeStoredEntry,
  makeTokens,
  makeUpdateEdit,
  testUserId,
} from '#tests/support/outbox/outbox-fixtures.ts'
import { readFirstPage } from './mirror-database.ts'
import { openMirror } from './open-mirror.ts'
import type { Seal } from './seal.ts'
import { applyChanges, foldRecent, writeFirstPage } from './write-mirror.ts'

/** A seal that changes every byte: nothing of a row is readable, and all of it can be restored. */
const seal: Seal = {
  keyId: 'test',
  seal: (row) => Promise.resolve(serialize(row).map((byte) => byte ^ 0x5a)),
  open: (sealed) => Promise.resolve(deserialize((sealed as Uint8Array).map((byte) => byte ^ 0x5a)) as object),
}
const seals = { mirror: seal, outbox: seal }

const plainQuery = { filters: [], search: '', sort: [] }

function makeDevice() {
  const server = startScriptedServer(testUserId)
  const browser = makeFakeBrowser()
  const openTab = () => browser.openTab({ fetch: (input, init) => server.fetch(input, init), seals }).runtime
  return { server, browser, openTab }
}

type Device = ReturnType<typeof makeDevice>

/** Stores one of everything kept of a record; each contains 비밀. */
async function fillDevice({ server, browser, openTab }: Device): Promise<void> {
  const runtime = openTab()
  server.put('real-estate-groups', makeGroup(1, '비밀구간'))
  for (let number = 1; number < 40; number++) server.put('real-estate', makeCase(number, { owner: `비밀 ${number}` }))
  const outbox = await openOutbox(runtime, testUserId)
  await saveSession(outbox, makeTokens())
  const copy = await openOfflineCopy({ userId: testUserId, runtime, createWorker: null })
  await browser.runUntil(() => copy.getStatus().isInSync)
  copy.close()
  const { database } = await openMirror(runtime, testUserId)
  const change = {
    collection: 'real-estate' as const,
    id: makeId(7),
    version: 2,
    row: makeCase(7, { version: 2, owner: '비밀 변경' }),
  }
  await applyChanges(database, { epoch: 'first', cursor: '41.1', changes: [change], more: false }, runtime.now())
  const page = {
    collection: 'real-estate' as const,
    query: JSON.stringify(plainQuery),
    total: 1,
    rows: [change.row],
    referred: [],
  }
  await writeFirstPage(database, page)
  database.close()
  await enqueueEdit(outbox, makeUpdateEdit(makeRecordId(1), { owner: ['비밀', '비밀 새 값'] }))
  await enqueueEdit(outbox, makeUpdateEdit(makeRecordId(1), { owner_address: [null, '비밀 주소'] }))
  const dropped = await enqueueEdit(outbox, makeUpdateEdit(makeRecordId(2), { owner: ['비밀', '비밀 버림'] }))
  await discardEntry(outbox, dropped.opId)
  await writeOutbox(outbox, () =>
    rememberSent(outbox, [makeStoredEntry({ seq: 90, changes: { owner: { old: null, new: '비밀 보냄' } } })]),
  )
  closeOutbox(outbox)
}

/** The rows of every table of every database as they are on disk, bypassing our code. */
async function readRaw({ browser: { storage } }: Device): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {}
  for (const { name = '' } of await storage.databases()) {
    const db = await new Dexie(name, { indexedDB: storage, IDBKeyRange }).open()
    for (const table of db.tables) found[`${name.split('-')[0]} ${table.name}`] = await table.toArray()
    db.close()
  }
  return found
}

const sealedTables = ['mirror blocks', 'mirror recent', 'mirror firstPages', 'outbox ops', 'outbox log', 'outbox sent']

test('a sealed database shows nothing of a record except keys and indexes', async () => {
  const device = makeDevice()
  await fillDevice(device)
  const raw = await readRaw(device)
  for (const name of sealedTables) expect(raw[name], name).not.toEqual([])
  // Checks texts and bytes of the rows.
  expect(JSON.stringify(raw)).not.toContain('비밀')
  const open = sealedTables.map((name) => {
    const keys = raw[name]?.flatMap((row) => Object.keys(row as object)) ?? []
    return [name, [...new Set(keys)].filter((key) => key !== 'sealed').toSorted()]
  })
  expect(Object.fromEntries(open)).toEqual({
    'mirror blocks': ['first', 'shape'],
    'mirror recent': ['id', 'shape'],
    'mirror firstPages': ['shape'],
    'outbox ops': ['entityKey', 'opId', 'seq', 'state'],
    'outbox log': ['at', 'id', 'opId'],
    'outbox sent': ['ackedAt', 'seq'],
  })
})

test('sealed rows come back complete, including folded blocks and entries read by state and by lane', async () => {
  const device = makeDevice()
  await fillDevice(device)
  const runtime = device.openTab()
  const { database } = await openMirror(runtime, testUserId)
  await foldRecent(database, 'real-estate', { now: runtime.now(), shouldStop: () => false })
  expect(await database.recent.count()).toBe(0)
  expect((await readFirstPage(database, 'real-estate', JSON.stringify(plainQuery)))?.rows[0]?.['owner']).toBe(
    '비밀 변경',
  )
  database.close()
  const outbox = await openOutbox(runtime, testUserId)
  expect([...outbox.image.entriesBySeq.values()]).toMatchObject([
    { seq: 1, changes: { owner: { new: '비밀 새 값' }, owner_address: { new: '비밀 주소' } } },
  ])
  expect(
    (await writeOutbox(outbox, (write) => write.entries(({ state }) => state !== 'acked'))).map(
      ({ recordId: id }) => id,
    ),
  ).toEqual([makeRecordId(1)])
  expect((await outbox.db.log.toArray()).map(({ what }) => what)).toEqual(['merged', 'discarded'])
  expect(await outbox.db.log.orderBy('at').first()).toMatchObject({ what: 'merged' })
  expect(await outbox.db.sent.where('seq').anyOf([90]).toArray()).toMatchObject([{ seq: 90, caption: '' }])
  await outbox.db.log.toCollection().modify({ op: null })
  expect((await outbox.db.log.toArray()).map(({ op, what }) => [op, what])).toEqual([
    [null, 'merged'],
    [null, 'discarded'],
  ])
  closeOutbox(outbox)
  const copy = await openOfflineCopy({ userId: testUserId, runtime, createWorker: null })
  const rows = copy.openRows('real-estate', { ...plainQuery, search: '비밀' })
  await device.browser.runUntil(() => rows.getState().isComplete)
  expect(rows.getState().total).toBe(39)
  expect(rows.rowById(makeId(7))?.record['owner']).toBe('비밀 변경')
  copy.close()
})
