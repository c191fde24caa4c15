import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FieldValue } from '#contract/books/field.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { columns, follows, makeRow } from '#tests/support/books/bulk-edit-fixtures.ts'
import { addDerivedUpdates, createPlanner, type FieldUpdate, planRow } from './bulk-plan.ts'

const update = (key: string, value: FieldValue): FieldUpdate => {
  const column = columns.find((known) => known.key === key)
  if (!column) throw new Error(`no field ${key}`)
  return { column, value }
}

const filled = fc.option(fc.constantFrom('이전', '설정', '말소'), { nil: null })
const amount = fc.option(fc.integer({ min: 0, max: 30 }), { nil: null })
const record = fc.record({ group_id: fc.constant('g1'), purpose: filled, fees: amount, fees_vat: amount })
const records = fc
  .array(record, { maxLength: 30 })
  .map((list) => list.map((fields, index) => makeRow(String(index), fields)))
const updateLists = fc.record({ purpose: filled, fees: amount }, { requiredKeys: [] }).map((values) =>
  addDerivedUpdates(
    Object.entries(values).map(([key, value]) => update(key, value)),
    { columns, follows },
  ),
)

function planAll(rows: readonly SourceRow[], updates: readonly FieldUpdate[]) {
  const planner = createPlanner(updates)
  for (const row of rows) planner.add(row)
  return planner.plan()
}

function applyPlan(rows: readonly SourceRow[], plan: ReturnType<typeof planAll>, side: 'old' | 'new'): SourceRow[] {
  const changes = new Map(plan.changes.map((change) => [change.row.id, change.changes]))
  return rows.map((row) => {
    const values = (changes.get(row.id) ?? []).map((change) => [change.key, change[side]])
    return { ...row, record: { ...row.record, ...Object.fromEntries(values) } }
  })
}

test('applies every requested value and nothing else, and undoing restores the records', () => {
  fc.assert(
    fc.property(records, updateLists, (rows, updates) => {
      const plan = planAll(rows, updates)
      const after = applyPlan(rows, plan, 'new')
      expect(applyPlan(after, plan, 'old')).toEqual(rows)
      for (const [at, row] of after.entries()) {
        const updated = Object.fromEntries(updates.map(({ column, value }) => [column.key, value]))
        expect(row.record).toEqual({ ...rows[at]?.record, ...updated })
      }
      expect(planAll(after, updates)).toMatchObject({ changes: [], unchanged: rows.length })
    }),
  )
})

test('counts every record as changing, unchanged or refused, and counts changes per field', () => {
  fc.assert(
    fc.property(records, updateLists, (rows, updates) => {
      const { total, changes: changing, unchanged, refused, changeCounts } = planAll(rows, updates)
      expect(total).toBe(rows.length)
      expect(changing.length + unchanged + refused.length).toBe(total)
      for (const { column, value } of updates) {
        const other = rows.filter(({ record: fields }) => fields[column.key] !== value)
        expect(changeCounts.get(column.key) ?? 0).toBe(other.length)
      }
      expect(changing.every(({ changes }) => changes.every((change) => change.old !== change.new))).toBe(true)
    }),
  )
})

test('skips a record completely when it cannot take one of the values', () => {
  const checked = { ...update('fees', 5), column: { ...update('fees', 5).column, check: () => '마감되었습니다.' } }
  expect(planRow(makeRow('1', { purpose: '이전', fees: 1 }), [update('purpose', '설정'), checked])).toMatchObject({
    kind: 'refused',
    reason: '보수료: 마감되었습니다.',
  })
  expect(planRow(makeRow('1', { purpose: '설정', fees: 5 }), [update('purpose', '설정'), checked]).kind).toBe('same')
})

test('refuses a record waiting for deletion or refused by the screen, with the reason', () => {
  const updates = [update('purpose', '설정')]
  expect(planRow(makeRow('1', {}, 'deleted'), updates)).toMatchObject({ reason: '삭제를 기다리는 기록입니다.' })
  const refuse = (_row: SourceRow, changes: Readonly<Record<string, FieldValue>>) =>
    `안 됨 ${String(changes['purpose'])}`
  expect(planRow(makeRow('1', {}), updates, refuse)).toMatchObject({ kind: 'refused', reason: '안 됨 설정' })
})

test('a derived field follows its leading field even if a value is given for it', () => {
  const both = addDerivedUpdates([update('fees', 95), update('fees_vat', 1)], { columns, follows })
  expect(both.map(({ column, value }) => [column.key, value])).toEqual([
    ['fees', 95],
    ['fees_vat', 10],
  ])
  expect(addDerivedUpdates([update('purpose', '이전')], { columns, follows })).toHaveLength(1)
})
