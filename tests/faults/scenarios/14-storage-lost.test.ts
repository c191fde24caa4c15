import { expect, test } from 'vitest'
import { first, history, restAndCheck, sitDown, useStage, write } from './stage.ts'

const stage = useStage()

test('reopens a storage connection lost before or during an edit and keeps the edit exactly once', async () => {
  const tab = await sitDown(stage())
  const id = first(stage(), 1)
  tab.fake.storage.loseConnections()
  await tab.copy.enqueue(makeEdit(id, '소유자 1', '끊긴 뒤'))
  let abortsLeft = 1
  tab.fake.faults.abortWith = (stores) => (stores.includes('ops') && abortsLeft-- > 0 ? 'UnknownError' : null)
  await tab.copy.enqueue(makeEdit(first(stage(), 2), '소유자 2', '도중에'))
  const server = await restAndCheck(stage())
  expect(history(server, id, 'owner')).toEqual(['소유자 1', '끊긴 뒤'])
  expect(history(server, first(stage(), 2), 'owner')).toEqual(['소유자 2', '도중에'])
})

test('continues with the screen and the next edit after the connection was lost', async () => {
  const tab = await sitDown(stage())
  tab.fake.storage.loseConnections()
  await write(stage(), { tab, id: first(stage(), 3) }, { owner: '이어서' })
  const server = await restAndCheck(stage())
  expect(server.rows['real-estate'].get(first(stage(), 3))?.['owner']).toBe('이어서')
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
