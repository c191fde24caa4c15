import { expect, test } from 'vitest'
import { payloadVersion } from '#mirror/outbox/stored-entry.ts'
import { advance, settle, withOutbox } from '../model/world.ts'
import {
  editRow,
  getInitialId,
  listEntryStates,
  listStoredValues,
  openAnotherTab,
  settleAndCheck,
  signInAndOpenTab,
  useStage,
} from './stage.ts'

const stage = useStage(false)

/** Rewrites every waiting entry of this record as a build of that version would store it. */
async function rewrite(recordId: string, version: number): Promise<void> {
  const { world } = stage()
  await withOutbox(world, { device: world.devices.pc, account: 'staff' }, async (outbox) => {
    await outbox.db
      .table('ops')
      .filter((op: { recordId: string }) => op.recordId === recordId)
      .modify({ v: version })
  })
}

test('holds edits of a newer build and what follows them after a roll-back; the newer build sends them all', async () => {
  const newer = await signInAndOpenTab(stage())
  const { world } = stage()
  const [held, free] = [getInitialId(stage(), 1), getInitialId(stage(), 2)]
  world.devices.pc.isOffline = true
  await editRow(stage(), { tab: newer, id: held }, { owner: '새 판의 말' })
  await rewrite(held, payloadVersion + 1)
  newer.fake.kill()

  const older = await openAnotherTab(world)
  await editRow(stage(), { tab: older, id: held }, { tax: 5 })
  await editRow(stage(), { tab: older, id: free }, { owner: '옛 판의 말' })
  world.devices.pc.isOffline = false
  older.copy.syncNow()
  await advance(world, 300_000)
  await settle(world)
  expect(listEntryStates(older)).toEqual(['held_version', 'queued'])
  expect(new Set(world.sends.map((send) => send.recordId))).toEqual(new Set([free]))
  older.fake.kill()

  await rewrite(held, payloadVersion)
  const reopenedTab = await openAnotherTab(world)
  const server = await settleAndCheck(stage())
  expect(listStoredValues(server, held, 'owner')).toEqual(['소유자 1', '새 판의 말'])
  expect(listStoredValues(server, held, 'tax')).toContain(5)
  expect(listStoredValues(server, free, 'owner')).toEqual(['소유자 2', '옛 판의 말'])
  expect(listEntryStates(reopenedTab)).toEqual([])
})
