import { expect, test } from 'vitest'
import { first, history, make, restAndCheck, sitDown, states, useStage, write } from './stage.ts'

const stage = useStage()

test('a refused edit blocks only its own record; once fixed, it is sent with the edits behind it', async () => {
  const tab = await sitDown(stage())
  const { world } = stage()
  world.devices.pc.isOffline = true
  const id = first(stage(), 1)
  await write(stage(), { tab, id }, { fees: -5 })
  world.devices.pc.isOffline = false
  tab.copy.syncNow()
  await restAndCheck(stage())
  expect(states(tab)).toEqual(['rejected'])
  await write(stage(), { tab, id }, { owner: '뒤에 온 말' })
  for (let number = 0; number < 30; number++) await make(stage(), tab, { owner: `건강 ${number}` })
  const before = await restAndCheck(stage())
  expect(before.rows['real-estate'].size).toBe(36)
  expect(states(tab)).toEqual(['rejected', 'queued'])
  expect(tab.copy.outbox.getEntries().map((entry) => entry.isBlocked)).toEqual([false, true])
  const refused = tab.copy.outbox.getEntries()[0]
  expect(refused?.problem?.message).toMatch(/보수료/)
  await tab.copy.outbox.retry(refused?.opId ?? '', { fees: 77_000 })
  const server = await restAndCheck(stage())
  expect(history(server, id, 'fees')).toEqual([10_000, 77_000])
  expect(history(server, id, 'owner')).toEqual(['소유자 1', '뒤에 온 말'])
  expect(states(tab)).toEqual([])
})
