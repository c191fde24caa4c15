import type { Choice, Field, FieldKind, FieldValue, RecordDescription, Tone } from '#contract/books/field.ts'
import type { CellOption, Column, ColumnOverride } from '../data-table-props.ts'

/**
 * Table columns from the one description of a record type (design §3), the pinned ones first, with those that are hidden until a person shows them: what
 * `useColumnLayout` lays out. An override changes how one is presented; a key `<reference>.<key>` or one the description does not know adds a read-only
 * column, with at least `label`.
 */
export function allColumnsOf(
  description: RecordDescription,
  overrides: Readonly<Record<string, ColumnOverride>> = {},
): readonly Column[] {
  const described = description.fields.map((field) => columnOf(field, overrides[field.key]))
  const known = new Set(description.fields.map((field) => field.key))
  const added = Object.entries(overrides)
    .filter(([key]) => !known.has(key))
    .map(([key, override]) => addedColumn(key, override))
  const all = [...described, ...added]
  return [...all.filter((column) => column.isPinned), ...all.filter((column) => !column.isPinned)]
}

function columnOf(field: Field, override: ColumnOverride = {}): Column {
  const options = optionsOf(field)
  return {
    key: field.key,
    label: field.label,
    field,
    width: field.width ?? widths[field.kind],
    isPinned: field.pinned === true,
    isEditable: field.editable !== false && field.kind !== 'secret' && field.kind !== 'datetime',
    align: alignments[field.kind],
    ...(field.shown === false ? { isHidden: true } : {}),
    ...(isBadge(field) ? { badge: (value: FieldValue) => toneOf(field, value) } : {}),
    sortField: field.refers ? `${field.key}.${field.refers.label}` : field.key,
    ...(options ? { options: () => options } : {}),
    ...override,
  }
}

/** A state stands as a badge: where its values have tints, and a generic `status`. */
function isBadge({ key, kind, choices }: Field): boolean {
  return kind === 'enum' && (key === 'status' || choices?.some(({ tone }) => tone !== undefined) === true)
}

function toneOf({ choices = genericStatuses }: Field, value: FieldValue): Tone {
  return choices.find((choice) => choice.value === value)?.tone ?? 'plain'
}

function addedColumn(key: string, override: ColumnOverride): Column {
  const field: Field = { key, label: override.label ?? key, kind: 'text', group: '', editable: false }
  return { ...columnOf(field), ...override, isEditable: false }
}

function optionsOf(field: Field): readonly CellOption[] | null {
  if (field.kind === 'enum') return field.choices ?? (field.key === 'status' ? genericStatuses : [])
  if (field.kind === 'flag') return flagOptions
  return null
}

/** Labels of a generic `status` (spec 1 §2.5); a description with choices of its own says its own words (decision 20). */
const genericStatuses: readonly Choice[] = [
  { value: 'active', label: '활성', tone: 'good' },
  { value: 'inactive', label: '비활성' },
  { value: 'pending', label: '대기중', tone: 'warn' },
  { value: 'completed', label: '완료', tone: 'good' },
  { value: 'cancelled', label: '취소됨' },
]

const flagOptions: readonly CellOption[] = [
  { value: true, label: '예' },
  { value: false, label: '아니오' },
]

/** Kinds whose value is one of a list; anything else typed is refused. Text may have a list too, as a suggestion. */
export function isChosen(column: Column): boolean {
  return column.field.kind === 'enum' || column.field.kind === 'reference' || column.field.kind === 'flag'
}

const widths: Record<FieldKind, number> = {
  text: 140,
  won: 112,
  date: 112,
  datetime: 140,
  number: 96,
  enum: 104,
  flag: 72,
  reference: 160,
  secret: 140,
}

const alignments: Record<FieldKind, Column['align']> = {
  text: 'start',
  won: 'end',
  date: 'center',
  datetime: 'center',
  number: 'end',
  enum: 'start',
  flag: 'center',
  reference: 'start',
  secret: 'start',
}
