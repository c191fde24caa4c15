import { expect, test } from 'vitest'
import { startServer, stopServer } from './model/office.ts'
import { advance } from './model/world.ts'
import { createCase, listEntryStates, settleAndCheck, signInAndOpenTab, useStage } from './scenarios/stage.ts'

const stage = useStage()

test('stores every edit exactly once when the server dies during a replay and another takes its place', async () => {
  const tab = await signInAndOpenTab(stage())
  const { world, office } = stage()
  world.devices.pc.isOffline = true
  const ids: string[] = []
  for (let number = 1; number <= 60; number++) ids.push(await createCase(stage(), tab, { owner: `줄 ${number}` }))
  let writes = 0
  const stops: Promise<void>[] = []
  office.proxy.setFaults((request) => {
    writes += request.writes.length
    if (writes >= 25 && stops.length === 0) stops.push(stopServer(office))
    return { kind: 'pass' }
  })
  world.devices.pc.isOffline = false
  tab.copy.syncNow()
  await advance(world, 5_000)
  await Promise.all(stops)
  expect(stops).toHaveLength(1)
  expect(listEntryStates(tab).length).toBeGreaterThan(0)
  await startServer(office)
  const server = await settleAndCheck(stage())
  expect(ids.every((id) => server.rows['real-estate'].has(id))).toBe(true)
  expect(server.changes.filter((change) => change.opId !== null)).toHaveLength(60)
  expect(listEntryStates(tab)).toEqual([])
})
