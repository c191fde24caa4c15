import { expect, test } from 'vitest'
import { advance, makeRandom } from '../model/world.ts'
import {
  createCase,
  editRow,
  getInitialId,
  listEntryStates,
  settleAndCheck,
  signInAndOpenTab,
  useStage,
} from './stage.ts'

const stage = useStage(false)

test('sends 126 waiting edits once each although requests fail and responses are lost', async () => {
  const tab = await signInAndOpenTab(stage())
  const { world, office } = stage()
  world.devices.pc.isOffline = true
  const ids: string[] = []
  for (let number = 1; number <= 120; number++) ids.push(await createCase(stage(), tab, { owner: `줄 ${number}` }))
  for (let number = 1; number <= 6; number++)
    for (let step = 1; step <= 5; step++) {
      await editRow(stage(), { tab, id: getInitialId(stage(), number) }, { tax: step })
    }
  const waiting = listEntryStates(tab).length
  expect(waiting).toBe(126)
  const random = makeRandom(20)
  office.proxy.setFaults(({ opId }) => {
    const roll = opId === undefined ? 1 : random()
    if (roll < 0.1) return { kind: 'status', status: 503 }
    return roll < 0.15 ? { kind: 'drop_response' } : { kind: 'pass' }
  })
  world.devices.pc.isOffline = false
  tab.copy.syncNow()
  let seconds = 0
  for (; seconds < 1_200 && listEntryStates(tab).length > 0; seconds += 10) await advance(world, 10_000)
  expect(seconds).toBeLessThan(1_200)
  const server = await settleAndCheck(stage())
  expect(ids.every((id) => server.rows['real-estate'].has(id))).toBe(true)
  expect(server.changes.filter((change) => change.opId !== null)).toHaveLength(waiting)
  for (let number = 1; number <= 6; number++)
    expect(server.rows['real-estate'].get(getInitialId(stage(), number))?.['tax']).toBe(5)
})
