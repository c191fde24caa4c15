import type { Book, Choice, Field, FieldKind, FieldValue, RecordDescription, Tone } from '#contract/books/field.ts'
import type { CellOption, Column, ColumnOverride } from '../data-table-props.ts'

/**
 * All columns of a record type's description for `useColumnLayout`, pinned ones first, including
 * hidden ones. An override changes how a column is presented; null removes it. A key
 * `<reference>.<key>`, or one the description doesn't have, adds a read-only column and needs at
 * least `label`.
 */
export function buildAllColumns(
  description: RecordDescription & Partial<Pick<Book, 'card'>>,
  overrides: Readonly<Record<string, ColumnOverride | null>> = {},
): readonly Column[] {
  const all = description.fields.flatMap((field) => {
    const override = overrides[field.key]
    if (override === null) return []
    const column = buildColumn(field, override)
    return [
      {
        ...column,
        ...(field.key === description.card?.title && { isName: true as const }),
        ...(field.key === description.card?.place && { isPlace: true as const }),
      },
    ]
  })
  const fieldKeys = new Set(description.fields.map((field) => field.key))
  for (const [key, override] of Object.entries(overrides)) {
    if (override === null || fieldKeys.has(key)) continue
    const index = all.findIndex((column) => column.key === override.after)
    all.splice(index === -1 ? all.length : index + 1, 0, createExtraColumn(key, override))
  }
  return [...all.filter((column) => column.isPinned), ...all.filter((column) => !column.isPinned)]
}

/** The same columns as read-only, for lists edited in forms. */
export function readOnlyColumns(columns: readonly Column[]): readonly Column[] {
  return columns.map((column) => ({ ...column, isEditable: false }))
}

/**
 * Shows only the columns in `widths`, in that order, for phones; the others are hidden and appear
 * when a row is unfolded.
 */
export function narrowColumns(columns: readonly Column[], widths: Readonly<Record<string, number>>): readonly Column[] {
  const shownColumns = Object.entries(widths).flatMap(([key, width]) => {
    const column = columns.find((candidate) => candidate.key === key)
    return column ? [{ ...column, width }] : []
  })
  return [
    ...shownColumns,
    ...columns.filter(({ key }) => !(key in widths)).map((column) => ({ ...column, isHidden: true })),
  ]
}

function buildColumn(field: Field, { after: _after, field: _kind, ...override }: ColumnOverride = {}): Column {
  const options = listOptions(field)
  return {
    key: field.key,
    label: field.label,
    field,
    width: field.width ?? defaultWidths[field.kind],
    isPinned: field.pinned === true,
    isEditable: field.editable !== false && !field.isFixed && field.kind !== 'secret' && field.kind !== 'datetime',
    align: alignments[field.kind],
    ...(field.shown === false ? { isHidden: true } : {}),
    ...(isBadge(field) ? { badge: (value: FieldValue) => findTone(field, value) } : {}),
    sortField: field.refers ? `${field.key}.${field.refers.label}` : field.key,
    ...(options ? { options: () => options } : {}),
    ...override,
  }
}

/**
 * Enums with tinted choices, and a generic `status`, are shown as badges; a value without a tint as
 * plain text.
 */
function isBadge({ key, kind, choices }: Field): boolean {
  return kind === 'enum' && (key === 'status' || choices?.some(({ tone }) => tone !== undefined) === true)
}

function findTone({ choices = genericStatuses }: Field, value: FieldValue): Tone | null {
  return choices.find((choice) => choice.value === value)?.tone ?? null
}

function createExtraColumn(key: string, override: ColumnOverride): Column {
  const field: Field = {
    key,
    label: override.label ?? key,
    kind: 'text',
    group: '',
    editable: false,
    ...override.field,
  }
  return { ...buildColumn(field, override), isEditable: false }
}

function listOptions(field: Field): readonly CellOption[] | null {
  if (field.kind === 'enum') return field.choices ?? (field.key === 'status' ? genericStatuses : [])
  if (field.kind === 'flag') return flagOptions
  return null
}

/** Default labels of `status` when the description defines no choices. */
const genericStatuses: readonly Choice[] = [
  { value: 'active', label: '활성', tone: 'good' },
  { value: 'inactive', label: '비활성', tone: 'plain' },
  { value: 'pending', label: '대기중', tone: 'warn' },
  { value: 'completed', label: '완료', tone: 'good' },
  { value: 'cancelled', label: '취소됨', tone: 'plain' },
]

const flagOptions: readonly CellOption[] = [
  { value: true, label: '예' },
  { value: false, label: '아니오' },
]

/** Kinds whose value must be one of the options. Text may have options too, as suggestions. */
export function hasFixedOptions(column: Column): boolean {
  return column.field.kind === 'enum' || column.field.kind === 'reference' || column.field.kind === 'flag'
}

/**
 * Whether the search box searches this column: a searched field or the name of a referenced record.
 */
export function isSearched({ key, field }: Column): boolean {
  return field.searched === true || field.kind === 'reference' || (key.includes('.') && field.kind === 'text')
}

const defaultWidths: Record<FieldKind, number> = {
  text: 140,
  won: 120,
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
