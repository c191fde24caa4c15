import { expect, test } from 'vitest'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import { settleHistory } from '#tests/support/books/settle-history.ts'
import { createActionHistory } from './action-history.ts'
import {
  type ActionHead,
  type ActionLog,
  applyRedo,
  applyUndo,
  emptyLog,
  findNextRedo,
  findNextUndo,
  withAction,
} from './action.ts'
import { addLayoutChange } from './perform-action.ts'

const edit: ActionHead = { id: 'edit', label: '셀 수정', at: 1 }
const layout: ActionHead = { id: 'layout', label: '컬럼 설정 변경', at: 2, tableId: 'grid' }
const everything = () => true
const records = ({ tableId }: ActionHead) => tableId === undefined

test('undo skips an action it cannot reach, which stays done while others are undone and redone', () => {
  const done = withAction(withAction(emptyLog, edit), layout)
  expect(findNextUndo(done, records)).toBe(edit)
  const afterUndo = applyUndo(done, edit)
  expect(afterUndo).toEqual({ actions: [layout, edit], done: 1 } satisfies ActionLog)
  expect(findNextUndo(afterUndo, records)).toBeNull()
  expect(findNextRedo(afterUndo, records)).toBe(edit)
  const afterRedo = applyRedo(afterUndo, edit)
  expect([findNextUndo(afterRedo, everything), findNextRedo(afterRedo, everything)]).toEqual([edit, null])
  const both = applyUndo(applyUndo(afterRedo, edit), layout)
  expect(both).toEqual({ actions: [layout, edit], done: 0 })
  expect(findNextRedo(both, records)).toBe(edit)
  expect(applyRedo(both, edit)).toEqual({ actions: [edit, layout], done: 1 })
})

test('restores only the layout of the open table when two tables share a history', async () => {
  const store = {
    readLog: () => Promise.resolve(emptyLog),
    readChanges: () => Promise.resolve(null),
    save: () => Promise.resolve(),
    close() {},
  }
  const history = createActionHistory({ copy: {} as OfflineCopy, store: Promise.resolve(store), now: () => 0 })
  const widths: Record<string, unknown> = { grid: 20, book: 10 }
  const open = (tableId: string) => history.attachLayout(tableId, (next) => void (widths[tableId] = next))
  const closeGrid = open('grid')
  addLayoutChange(history, { label: '컬럼 설정 변경', tableId: 'grid', before: 10, after: 20 })
  await settleHistory(history)
  expect(history.getState().undo).toBe('컬럼 설정 변경')
  closeGrid()
  open('book')
  expect(history.getState().undo).toBeNull()
  expect(await history.undo()).toBeNull()
  expect(widths).toEqual({ grid: 20, book: 10 })
  open('grid')
  expect(await history.undo()).toMatchObject({ label: '컬럼 설정 변경', changed: 1, failure: null })
  expect(widths).toEqual({ grid: 10, book: 10 })
})
