import { expect, test } from 'vitest'
import { dayMs } from '#contract/dates/day-ms.ts'
import { advance } from '../model/world.ts'
import {
  editRow,
  getInitialId,
  listStoredValues,
  settleAndCheck,
  setWriteFaults,
  signInAndOpenTab,
  useStage,
} from './stage.ts'

const stage = useStage()

test.each([
  ['a day back', -dayMs],
  ['a day ahead', dayMs],
  ['a year ahead', 365 * dayMs],
  ['to 1970', -20_777 * dayMs],
])('a device clock that jumps %s changes neither the order of edits nor their ids', async (_name, skewMs) => {
  const tab = await signInAndOpenTab(stage())
  const { world } = stage()
  const id = getInitialId(stage(), 1)
  setWriteFaults(stage(), { kind: 'drop_response' }, 2)
  await editRow(stage(), { tab, id }, { owner: '먼저' })
  await advance(world, 300)
  tab.fake.skewMs = skewMs
  await editRow(stage(), { tab, id }, { owner: '나중' })
  await advance(world, 60_000)
  const server = await settleAndCheck(stage())
  expect(listStoredValues(server, id, 'owner')).toEqual(['소유자 1', '먼저', '나중'])
  expect(new Set(world.sends.map((send) => send.opId)).size).toBe(2)
})
