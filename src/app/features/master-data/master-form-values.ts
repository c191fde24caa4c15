import type { AnyRecord, Field, FieldValue } from '#contract/books/field.ts'
import { newProgressStatus } from '#contract/books/master-data.ts'
import { fieldSchema } from '#contract/books/record-schema.ts'
import { fieldsOf, type MasterKind } from './master-kinds.ts'
import type { MasterLists } from './master-lists.ts'
import { missingText } from './master-words.ts'

/** A form holds texts: of a reference the id, of a number its digits, of nothing the empty text. */
export type MasterTexts = Record<string, string>

/** The fields of an add or edit form, in the order of the record's description. */
export function formFields(kind: MasterKind): readonly Field[] {
  return fieldsOf(kind).filter((field) => field.editable !== false)
}

/** Where a form starts; a new project or title is 대기중 (spec 3 §9). */
export function textsOf(kind: MasterKind, record: AnyRecord | null): MasterTexts {
  const start = (key: string) => (key === 'status' && record === null ? newProgressStatus : (record?.[key] ?? ''))
  return Object.fromEntries(formFields(kind).map(({ key }) => [key, String(start(key))]))
}

/** The value a text stands for; text is trimmed (spec 3 §5), what is no number stays as it is and is refused by `faultOf`. */
export function valueOfText(field: Field, text: string): FieldValue {
  const trimmed = text.trim()
  if (trimmed === '') return null
  if (field.kind !== 'number') return trimmed
  const number = Number(trimmed.normalize('NFKC').replace(/[,%\s]/g, ''))
  return Number.isNaN(number) ? trimmed : number
}

/** Korean reason why a text may not stand in a field; null when it may. */
export function faultOf(field: Field, text: string): string | null {
  const value = valueOfText(field, text)
  if (value === null) return field.required ? missingText(field) : null
  const checked = fieldSchema(field).safeParse(value)
  return checked.success ? null : (checked.error.issues[0]?.message ?? '입력한 내용을 확인해 주세요.')
}

export function valuesOf(kind: MasterKind, texts: MasterTexts): Record<string, FieldValue> {
  return Object.fromEntries(formFields(kind).map((field) => [field.key, valueOfText(field, texts[field.key] ?? '')]))
}

/** Departments that can be chosen: those of the chosen company, none before one is chosen (spec 3 §4 "Manager form"). */
export function departmentsOf(company: string, lists: MasterLists): readonly AnyRecord[] {
  return company === '' ? [] : lists.departments.filter((department) => department['company'] === company)
}

/** The department after another company was chosen: kept only if it belongs to that company (spec 3 §4 "Manager form"). */
export function keptDepartment(department: string, company: string, lists: MasterLists): string {
  return departmentsOf(company, lists).some(({ id }) => id === department) ? department : ''
}
