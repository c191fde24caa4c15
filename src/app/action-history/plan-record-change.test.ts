import { expect, test } from 'vitest'
import { createPlainRow } from '#tests/support/books/array-row-source.ts'
import { planRecordChange } from './plan-record-change.ts'

const id = '019aa000-0000-7000-8000-000000000001'

test("undoes an import's change only once its version has reached this device", () => {
  const change = {
    kind: 'update' as const,
    collection: 'companies' as const,
    id,
    caption: '',
    version: 4,
    changes: { address: { old: '가온시', new: '솔빛시' } },
  }
  const makeCurrentState = (version: number, address: string) => ({
    row: createPlainRow({ id, version, inserted_at: '', updated_at: '', address }),
    attention: [],
  })
  const early = planRecordChange(change, 'undo', makeCurrentState(3, '가온시'))
  expect([early.edit, early.skipped.map(({ reason }) => reason)]).toEqual([null, ['not_here']])
  expect(planRecordChange(change, 'undo', makeCurrentState(4, '솔빛시')).edit).toMatchObject({
    kind: 'update',
    baseVersion: 4,
    changes: { address: { old: '솔빛시', new: '가온시' } },
  })
})

test('restores every field of the edit on undo, including those that were empty', () => {
  const change = {
    kind: 'update' as const,
    collection: 'companies' as const,
    id,
    caption: '',
    changes: { address: { old: null, new: '솔빛시' }, description: { old: '도로', new: null } },
  }
  const row = createPlainRow({ id, version: 2, inserted_at: '', updated_at: '', address: '솔빛시', description: null })
  const plan = planRecordChange(change, 'undo', { row, attention: [] })
  expect([plan.edit, plan.skipped]).toMatchObject([
    { changes: { address: { old: '솔빛시', new: null }, description: { old: null, new: '도로' } } },
    [],
  ])
})

const makeNumberId = (digit: number) => `number:019aa000-0000-7000-8000-00000000000${digit}`
/** A number as the device sent it. */
const makeSealed = (digit: number) => `${makeNumberId(digit)}:0123456789abcdef:${'A'.repeat(120)}`
const makeOwnerState = (fields: object) => ({
  row: createPlainRow({ id, version: 2, inserted_at: '', updated_at: '', ...fields }),
  attention: [],
})

test('undoes and redoes a number that was sent sealed and came back as its reference', () => {
  const change = {
    kind: 'update' as const,
    collection: 'unit-owners' as const,
    id,
    caption: '',
    changes: { owner_num: { old: makeNumberId(1), new: makeSealed(2) } },
  }
  const undo = planRecordChange(change, 'undo', makeOwnerState({ owner_num: makeNumberId(2) }))
  expect(undo.edit).toMatchObject({ changes: { owner_num: { old: makeNumberId(2), new: makeNumberId(1) } } })
  const redo = planRecordChange(change, 'redo', makeOwnerState({ owner_num: makeNumberId(1) }))
  expect(redo.edit).toMatchObject({ changes: { owner_num: { old: makeNumberId(1), new: makeSealed(2) } } })
  const others = planRecordChange(change, 'undo', makeOwnerState({ owner_num: makeNumberId(3) }))
  expect([others.edit, others.skipped.map(({ reason }) => reason)]).toEqual([null, ['changed']])
})

test('undoes the creation of a party that was added with its number', () => {
  const fields = { owner: '나래', owner_num: makeSealed(1), num_masked: '900101-1******' }
  const change = { kind: 'create' as const, collection: 'unit-owners' as const, id, caption: '', fields }
  const currentState = makeOwnerState({ owner: '나래', owner_num: makeNumberId(1), num_masked: '900101-1******' })
  expect(planRecordChange(change, 'undo', currentState).edit).toMatchObject({ kind: 'delete', id })
})
