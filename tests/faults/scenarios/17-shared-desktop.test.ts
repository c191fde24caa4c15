import { expect, test } from 'vitest'
import { userIdByAccount } from '../model/office.ts'
import { settle, signOut } from '../model/world.ts'
import {
  createCase,
  editRow,
  getInitialId,
  listEntryStates,
  listStoredValues,
  settleAndCheck,
  signInAndOpenTab,
  useStage,
} from './stage.ts'

const stage = useStage()

test('the next person on a device neither sees nor sends the edits of the previous one', async () => {
  const { world } = stage()
  const staff = await signInAndOpenTab(stage())
  await editRow(stage(), { tab: staff, id: getInitialId(stage(), 1) }, { fees: -1 })
  await settle(world)
  expect(listEntryStates(staff)).toEqual(['rejected'])
  world.devices.pc.isOffline = true
  const createdIds = [
    await createCase(stage(), staff, { owner: '하나' }),
    await createCase(stage(), staff, { owner: '둘' }),
  ]
  await editRow(stage(), { tab: staff, id: getInitialId(stage(), 2) }, { owner: '셋' })
  await signOut(world, world.devices.pc)
  world.devices.pc.isOffline = false
  const before = world.sends.length

  const other = await signInAndOpenTab(stage(), 'pc', 'superuser')
  await editRow(stage(), { tab: other, id: getInitialId(stage(), 3) }, { owner: '다른 사람' })
  await settle(world)
  expect(other.copy.outbox.getEntries().filter((entry) => createdIds.includes(entry.recordId))).toEqual([])
  expect(new Set(world.sends.slice(before).map((send) => send.recordId))).toEqual(new Set([getInitialId(stage(), 3)]))
  await signOut(world, world.devices.pc)

  const back = await signInAndOpenTab(stage())
  const server = await settleAndCheck(stage())
  expect(listEntryStates(back)).toEqual(['rejected'])
  for (const id of createdIds) {
    const [change] = server.changes.filter((candidate) => candidate.recordId === id)
    expect(change).toMatchObject({ kind: 'create', userId: userIdByAccount.staff })
  }
  expect(listStoredValues(server, getInitialId(stage(), 2), 'owner')).toEqual(['소유자 2', '셋'])
})
