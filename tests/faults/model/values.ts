import type { FieldValue } from '#contract/books/field.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import type { FieldPick } from './command.ts'
import type { Run } from './run.ts'

/** Numbers increase through the whole run, so a later value is always greater. */
export function takeNumber(run: Run): number {
  run.owed.lastNumber += 1
  return run.owed.lastNumber
}

const texts = ['owner', 'owner_address', 'purpose']
export const sums = ['fees', 'tax', 'stamp']
const days = ['regi_date', 'receipted_at']
export const fieldNames = [...texts, ...sums, ...days]

/** Sets the new value of a selected field. */
export function setValue(
  run: Run,
  target: { values: Map<string, FieldValue>; unique: Set<string>; field: FieldPick; row: SourceRow | null },
): void {
  const { values, unique, field: picked, row } = target
  const isPoison = picked.how === 'poison'
  const field = isPoison ? 'fees' : (fieldNames[picked.index] ?? 'owner')
  unique.delete(field)
  if (picked.how === 'clear') return void values.set(field, null)
  if (picked.how === 'revert' && row) {
    return void values.set(field, row.marks[field]?.confirmed ?? (row.record[field] as FieldValue))
  }
  unique.add(field)
  values.set(field, createValue(field, takeNumber(run), isPoison))
}

/** A value that occurs nowhere else in the run. */
export function createValue(field: string, number: number, isPoison = false): FieldValue {
  if (isPoison) return -number
  if (texts.includes(field)) return `글 ${number}`
  if (sums.includes(field)) return 1_000_000 + number
  return new Date(Date.UTC(2000, 0, 1 + number)).toISOString().slice(0, 10)
}
