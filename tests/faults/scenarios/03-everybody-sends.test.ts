import { expect, test } from 'vitest'
import { drainOnce } from '#mirror/outbox/sending/drain-once.ts'
import { buildLeaderLockName } from '#mirror/outbox/sending/send-as-leader.ts'
import { userIdByAccount } from '../model/office.ts'
import { openFakeTab, settle } from '../model/world.ts'
import {
  createCase,
  editRow,
  getInitialId,
  listStoredValues,
  openAnotherTab,
  settleAndCheck,
  setWriteFaults,
  signInAndOpenTab,
  useStage,
} from './stage.ts'

const stage = useStage()

test('every edit takes effect once when two tabs and the service worker send at the same time', async () => {
  const tab = await signInAndOpenTab(stage())
  const { world } = stage()
  const second = await openAnotherTab(world)
  setWriteFaults(stage(), { kind: 'delay', ms: 20 })
  await editRow(stage(), { tab, id: getInitialId(stage(), 1) }, { owner: '첫 창' })
  await editRow(stage(), { tab: second, id: getInitialId(stage(), 2) }, { owner: '둘째 창' })
  for (let number = 0; number < 6; number++)
    await createCase(stage(), number % 2 ? tab : second, { owner: `새 ${number}` })
  const worker = openFakeTab(world, world.devices.pc, { account: 'staff' })
  const waking = drainOnce(worker.runtime, new AbortController().signal)
  const thief = openFakeTab(world, world.devices.pc, { account: 'staff' })
  await thief.runtime.locks.request(buildLeaderLockName(userIdByAccount.staff), { steal: true }, () => undefined)
  await waking
  await settle(world)
  const server = await settleAndCheck(stage())
  expect(listStoredValues(server, getInitialId(stage(), 1), 'owner')).toEqual(['소유자 1', '첫 창'])
  expect(listStoredValues(server, getInitialId(stage(), 2), 'owner')).toEqual(['소유자 2', '둘째 창'])
  expect(server.rows['real-estate'].size).toBe(12)
  expect(server.changes.filter((change) => change.opId !== null)).toHaveLength(8)
})
