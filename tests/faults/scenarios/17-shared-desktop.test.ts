import { expect, test } from 'vitest'
import { userIdByAccount } from '../model/office.ts'
import { settle, signOut } from '../model/world.ts'
import { first, history, make, restAndCheck, sitDown, states, useStage, write } from './stage.ts'

const stage = useStage()

test('the next person on a device neither sees nor sends the edits of the previous one', async () => {
  const { world } = stage()
  const staff = await sitDown(stage())
  await write(stage(), { tab: staff, id: first(stage(), 1) }, { fees: -1 })
  await settle(world)
  expect(states(staff)).toEqual(['rejected'])
  world.devices.pc.isOffline = true
  const createdIds = [await make(stage(), staff, { owner: '하나' }), await make(stage(), staff, { owner: '둘' })]
  await write(stage(), { tab: staff, id: first(stage(), 2) }, { owner: '셋' })
  await signOut(world, world.devices.pc)
  world.devices.pc.isOffline = false
  const before = world.sends.length

  const other = await sitDown(stage(), 'pc', 'superuser')
  await write(stage(), { tab: other, id: first(stage(), 3) }, { owner: '다른 사람' })
  await settle(world)
  expect(other.copy.outbox.getEntries().filter((entry) => createdIds.includes(entry.recordId))).toEqual([])
  expect(new Set(world.sends.slice(before).map((send) => send.recordId))).toEqual(new Set([first(stage(), 3)]))
  await signOut(world, world.devices.pc)

  const back = await sitDown(stage())
  const server = await restAndCheck(stage())
  expect(states(back)).toEqual(['rejected'])
  for (const id of createdIds) {
    const [change] = server.changes.filter((candidate) => candidate.recordId === id)
    expect(change).toMatchObject({ kind: 'create', userId: userIdByAccount.staff })
  }
  expect(history(server, first(stage(), 2), 'owner')).toEqual(['소유자 2', '셋'])
})
