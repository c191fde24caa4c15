import { expect, test } from 'vitest'
import { readServer, writeAsColleague } from '../model/office.ts'
import { advance, settle } from '../model/world.ts'
import {
  editRow,
  getInitialId,
  listEntryStates,
  listStoredValues,
  readRow,
  settleAndCheck,
  signInAndOpenTab,
  useStage,
} from './stage.ts'

const stage = useStage(false)

test('refuses an edit visibly on a full disk, and stores it once there is space again', async () => {
  const tab = await signInAndOpenTab(stage())
  const { world } = stage()
  const id = getInitialId(stage(), 1)
  tab.fake.faults.abortWith = () => 'QuotaExceededError'
  await expect(editRow(stage(), { tab, id }, { owner: '찬 디스크' })).rejects.toMatchObject({ reason: 'full' })
  await settle(world)
  expect((await readRow(stage(), tab, id))?.record['owner']).toBe('소유자 1')
  expect(listEntryStates(tab)).toEqual([])
  expect(world.sends).toEqual([])
  tab.fake.faults.abortWith = () => null
  await editRow(stage(), { tab, id }, { owner: '찬 디스크' })
  const server = await settleAndCheck(stage())
  expect(listStoredValues(server, id, 'owner')).toEqual(['소유자 1', '찬 디스크'])
})

test('a disk that fills up during sending repeats no write, and updates arrive once there is space', async () => {
  const tab = await signInAndOpenTab(stage())
  const { world, office } = stage()
  const [own, other] = [getInitialId(stage(), 1), getInitialId(stage(), 2)]
  await editRow(stage(), { tab, id: own }, { owner: '보낸 말' })
  for (let turn = 0; turn < 400 && world.sends.length === 0; turn++)
    await new Promise((resolve) => setImmediate(resolve))
  expect(world.sends).toHaveLength(1)
  tab.fake.faults.abortWith = () => 'QuotaExceededError'
  await writeAsColleague(office, 'real-estate', { kind: 'update', body: { id: other, owner: '동료' } })
  tab.copy.syncNow()
  await advance(world, 60_000)
  expect(listStoredValues(await readServer(office), own, 'owner')).toEqual(['소유자 1', '보낸 말'])
  expect((await readRow(stage(), tab, own))?.record['owner']).toBe('보낸 말')
  tab.fake.faults.abortWith = () => null
  // Nobody reloads: the tab notices the free space without help.
  await advance(world, 180_000)
  expect((await readRow(stage(), tab, other))?.record['owner']).toBe('동료')
  expect(listEntryStates(tab)).toEqual([])
  const server = await settleAndCheck(stage())
  expect(listStoredValues(server, own, 'owner')).toEqual(['소유자 1', '보낸 말'])
})
