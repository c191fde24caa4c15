import { expect, test } from 'vitest'
import { advance, makeRandom } from '../model/world.ts'
import { first, make, restAndCheck, sitDown, states, useStage, write } from './stage.ts'

const stage = useStage(false)

test('sends 126 waiting edits once each although requests fail and responses are lost', async () => {
  const tab = await sitDown(stage())
  const { world, office } = stage()
  world.devices.pc.isOffline = true
  const ids: string[] = []
  for (let number = 1; number <= 120; number++) ids.push(await make(stage(), tab, { owner: `줄 ${number}` }))
  for (let number = 1; number <= 6; number++)
    for (let step = 1; step <= 5; step++) {
      await write(stage(), { tab, id: first(stage(), number) }, { tax: step })
    }
  const waiting = states(tab).length
  expect(waiting).toBe(126)
  const die = makeRandom(20)
  office.proxy.setFaults(({ opId }) => {
    const eyes = opId === undefined ? 1 : die()
    if (eyes < 0.1) return { kind: 'status', status: 503 }
    return eyes < 0.15 ? { kind: 'drop_response' } : { kind: 'pass' }
  })
  world.devices.pc.isOffline = false
  tab.copy.syncNow()
  let seconds = 0
  for (; seconds < 1_200 && states(tab).length > 0; seconds += 10) await advance(world, 10_000)
  expect(seconds).toBeLessThan(1_200)
  const server = await restAndCheck(stage())
  expect(ids.every((id) => server.rows['real-estate'].has(id))).toBe(true)
  expect(server.changes.filter((change) => change.opId !== null)).toHaveLength(waiting)
  for (let number = 1; number <= 6; number++)
    expect(server.rows['real-estate'].get(first(stage(), number))?.['tax']).toBe(5)
})
