import { expect, test } from 'vitest'
import type { FieldValue } from '#contract/books/field.ts'
import type { Tab } from '../model/world.ts'
import { first, restAndCheck, sitDown, states, useStage, write } from './stage.ts'

const stage = useStage()

/** Both devices change the first entry while offline; the desktop reconnects first. */
async function bothWrite(
  mine: Record<string, FieldValue>,
  theirs: Record<string, FieldValue>,
): Promise<{ pc: Tab; tablet: Tab }> {
  const { world } = stage()
  const pc = await sitDown(stage(), 'pc', 'superuser')
  const tablet = await sitDown(stage(), 'tablet')
  world.devices.pc.isOffline = true
  world.devices.tablet.isOffline = true
  await write(stage(), { tab: tablet, id: first(stage(), 1) }, mine)
  await write(stage(), { tab: pc, id: first(stage(), 1) }, theirs)
  await comeBack('pc', pc)
  await comeBack('tablet', tablet)
  return { pc, tablet }
}

async function comeBack(name: 'pc' | 'tablet', tab: Tab): Promise<void> {
  stage().world.devices[name].isOffline = false
  tab.copy.syncNow()
  const isThrough = () => states(tab).every((state) => state === 'conflict' || state === 'rejected')
  for (let turn = 0; turn < 400 && !isThrough(); turn++) await new Promise((resolve) => setTimeout(resolve, 5))
}

test('merges different fields of one entry changed on two devices', async () => {
  const { tablet } = await bothWrite({ owner: '내 말' }, { tax: 123 })
  const server = await restAndCheck(stage())
  expect(server.rows['real-estate'].get(first(stage(), 1))).toMatchObject({ owner: '내 말', tax: 123 })
  expect(states(tablet)).toEqual([])
})

test.each<[string, string, [mine: FieldValue, theirs: FieldValue]]>([
  ['a text', 'owner', ['내 말', '남의 말']],
  ['a sum', 'fees', [111, 222]],
  ['a date', 'regi_date', ['2026-11-21', '2026-11-22']],
])('%s changed on two devices asks the second author', async (_name, field, [mine, theirs]) => {
  const { tablet } = await bothWrite({ [field]: mine }, { [field]: theirs })
  const before = await restAndCheck(stage())
  expect(before.rows['real-estate'].get(first(stage(), 1))?.[field]).toBe(theirs)
  const entry = tablet.copy.outbox.getEntries()[0]
  expect(entry?.state).toBe('conflict')
  expect(entry?.problem?.conflicts?.[0]).toMatchObject({ field, theirs, changed_by: '한온결' })
  await tablet.copy.outbox.resolveConflict(entry?.opId ?? '', { [field]: 'mine' })
  const after = await restAndCheck(stage())
  expect(after.rows['real-estate'].get(first(stage(), 1))?.[field]).toBe(mine)
})

test('an entry changed here and deleted there waits with its author', async () => {
  const { world } = stage()
  const pc = await sitDown(stage(), 'pc', 'superuser')
  const tablet = await sitDown(stage(), 'tablet')
  world.devices.tablet.isOffline = true
  const id = first(stage(), 1)
  await write(stage(), { tab: tablet, id }, { owner: '늦은 말' })
  await pc.copy.enqueue({ kind: 'delete', collection: 'real-estate', id, baseVersion: 1 })
  await comeBack('pc', pc)
  const server = await restAndCheck(stage())
  expect(server.rows['real-estate'].has(id)).toBe(false)
  expect(tablet.copy.outbox.getEntries()).toMatchObject([{ state: 'rejected', changes: { owner: { new: '늦은 말' } } }])
})
