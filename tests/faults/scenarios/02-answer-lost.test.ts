import { expect, test } from 'vitest'
import { dayMs } from '#contract/dates/day-ms.ts'
import { advance, settle, sleep } from '../model/world.ts'
import { first, history, restAndCheck, sitDown, spoilWrites, states, useStage, write } from './stage.ts'

const stage = useStage()

test.each([
  ['a second', 1000],
  ['ten hours', 36_000_000],
  ['31 days', 31 * dayMs],
])('a response lost after the server did the work is requested again %s later and found done', async (_name, ms) => {
  const tab = await sitDown(stage())
  const { world } = stage()
  spoilWrites(stage(), { kind: 'drop_response' })
  const opId = await write(stage(), { tab, id: first(stage(), 1) }, { owner: '한 번만' })
  await settle(world)
  world.devices.pc.isOffline = true
  await advance(world, 2000)
  await sleep(world, ms)
  expect(states(tab)).toEqual([expect.stringMatching(/queued|sending|held_old|held_auth/)])
  const server = await restAndCheck(stage())
  expect(history(server, first(stage(), 1), 'owner')).toEqual(['소유자 1', '한 번만'])
  expect(new Set(world.sends.map((send) => send.opId))).toEqual(new Set([opId]))
  expect(world.sends.length).toBeGreaterThan(1)
  expect(states(tab)).toEqual([])
})
