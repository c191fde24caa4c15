import { expect, test, vi } from 'vitest'
import type { ActionHistory } from '#app/action-history/action-history.ts'
import { importReportSchema } from '#contract/records/excel-import.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import { addImportToHistory } from './import-action.ts'

const makeId = (index: number) => `01990000-0000-7000-8000-${String(index).padStart(12, '0')}`

function captureParts(written: object) {
  const addAction = vi.fn<ActionHistory['addAction']>()
  const history = { addAction } as unknown as ActionHistory
  const copy = { getRow: () => new Promise(() => {}) } as unknown as OfflineCopy
  const report = { mode: 'good_rows', columns: [], total: 0, good: 0, errors: [], imported: 0, act_id: makeId(0) }
  addImportToHistory({ copy, history, collection: 'real-estate' }, importReportSchema.parse({ ...report, ...written }))
  return addAction.mock.calls[0]?.[0].imported
}

const change = (index: number) => ({ id: makeId(index), version: 2, fields: { owner: { old: null, new: '가람' } } })

test('finds the new records of an import by the range of their ids', () => {
  expect(captureParts({ imported: 3, ids: [makeId(3), makeId(1), makeId(2)] })).toEqual({
    created: 3,
    changed: 0,
    shownBy: { op: 'between', field: 'id', from: makeId(1), to: makeId(3) },
  })
})

test('finds changed records one by one, unless they are too many for a URL', () => {
  expect(captureParts({ imported: 1, ids: [makeId(1)], changes: [change(5)] })).toEqual({
    created: 1,
    changed: 1,
    shownBy: { op: 'one_of', field: 'id', values: [makeId(1), makeId(5)] },
  })
  const many = Array.from({ length: 101 }, (_, index) => change(index))
  expect(captureParts({ changes: many })).toEqual({ created: 0, changed: 101, shownBy: null })
})
