import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { FieldValue } from '#contract/books/field.ts'
import { dayMs } from '#contract/dates/day-ms.ts'
import type { EntryView } from '#mirror/offline-copy.ts'
import { readState } from '#mirror/store/mirror-database.ts'
import { openMirror } from '#mirror/store/open-mirror.ts'
import type { NetworkFault } from '../../support/servers/fault-proxy.ts'
import { readServer, userIdByAccount, writeAsColleague } from '../model/office.ts'
import { advance, openFakeTab, settle, signIn, signOut, sleep, type Tab, withOutbox } from '../model/world.ts'
import {
  createCase,
  editRow,
  getInitialId,
  listEntryStates,
  listStoredValues,
  openAnotherTab,
  readRow,
  settleAndCheck,
  signInAndOpenTab,
  useStage,
  waitUntilShown,
} from './stage.ts'

const stage = useStage(false)

/**
 * Resets the office's data to its initial state, except for these edits; devices now know more than
 * the server.
 */
async function restoreDatabase(epoch: 'new' | 'same', held: readonly string[] = []): Promise<void> {
  const { ownerDb: db } = stage().office.database
  const isLater = sql`((version > 1 or op_id is not null) and not coalesce(op_id = any(${sql.val(held)}::uuid[]), false))`
  await sql`delete from change where ${isLater}`.execute(db)
  await sql`delete from op where not op_id = any(${sql.val(held)}::uuid[])`.execute(db)
  for (const table of ['real_estate', 'real_estate_group'])
    await sql`delete from ${sql.table(table)} where id not in (select record_id from change)`.execute(db)
  const isHeld = sql`id in (select record_id from change where op_id is not null)`
  await sql`update real_estate set version = 1, owner = '소유자 ' || (fees / 10000) where not ${isHeld}`.execute(db)
  if (epoch === 'new') await sql`update meta set epoch = gen_random_uuid()`.execute(db)
}

/**
 * The device has received a colleague's change; an edit of it and a new entry wait there offline.
 */
async function getAheadOfBackup(): Promise<{ tab: Tab; id: string; made: string }> {
  const { world, office } = stage()
  const tab = await signInAndOpenTab(stage())
  const id = getInitialId(stage(), 1)
  for (const owner of ['뒤에 고침', '또 고침'])
    await writeAsColleague(office, 'real-estate', { kind: 'update', body: { id, owner } })
  await editRow(stage(), { tab, id: getInitialId(stage(), 2) }, { owner: '백업 뒤' })
  await settle(world)
  await waitUntilShown(stage(), { tab, id }, ['owner', '또 고침'])
  world.devices.pc.isOffline = true
  await editRow(stage(), { tab, id }, { tax: 777 })
  return { tab, id, made: await createCase(stage(), tab, { owner: '기다리던 새 줄' }) }
}

/** The device received `백업 뒤`: the row shows it as a question, and nothing of it was sent. */
const buildLostOwner = () =>
  ({
    recordId: getInitialId(stage(), 2),
    kind: 'update',
    state: 'rejected',
    isLost: true,
    isGone: false,
    problem: { code: 'restored' },
    changes: { owner: { old: '소유자 2', new: '백업 뒤' } },
  }) as const

/** Sends the one lost edit again; it takes effect once, and nothing is left to decide. */
async function resendLostEdit(tab: Tab): Promise<void> {
  const id = getInitialId(stage(), 2)
  expect((await readServer(stage().office)).rows['real-estate'].get(id)?.['owner']).toBe('소유자 2')
  for (const { opId } of tab.copy.outbox.getEntries()) await tab.copy.outbox.retry(opId)
  const server = await settleAndCheck(stage())
  expect(listStoredValues(server, id, 'owner')).toEqual(['소유자 2', '백업 뒤'])
  expect(listEntryStates(tab)).toEqual([])
}

/** Pulls until the device knows what it lost. */
async function waitForNotice(tab: Tab): Promise<readonly EntryView[]> {
  for (let round = 0; round < 60; round++) {
    const lostEntries = tab.copy.outbox.getEntries().filter(({ isLost }) => isLost)
    if (lostEntries.length > 0) return lostEntries
    tab.copy.syncNow()
    await advance(stage().world, 2_000)
  }
  throw new Error('no lost edit was reported')
}

/** Makes an edit that has reached the server and left the outbox. */
async function writeAndForget(tab: Tab, id: string, values: Record<string, FieldValue>): Promise<string> {
  const opId = await editRow(stage(), { tab, id }, values)
  await waitUntilForgotten()
  return opId
}

async function waitUntilForgotten(): Promise<void> {
  const { world } = stage()
  for (let round = 0; round < 60; round++) {
    for (const tab of world.devices.pc.tabs) tab.copy.syncNow()
    await advance(world, 1_000)
    const entryCount = await withOutbox(world, { device: world.devices.pc, account: 'staff' }, (outbox) =>
      outbox.db.ops.count(),
    )
    if (entryCount === 0) return
  }
  throw new Error('the outbox never emptied')
}

