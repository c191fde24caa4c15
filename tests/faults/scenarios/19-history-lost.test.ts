import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openMirror } from '#mirror/store/open-mirror.ts'
import { readServer, userIdOf, writeAsColleague } from '../model/office.ts'
import { advance, openFakeTab, settle, signIn, sleep, type Tab } from '../model/world.ts'
import { first, history, make, restAndCheck, rowIn, sitDown, states, untilShown, useStage, write } from './stage.ts'

const stage = useStage(false)

/** The office's data goes back to what it was at the beginning; devices know more than the server now. */
async function putDatabaseBack(epoch: 'new' | 'same'): Promise<void> {
  const { ownerDb: db } = stage().office.database
  const isLater = sql`(version > 1 or op_id is not null)`
  await sql`delete from change where ${isLater}`.execute(db)
  await sql`delete from op`.execute(db)
  await sql`delete from real_estate where id not in (select record_id from change)`.execute(db)
  await sql`update real_estate set version = 1, owner = '소유자 ' || (fees / 10000)`.execute(db)
  if (epoch === 'new') await sql`update meta set epoch = gen_random_uuid()`.execute(db)
}

/** A colleague's change has reached the device, an edit of it and a new entry wait there without a network. */
async function knowMoreThanTheBackup(): Promise<{ tab: Tab; id: string; made: string }> {
  const { world, office } = stage()
  const tab = await sitDown(stage())
  const id = first(stage(), 1)
  for (const owner of ['뒤에 고침', '또 고침'])
    await writeAsColleague(office, 'real-estate', { kind: 'update', body: { id, owner } })
  await write(stage(), { tab, id: first(stage(), 2) }, { owner: '백업 뒤' })
  await settle(world)
  await untilShown(stage(), { tab, id }, ['owner', '또 고침'])
  world.devices.pc.isOffline = true
  await write(stage(), { tab, id }, { tax: 777 })
  return { tab, id, made: await make(stage(), tab, { owner: '기다리던 새 줄' }) }
}

test('the server comes back from an older backup: the copies are made anew, and what waited is sent and stands', async () => {
  const { tab, id, made } = await knowMoreThanTheBackup()
  await putDatabaseBack('new')
  stage().world.devices.pc.isOffline = false
  const server = await restAndCheck(stage())
  expect(server.rows['real-estate'].get(id)).toMatchObject({ owner: '소유자 1', tax: 777 })
  expect(server.rows['real-estate'].has(made)).toBe(true)
  expect((await rowIn(stage(), tab, first(stage(), 2)))?.record['owner']).toBe('소유자 2')
  expect(states(tab)).toEqual([])
})

test('the disk of the server is put back to an older image, which renews nothing: a device whose place lies ahead of the log copies anew at once', async () => {
  const { tab, id, made } = await knowMoreThanTheBackup()
  await putDatabaseBack('same')
  await moveAhead()
  stage().world.devices.pc.isOffline = false
  tab.copy.syncNow()
  await advance(stage().world, 5_000)
  expect((await rowIn(stage(), tab, first(stage(), 2)))?.record['owner']).toBe('소유자 2')
  const server = await restAndCheck(stage())
  expect(server.rows['real-estate'].get(id)).toMatchObject({ owner: '소유자 1', tax: 777 })
  expect(server.rows['real-estate'].has(made)).toBe(true)
})

/** Transaction ids of a running cluster cannot be turned back, so the device's place goes forward. */
async function moveAhead(): Promise<void> {
  const { world } = stage()
  const { runtime } = openFakeTab(world, world.devices.pc, 'staff')
  const mirror = await openMirror(runtime, userIdOf.staff)
  const state = await mirror.database.state.get('mirror')
  const [transaction] = (state?.cursor ?? '0.0').split('.')
  await mirror.database.state.update('mirror', { cursor: `${BigInt(transaction ?? 0) + 5_000n}.0` })
  mirror.database.close()
}

test('an empty database in the place of the old one: nothing that waits is lost, and everybody is told what became of it', async () => {
  const { tab, id, made } = await knowMoreThanTheBackup()
  const { world, office } = stage()
  const { ownerDb: db } = office.database
  await sql`truncate real_estate, real_estate_group, change, op, session, session_token`.execute(db)
  await sql`update meta set epoch = gen_random_uuid()`.execute(db)
  world.devices.pc.isOffline = false
  tab.copy.syncNow()
  await advance(world, 10_000)
  expect(tab.copy.getStatus().needsSignIn).toBe(true)
  expect(states(tab)).toEqual(['held_auth', 'held_auth'])
  await signIn(world, world.devices.pc, 'staff')
  await restAndCheck(stage())
  expect(tab.copy.outbox.getEntries()).toMatchObject([
    { recordId: id, state: 'rejected', changes: { tax: { new: 777 } } },
    { recordId: made, state: 'rejected', changes: { owner: { new: '기다리던 새 줄' } } },
  ])
  expect((await readServer(office)).rows['real-estate'].size).toBe(0)
})

test('the profile of the device is put back with an edit waiting that the server took long ago: it is found done', async () => {
  const tab = await sitDown(stage())
  const { world, office } = stage()
  const id = first(stage(), 1)
  // The answer stays away for good, as it does for a copy of the profile that was made between sending and hearing.
  office.proxy.setFaults(({ opId }) => (opId === undefined ? { kind: 'pass' } : { kind: 'drop_response' }))
  await write(stage(), { tab, id }, { owner: '오래전 말' })
  await settle(world)
  world.devices.pc.isOffline = true
  for (const owner of ['동료 하나', '동료 둘'])
    await writeAsColleague(office, 'real-estate', { kind: 'update', body: { id, owner } })
  await sleep(world, 14 * 86_400_000)
  const server = await restAndCheck(stage())
  expect(history(server, id, 'owner')).toEqual(['소유자 1', '오래전 말', '동료 하나', '동료 둘'])
  expect((await rowIn(stage(), tab, id))?.record['owner']).toBe('동료 둘')
  expect(states(tab)).toEqual([])
})
