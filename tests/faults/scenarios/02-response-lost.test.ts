import { expect, test } from 'vitest'
import { dayMs } from '#contract/dates/day-ms.ts'
import { advance, settle, sleep } from '../model/world.ts'
import {
  editRow,
  getInitialId,
  listEntryStates,
  listStoredValues,
  settleAndCheck,
  setWriteFaults,
  signInAndOpenTab,
  useStage,
} from './stage.ts'

const stage = useStage()

test.each([
  ['a second', 1000],
  ['ten hours', 36_000_000],
  ['31 days', 31 * dayMs],
])('a response lost after the server did the work is requested again %s later and found done', async (_name, ms) => {
  const tab = await signInAndOpenTab(stage())
  const { world } = stage()
  setWriteFaults(stage(), { kind: 'drop_response' })
  const opId = await editRow(stage(), { tab, id: getInitialId(stage(), 1) }, { owner: '한 번만' })
  await settle(world)
  world.devices.pc.isOffline = true
  await advance(world, 2000)
  await sleep(world, ms)
  expect(listEntryStates(tab)).toEqual([expect.stringMatching(/queued|sending|held_old|held_auth/)])
  const server = await settleAndCheck(stage())
  expect(listStoredValues(server, getInitialId(stage(), 1), 'owner')).toEqual(['소유자 1', '한 번만'])
  expect(new Set(world.sends.map((send) => send.opId))).toEqual(new Set([opId]))
  expect(world.sends.length).toBeGreaterThan(1)
  expect(listEntryStates(tab)).toEqual([])
})