test('rebuilds copies after a restore from an older backup, and reports lost edits to their authors', async () => {
  const { tab, id, made } = await getAheadOfBackup()
  await restoreDatabase('new')
  stage().world.devices.pc.isOffline = false
  await waitForNotice(tab)
  const server = await settleAndCheck(stage())
  expect(server.rows['real-estate'].get(id)).toMatchObject({ owner: '소유자 1', tax: 777 })
  expect(server.rows['real-estate'].has(made)).toBe(true)
  const shown = await readRow(stage(), tab, getInitialId(stage(), 2))
  expect(shown).toMatchObject({
    record: { owner: '백업 뒤' },
    marks: { owner: { state: 'refused', confirmed: '소유자 2' } },
  })
  expect(tab.copy.outbox.getEntries()).toMatchObject([buildLostOwner()])
  await resendLostEdit(tab)
})

test('copies again at once when the server returns to an older disk image with the same epoch', async () => {
  const { tab, id, made } = await getAheadOfBackup()
  await restoreDatabase('same')
  await moveCursorAhead()
  stage().world.devices.pc.isOffline = false
  tab.copy.syncNow()
  await advance(stage().world, 5_000)
  expect((await readRow(stage(), tab, getInitialId(stage(), 2)))?.marks['owner']?.confirmed).toBe('소유자 2')
  const server = await settleAndCheck(stage())
  expect(server.rows['real-estate'].get(id)).toMatchObject({ owner: '소유자 1', tax: 777 })
  expect(server.rows['real-estate'].has(made)).toBe(true)
  expect(tab.copy.outbox.getEntries()).toMatchObject([buildLostOwner()])
  await resendLostEdit(tab)
})

test('reports nothing about edits that the backup holds', async () => {
  const tab = await signInAndOpenTab(stage())
  const held = await writeAndForget(tab, getInitialId(stage(), 3), { owner: '백업 앞' })
  await writeAndForget(tab, getInitialId(stage(), 2), { owner: '백업 뒤' })
  await restoreDatabase('new', [held])
  await waitForNotice(tab)
  await settleAndCheck(stage())
  expect(tab.copy.outbox.getEntries()).toMatchObject([buildLostOwner()])
  await resendLostEdit(tab)
  await restoreDatabase('new', [held, ...(await readServer(stage().office)).ops.keys()])
  await settleAndCheck(stage())
  expect(listEntryStates(tab)).toEqual([])
})

test.each([
  ['before the new copy is complete', '/api/sync/real-estate/rows'],
  ['between the new copy and the question about known edits', '/api/sync/known-ops'],
])('when a tab dies %s, the next one reports what was lost', async (_when, path) => {
  const tab = await signInAndOpenTab(stage())
  await writeAndForget(tab, getInitialId(stage(), 2), { owner: '백업 뒤' })
  await restoreDatabase('new')
  const { fetch: reach } = tab.fake
  tab.fake.fetch = (input, init) => {
    if (input.includes(path)) tab.fake.kill()
    return reach(input, init)
  }
  for (let round = 0; round < 60 && !tab.fake.isDead; round++) {
    tab.copy.syncNow()
    await advance(stage().world, 2_000)
  }
  expect(tab.fake.isDead).toBe(true)
  const next = await openAnotherTab(stage().world)
  await waitForNotice(next)
  await settleAndCheck(stage())
  expect(next.copy.outbox.getEntries()).toMatchObject([buildLostOwner()])
  await resendLostEdit(next)
})

test('asks again after a missing or forged response and reports nothing as lost', async () => {
  const tab = await signInAndOpenTab(stage())
  const { world, office } = stage()
  await writeAndForget(tab, getInitialId(stage(), 2), { owner: '백업 뒤' })
  const knownOpsRequests: string[] = []
  const faults: NetworkFault[] = [{ kind: 'drop_request' }, { kind: 'html' }, { kind: 'truncate' }]
  office.proxy.setFaults(({ path }) => {
    if (!path.includes('known-ops')) return { kind: 'pass' }
    knownOpsRequests.push(path)
    return faults[knownOpsRequests.length - 1] ?? { kind: 'pass' }
  })
  await restoreDatabase('new')
  for (let round = 0; round < 60 && knownOpsRequests.length < 3; round++) await advance(world, 5_000)
  expect([knownOpsRequests.length, listEntryStates(tab)]).toEqual([3, []])
  await waitForNotice(tab)
  await settleAndCheck(stage())
  expect(tab.copy.outbox.getEntries()).toMatchObject([buildLostOwner()])
})

