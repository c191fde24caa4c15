import { expect, test } from 'vitest'
import { readServer, writeAsColleague } from '../model/office.ts'
import { advance, type Tab } from '../model/world.ts'
import { createCase, listEntryStates, settleAndCheck, signInAndOpenTab, useStage } from './stage.ts'

const stage = useStage()

async function createGroupWithChild(tab: Tab): Promise<{ group: string; child: string }> {
  const group = tab.fake.runtime.newId()
  const collection = 'real-estate-groups'
  await tab.copy.enqueue({ kind: 'create', collection, id: group, fields: { name: '새 구간' } })
  for (let step = 1; step <= 5; step++) {
    const changes = { manager: { old: step === 1 ? null : `담당 ${step - 1}`, new: `담당 ${step}` } }
    await tab.copy.enqueue({ kind: 'update', collection, id: group, baseVersion: 0, changes })
  }
  return { group, child: await createCase(stage(), tab, { group_id: group, owner: '자식' }) }
}

test('a group created, changed and deleted offline is stored once while an entry still uses it', async () => {
  const tab = await signInAndOpenTab(stage())
  stage().world.devices.pc.isOffline = true
  const { group, child } = await createGroupWithChild(tab)
  await tab.copy.enqueue({ kind: 'delete', collection: 'real-estate-groups', id: group, baseVersion: 0 })
  const server = await settleAndCheck(stage())
  expect(server.rows['real-estate'].get(child)).toMatchObject({ group_id: group, owner: '자식' })
  const kinds = server.changes.filter((change) => change.recordId === group).map((change) => change.kind)
  expect(kinds).toEqual(['create', 'update'])
  expect(server.rows['real-estate-groups'].get(group)).toMatchObject({ manager: '담당 5' })
  expect(tab.copy.outbox.getEntries()[0]).toMatchObject({ kind: 'delete', problem: { code: 'in_use' } })
})

test('an entry whose group is deleted before it arrives waits with its author and is not lost', async () => {
  const tab = await signInAndOpenTab(stage())
  const { world, office } = stage()
  world.devices.pc.isOffline = true
  const { group, child } = await createGroupWithChild(tab)
  office.proxy.setFaults(({ writes }) => {
    const isChild = writes.some(({ recordId }) => recordId === child)
    return isChild ? { kind: 'status', status: 503 } : { kind: 'pass' }
  })
  world.devices.pc.isOffline = false
  tab.copy.syncNow()
  const isDone = async () => (await readServer(office)).rows['real-estate-groups'].get(group)?.['manager'] === '담당 5'
  for (let turn = 0; turn < 50 && !(await isDone()); turn++) await advance(world, 500)
  expect(await writeAsColleague(office, 'real-estate-groups', { kind: 'delete', body: { id: group } })).toBe(true)
  const server = await settleAndCheck(stage())
  expect(server.rows['real-estate'].has(child)).toBe(false)
  expect(listEntryStates(tab)).toEqual(['rejected'])
  expect(tab.copy.outbox.getEntries()[0]).toMatchObject({ recordId: child, problem: { code: 'refused' } })
})
