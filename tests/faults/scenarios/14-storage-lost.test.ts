import { expect, test } from 'vitest'
import { editRow, getInitialId, listStoredValues, settleAndCheck, signInAndOpenTab, useStage } from './stage.ts'

const stage = useStage()

test('reopens a storage connection lost before or during an edit and keeps the edit exactly once', async () => {
  const tab = await signInAndOpenTab(stage())
  const id = getInitialId(stage(), 1)
  tab.fake.storage.loseConnections()
  await tab.copy.enqueue(makeEdit(id, '소유자 1', '끊긴 뒤'))
  let abortsLeft = 1
  tab.fake.faults.abortWith = (stores) => (stores.includes('ops') && abortsLeft-- > 0 ? 'UnknownError' : null)
  await tab.copy.enqueue(makeEdit(getInitialId(stage(), 2), '소유자 2', '도중에'))
  const server = await settleAndCheck(stage())
  expect(listStoredValues(server, id, 'owner')).toEqual(['소유자 1', '끊긴 뒤'])
  expect(listStoredValues(server, getInitialId(stage(), 2), 'owner')).toEqual(['소유자 2', '도중에'])
})

test('continues with the screen and the next edit after the connection was lost', async () => {
  const tab = await signInAndOpenTab(stage())
  tab.fake.storage.loseConnections()
  await editRow(stage(), { tab, id: getInitialId(stage(), 3) }, { owner: '이어서' })
  const server = await settleAndCheck(stage())
  expect(server.rows['real-estate'].get(getInitialId(stage(), 3))?.['owner']).toBe('이어서')
})

function makeEdit(id: string, old: string, value: string) {
  return {
    kind: 'update',
    collection: 'real-estate',
    id,
    baseVersion: 1,
    changes: { owner: { old, new: value } },
  } as const
}
