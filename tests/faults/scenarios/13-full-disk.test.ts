import { expect, test } from 'vitest'
import { advance, settle } from '../model/world.ts'
import { readServer, writeAsColleague } from '../model/office.ts'
import { first, history, restAndCheck, rowIn, sitDown, states, useStage, write } from './stage.ts'

const stage = useStage(false)

test('on a full disk an edit is refused to the face of its author and stands nowhere; with room again it is kept and arrives once', async () => {
  const tab = await sitDown(stage())
  const { world } = stage()
  const id = first(stage(), 1)
  tab.fake.faults.abortWith = () => 'QuotaExceededError'
  await expect(write(stage(), { tab, id }, { owner: '찬 디스크' })).rejects.toMatchObject({ reason: 'full' })
  await settle(world)
  expect((await rowIn(stage(), tab, id))?.record['owner']).toBe('소유자 1')
  expect(states(tab)).toEqual([])
  expect(world.sends).toEqual([])
  tab.fake.faults.abortWith = () => null
  await write(stage(), { tab, id }, { owner: '찬 디스크' })
  const server = await restAndCheck(stage())
  expect(history(server, id, 'owner')).toEqual(['소유자 1', '찬 디스크'])
})

test('the disk fills up while an edit is on the wire: what the server did is not done twice, and news comes when there is room', async () => {
  const tab = await sitDown(stage())
  const { world, office } = stage()
  const [own, other] = [first(stage(), 1), first(stage(), 2)]
  await write(stage(), { tab, id: own }, { owner: '보낸 말' })
  for (let turn = 0; turn < 400 && world.sends.length === 0; turn++)
    await new Promise((resolve) => setImmediate(resolve))
  expect(world.sends).toHaveLength(1)
  tab.fake.faults.abortWith = () => 'QuotaExceededError'
  await writeAsColleague(office, 'real-estate', { kind: 'update', body: { id: other, owner: '동료' } })
  tab.copy.syncNow()
  await advance(world, 60_000)
  expect(history(await readServer(office), own, 'owner')).toEqual(['소유자 1', '보낸 말'])
  expect((await rowIn(stage(), tab, own))?.record['owner']).toBe('보낸 말')
  tab.fake.faults.abortWith = () => null
  // Nobody reloads: the tab finds out by itself that there is room.
  await advance(world, 180_000)
  expect((await rowIn(stage(), tab, other))?.record['owner']).toBe('동료')
  expect(states(tab)).toEqual([])
  const server = await restAndCheck(stage())
  expect(history(server, own, 'owner')).toEqual(['소유자 1', '보낸 말'])
})
