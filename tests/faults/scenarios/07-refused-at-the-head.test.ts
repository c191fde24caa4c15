import { expect, test } from 'vitest'
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

test('a refused edit blocks only its own record; once fixed, it is sent with the edits behind it', async () => {
  const tab = await signInAndOpenTab(stage())
  const { world } = stage()
  world.devices.pc.isOffline = true
  const id = getInitialId(stage(), 1)
  await editRow(stage(), { tab, id }, { fees: -5 })
  world.devices.pc.isOffline = false
  tab.copy.syncNow()
  await settleAndCheck(stage())
  expect(listEntryStates(tab)).toEqual(['rejected'])
  await editRow(stage(), { tab, id }, { owner: '뒤에 온 말' })
  for (let number = 0; number < 30; number++) await createCase(stage(), tab, { owner: `건강 ${number}` })
  const before = await settleAndCheck(stage())
  expect(before.rows['real-estate'].size).toBe(36)
  expect(listEntryStates(tab)).toEqual(['rejected', 'queued'])
  expect(tab.copy.outbox.getEntries().map((entry) => entry.isBlocked)).toEqual([false, true])
  const refused = tab.copy.outbox.getEntries()[0]
  expect(refused?.problem?.message).toMatch(/보수료/)
  await tab.copy.outbox.retry(refused?.opId ?? '', { fees: 77_000 })
  const server = await settleAndCheck(stage())
  expect(listStoredValues(server, id, 'fees')).toEqual([10_000, 77_000])
  expect(listStoredValues(server, id, 'owner')).toEqual(['소유자 1', '뒤에 온 말'])
  expect(listEntryStates(tab)).toEqual([])
})
