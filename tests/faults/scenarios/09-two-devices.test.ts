import { expect, test } from 'vitest'
import type { FieldValue } from '#contract/books/field.ts'
import type { Tab } from '../model/world.ts'
import { editRow, getInitialId, listEntryStates, settleAndCheck, signInAndOpenTab, useStage } from './stage.ts'

const stage = useStage()

/** Both devices change the first entry while offline; the desktop reconnects first. */
async function writeOnBoth(
  mine: Record<string, FieldValue>,
  theirs: Record<string, FieldValue>,
): Promise<{ pc: Tab; tablet: Tab }> {
  const { world } = stage()
  const pc = await signInAndOpenTab(stage(), 'pc', 'superuser')
  const tablet = await signInAndOpenTab(stage(), 'tablet')
  world.devices.pc.isOffline = true
  world.devices.tablet.isOffline = true
  await editRow(stage(), { tab: tablet, id: getInitialId(stage(), 1) }, mine)
  await editRow(stage(), { tab: pc, id: getInitialId(stage(), 1) }, theirs)
  await reconnect('pc', pc)
  await reconnect('tablet', tablet)
  return { pc, tablet }
}

async function reconnect(name: 'pc' | 'tablet', tab: Tab): Promise<void> {
  stage().world.devices[name].isOffline = false
  tab.copy.syncNow()
  const isSettled = () => listEntryStates(tab).every((state) => state === 'conflict' || state === 'rejected')
  for (let turn = 0; turn < 400 && !isSettled(); turn++) await new Promise((resolve) => setTimeout(resolve, 5))
}

test('merges different fields of one entry changed on two devices', async () => {
  const { tablet } = await writeOnBoth({ owner: '내 말' }, { tax: 123 })
  const server = await settleAndCheck(stage())
  expect(server.rows['real-estate'].get(getInitialId(stage(), 1))).toMatchObject({ owner: '내 말', tax: 123 })
  expect(listEntryStates(tablet)).toEqual([])
})

test.each<[string, string, [mine: FieldValue, theirs: FieldValue]]>([
  ['a text', 'owner', ['내 말', '남의 말']],
  ['a sum', 'fees', [111, 222]],
  ['a date', 'regi_date', ['2026-11-21', '2026-11-22']],
])('%s changed on two devices asks the second author', async (_name, field, [mine, theirs]) => {
  const { tablet } = await writeOnBoth({ [field]: mine }, { [field]: theirs })
  const before = await settleAndCheck(stage())
  expect(before.rows['real-estate'].get(getInitialId(stage(), 1))?.[field]).toBe(theirs)
  const entry = tablet.copy.outbox.getEntries()[0]
  expect(entry?.state).toBe('conflict')
  expect(entry?.problem?.conflicts?.[0]).toMatchObject({ field, theirs, changed_by: '한온결' })
  await tablet.copy.outbox.resolveConflict(entry?.opId ?? '', { [field]: 'mine' })
  const after = await settleAndCheck(stage())
  expect(after.rows['real-estate'].get(getInitialId(stage(), 1))?.[field]).toBe(mine)
})

test('an entry changed here and deleted there waits with its author', async () => {
  const { world } = stage()
  const pc = await signInAndOpenTab(stage(), 'pc', 'superuser')
  const tablet = await signInAndOpenTab(stage(), 'tablet')
  world.devices.tablet.isOffline = true
  const id = getInitialId(stage(), 1)
  await editRow(stage(), { tab: tablet, id }, { owner: '늦은 말' })
  await pc.copy.enqueue({ kind: 'delete', collection: 'real-estate', id, baseVersion: 1 })
  await reconnect('pc', pc)
  const server = await settleAndCheck(stage())
  expect(server.rows['real-estate'].has(id)).toBe(false)
  expect(tablet.copy.outbox.getEntries()).toMatchObject([{ state: 'rejected', changes: { owner: { new: '늦은 말' } } }])
})
