import { expect, test } from 'vitest'
import { createHistoryDevice, createMemoryBook } from '#tests/support/books/memory-book.ts'
import { makeCase, makeId } from '#tests/support/books/mirror-fixtures.ts'
import { settleHistory } from '#tests/support/books/settle-history.ts'
import type { ActionChange } from './action.ts'
import { performAction } from './perform-action.ts'
import { describeStep } from './use-history-commands.ts'

/** Two imported cases whose values haven't been looked up yet. */
const importedChanges = [1, 2].map((id): ActionChange => ({
  kind: 'create',
  collection: 'real-estate',
  id: makeId(id),
  caption: '',
  fields: null,
}))
const imported = { created: 2, changed: 0, shownBy: null }
const action = { id: 'act', label: '엑셀 가져오기 (2건)', imported }

/** A book after the import; `version` is the version of its records. */
async function afterImport(version = 1) {
  const book = createMemoryBook([])
  const { openStore, openHistory } = createHistoryDevice()
  const open = () => openHistory(book.copy, openStore())
  const history = open()
  await history.addAction(action, Promise.resolve(importedChanges))
  for (const id of [1, 2, 3]) book.records.set(makeId(id), { ...makeCase(id), version })
  const readOwner = (id: number) => book.records.get(makeId(id))?.['owner']
  async function setOwner(id: number, owner: string) {
    const record = makeCase(id)
    const change = { owner: { old: readOwner(id) ?? null, new: owner } }
    const edit = { kind: 'update', collection: 'real-estate', id: makeId(id), baseVersion: 1, changes: change } as const
    await performAction({ copy: book.copy, history }, { label: '셀 수정', edits: [{ edit, record, caption: '' }] })
  }
  return { history, open, ownerOf: readOwner, setOwner }
}

test('undoes an import after later actions, except for changed rows, and can redo it', async () => {
  const { history, ownerOf, setOwner } = await afterImport()
  await setOwner(3, '나중')
  await setOwner(2, '고침')
  expect(await history.undoIfNewest('act')).toBeNull()
  const step = await history.undoRegardless('act')
  expect(step && describeStep(step, { isOutOfSight: false })).toBe(
    '실행 취소: 엑셀 가져오기 (2건)\n1건은 그 뒤에 다른 값으로 바뀌어 그대로 두었습니다.',
  )
  expect([1, 2, 3].map(ownerOf)).toEqual([undefined, '고침', '나중'])
  expect(history.getState()).toMatchObject({ redo: '엑셀 가져오기 (2건)', undo: '셀 수정', imported: null })
  await history.redo()
  expect(ownerOf(1)).toBe('소유자 1')
})

test('keeps an import and its result when every row has been changed', async () => {
  const { history } = await afterImport(2)
  expect(await history.undoRegardless('act')).toMatchObject({ changed: 0, skipped: [{}, {}] })
  expect(history.getState().imported).toMatchObject({ actionId: 'act' })
})

test('keeps the result of an import across a reload until it is read', async () => {
  const { history, open } = await afterImport()
  expect(history.getState().imported).toEqual({ ...imported, actionId: 'act' })
  const reloaded = open()
  await settleHistory(reloaded)
  expect(reloaded.getState().imported).toEqual({ ...imported, actionId: 'act' })
  await reloaded.dismissImport('act')
  const reopened = open()
  await settleHistory(reopened)
  expect(reopened.getState()).toMatchObject({ undo: '엑셀 가져오기 (2건)', imported: null })
})