test('a case and its group lost since the backup come back as two creates, the group first', async () => {
  const tab = await signInAndOpenTab(stage())
  const { office } = stage()
  const groupId = tab.fake.runtime.newId()
  const fields = { name: '새 구간' }
  await tab.copy.enqueue({ kind: 'create', collection: 'real-estate-groups', id: groupId, fields })
  const made = await createCase(stage(), tab, { group_id: groupId, owner: '새 줄', fees: 10 })
  await waitUntilForgotten()
  await writeAndForget(tab, made, { fees: 20 })
  await restoreDatabase('new')
  await waitForNotice(tab)
  await settleAndCheck(stage())
  expect(tab.copy.outbox.getEntries()).toMatchObject([
    { recordId: groupId, kind: 'create', isLost: true, changes: { name: { new: '새 구간' } } },
    { recordId: made, kind: 'create', isLost: true, changes: { owner: { new: '새 줄' }, fees: { new: 20 } } },
  ])
  expect((await readServer(office)).rows['real-estate'].has(made)).toBe(false)
  await tab.copy.outbox.retryLost()
  const server = await settleAndCheck(stage())
  expect(server.rows['real-estate'].get(made)).toMatchObject({ group_id: groupId, owner: '새 줄', fees: 20 })
  expect(server.changes.filter(({ recordId }) => recordId === made).map(({ kind }) => kind)).toEqual(['create'])
  expect(listEntryStates(tab)).toEqual([])
})

test('signing out forgets the sent edits that were remembered, also when unsent ones stay', async () => {
  const tab = await signInAndOpenTab(stage())
  const { world } = stage()
  await writeAndForget(tab, getInitialId(stage(), 2), { owner: '백업 뒤' })
  world.devices.pc.isOffline = true
  await editRow(stage(), { tab, id: getInitialId(stage(), 3) }, { tax: 5 })
  await signOut(world, world.devices.pc)
  const who = { device: world.devices.pc, account: 'staff' } as const
  expect(await withOutbox(world, who, ({ db }) => Promise.all([db.ops.count(), db.sent.count()]))).toEqual([1, 0])
  world.devices.pc.isOffline = false
  await restoreDatabase('new')
  const back = await signInAndOpenTab(stage())
  const server = await settleAndCheck(stage())
  expect(server.rows['real-estate'].get(getInitialId(stage(), 3))?.['tax']).toBe(5)
  expect(listEntryStates(back)).toEqual([])
})

/**
 * Transaction ids of a running cluster cannot be set back, so the device's cursor is moved forward.
 */
async function moveCursorAhead(): Promise<void> {
  const { world } = stage()
  const { runtime } = openFakeTab(world, world.devices.pc, { account: 'staff' })
  const mirror = await openMirror(runtime, userIdByAccount.staff)
  const { database } = mirror
  const state = await readState(database)
  const [transaction] = (state?.cursor ?? '0.0').split('.')
  await database.state.update(database.shape, { cursor: `${BigInt(transaction ?? 0) + 5_000n}.0` })
  mirror.database.close()
}

test('loses no waiting edit when an empty database replaces the old one', async () => {
  const { tab, id, made } = await getAheadOfBackup()
  const { world, office } = stage()
  const { ownerDb: db } = office.database
  await sql`truncate real_estate, real_estate_group, change, op, session, session_token cascade`.execute(db)
  await sql`update meta set epoch = gen_random_uuid()`.execute(db)
  world.devices.pc.isOffline = false
  tab.copy.syncNow()
  await advance(world, 10_000)
  expect(tab.copy.getStatus().needsSignIn).toBe(true)
  expect(listEntryStates(tab)).toEqual(['held_auth', 'held_auth'])
  await signIn(world, world.devices.pc, 'staff')
  await settleAndCheck(stage())
  expect(tab.copy.outbox.getEntries()).toMatchObject([
    { recordId: id, state: 'rejected', changes: { tax: { new: 777 } } },
    { recordId: made, state: 'rejected', changes: { owner: { new: '기다리던 새 줄' } } },
    { recordId: getInitialId(stage(), 2), isLost: true, isGone: true, changes: { owner: { new: '백업 뒤' } } },
  ])
  // Its other values exist nowhere else any more.
  expect(await readRow(stage(), tab, getInitialId(stage(), 2))).toMatchObject({
    isGone: true,
    record: { fees: 20_000 },
  })
  expect((await readServer(office)).rows['real-estate'].size).toBe(0)
})

test('finds an edit done that the server processed long ago after the device’s profile was set back', async () => {
  const tab = await signInAndOpenTab(stage())
  const { world, office } = stage()
  const id = getInitialId(stage(), 1)
  // No response ever arrives, like in a copy of the profile made between sending and receiving.
  office.proxy.setFaults(({ opId }) => (opId === undefined ? { kind: 'pass' } : { kind: 'drop_response' }))
  await editRow(stage(), { tab, id }, { owner: '오래전 말' })
  await settle(world)
  world.devices.pc.isOffline = true
  for (const owner of ['동료 하나', '동료 둘'])
    await writeAsColleague(office, 'real-estate', { kind: 'update', body: { id, owner } })
  await sleep(world, 14 * dayMs)
  const server = await settleAndCheck(stage())
  expect(listStoredValues(server, id, 'owner')).toEqual(['소유자 1', '오래전 말', '동료 하나', '동료 둘'])
  expect((await readRow(stage(), tab, id))?.record['owner']).toBe('동료 둘')
  expect(listEntryStates(tab)).toEqual([])
})
