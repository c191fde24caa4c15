import type { FieldValue } from '#contract/books/field.ts'
import type { DerivedField } from '#domain/books/book-rules.ts'
import { checkValue, parseEntry } from '../data-table/cells/cell-text.ts'
import { hasFixedOptions } from '../data-table/columns/table-columns.ts'
import type { Column } from '../data-table/data-table-props.ts'
import { addDerivedUpdates, type FieldUpdate } from './bulk-plan.ts'

/** The form's state for one field. Unchecked fields keep their text but are not written. */
export interface FieldChoice {
  readonly isChecked: boolean
  /** 비우기 was chosen. An empty input alone never clears a field. */
  readonly isEmptied: boolean
  /** As typed; for a field with a list of values, the chosen one as text. */
  readonly text: string
}

/** By field key; untouched fields are absent. */
export type FieldChoices = Readonly<Record<string, FieldChoice>>

export const noChoice: FieldChoice = { isChecked: false, isEmptied: false, text: '' }

export function isDerived(key: string, follows: readonly DerivedField[]): boolean {
  return follows.some((follow) => follow.key === key)
}

/** Whether 비우기 is offered. */
export function canBeEmptied({ field }: Column): boolean {
  return field.required !== true && field.kind !== 'flag'
}

/**
 * The values of the checked fields, or the errors by field key. `nothing` when no field is checked.
 */
export type ParsedChoices =
  | { readonly kind: 'wishes'; readonly updates: readonly FieldUpdate[] }
  | { readonly kind: 'errors'; readonly errors: Readonly<Record<string, string>> }
  | { readonly kind: 'nothing' }

export function readChoices(
  choices: FieldChoices,
  { columns, follows, today }: { columns: readonly Column[]; follows: readonly DerivedField[]; today: string },
): ParsedChoices {
  const checkedColumns = columns.filter(({ key }) => choices[key]?.isChecked === true && !isDerived(key, follows))
  if (checkedColumns.length === 0) return { kind: 'nothing' }
  const updates: FieldUpdate[] = []
  const errors: Record<string, string> = {}
  for (const column of checkedColumns) {
    const parsed = readChoice(column, choices[column.key] ?? noChoice, today)
    if (parsed.ok) updates.push({ column, value: parsed.value })
    else errors[column.key] = parsed.message
  }
  if (Object.keys(errors).length > 0) return { kind: 'errors', errors }
  return { kind: 'wishes', updates: addDerivedUpdates(updates, { columns, follows }) }
}

function readChoice(
  column: Column,
  { isEmptied, text }: FieldChoice,
  today: string,
): { ok: true; value: FieldValue } | { ok: false; message: string } {
  if (isEmptied) return checkValue(column, null)
  if (hasFixedOptions(column)) {
    const option = column.options?.().find(({ value }) => String(value) === text)
    return option === undefined ? createMissingValueError(column) : checkValue(column, option.value)
  }
  const normalizedText = text.normalize('NFKC').trim()
  if (normalizedText === '') return createMissingValueError(column)
  const parsed = parseEntry(column, text.normalize('NFC'), today)
  return parsed.ok && parsed.value === null ? notANumber : parsed
}

const notANumber = { ok: false, message: '숫자로 입력해 주세요.' } as const

function createMissingValueError(column: Column): { ok: false; message: string } {
  const message = canBeEmptied(column) ? '새 값을 입력하거나 비우기를 선택해 주세요.' : '새 값을 선택해 주세요.'
  return { ok: false, message }
}
