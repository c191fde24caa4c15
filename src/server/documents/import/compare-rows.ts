import type { AnyRecord, Field, FieldValue } from '#contract/books/field.ts'
import { maskResidentNumbers } from '#contract/person-numbers/resident-number.ts'
import type { FieldConflict } from '#contract/problem.ts'
import type { ImportReport } from '#contract/records/excel-import.ts'
import { formatOfficeClock } from '#domain/dates/office-date.ts'
import { formatWon } from '#domain/money/won.ts'
import { flagLabels } from '#domain/sheets/record-sheet.ts'
import type { WritableBook } from '#server/writes/writable-book.ts'
import type { RecordUpdate } from '#server/writes/write-pipeline-types.ts'
import type { ImportError, KnownRow } from './sheet-row.ts'

type Difference = ImportReport['differences'][number]

/** Result of comparing rows of our own sheets with their records. */
interface RowComparison {
  /** The changes to write, record by record. */
  readonly updates: readonly RecordUpdate[]
  readonly differences: readonly Difference[]
  /** Rows without changes to write. */
  readonly same: number
  readonly errors: readonly ImportError[]
}

/**
 * Every changed cell with the values before and after, including derived fields. A cell another
 * person changed too is reported but not written.
 */
export function compareRows(book: WritableBook, knownRows: readonly KnownRow[]): RowComparison {
  const rows = knownRows.map((row) => compareRow(book, row))
  return {
    updates: rows.flatMap(({ update }) => update ?? []),
    differences: rows.flatMap(({ differences }) => differences),
    same: rows.filter(({ update, differences, errors }) => !update && differences.length + errors.length === 0).length,
    errors: rows.flatMap(({ errors }) => errors),
  }
}

function compareRow(book: WritableBook, knownRow: KnownRow) {
  const { row, exported, fields } = knownRow
  const { current } = exported.state
  const { changes, conflicts } = exported.state.merge(fields)
  const after = { ...current, ...changes }
  const violation = Object.entries(book.rules.violations?.({ before: current, after }) ?? {})[0]
  const isChanged = Object.keys(changes).length > 0
  if (isChanged && violation) {
    const [field, message] = violation
    return { update: null, differences: [], errors: [{ row, field, value: knownRow.texts[field] ?? '', message }] }
  }
  return {
    update: isChanged ? { id: exported.id, baseVersion: exported.baseVersion, fields } : null,
    differences: listDifferences(book, { knownRow, changes, conflicts }),
    errors: [],
  }
}

function listDifferences(
  book: WritableBook,
  {
    knownRow,
    changes,
    conflicts,
  }: { knownRow: KnownRow; changes: Readonly<Record<string, unknown>>; conflicts: readonly FieldConflict[] },
): Difference[] {
  const { row, exported, texts, fields: supplied } = knownRow
  const { current } = exported.state
  const head = { row, id: exported.id, caption: formatCaption(book, knownRow) }
  const conflictByField = new Map(conflicts.map((conflict) => [conflict.field, conflict]))
  return book.fields.flatMap((field: Field): Difference[] => {
    const { key, label } = field
    const conflict = conflictByField.get(key)
    // Skips a tax that only follows from the disputed fee: nobody entered it.
    if (!(key in changes) && !(conflict && key in supplied)) return []
    const formatSide = (record: AnyRecord, side: 'base' | 'current') =>
      exported.names[side][key] ?? formatSheetValue(field, record[key])
    const wantedValue = key in changes ? changes[key] : supplied[key]
    return [
      {
        ...head,
        field: key,
        label,
        before: conflict ? formatSide(exported.state.base, 'base') : formatSide(current, 'current'),
        after:
          field.kind === 'reference'
            ? (texts[key] ?? '')
            : formatSheetValue(field, (wantedValue ?? null) as FieldValue),
        theirs: conflict ? { text: formatSide(current, 'current'), by: conflict.changed_by } : null,
      },
    ]
  })
}

function formatCaption({ rules }: WritableBook, { exported: { state, names } }: KnownRow): string {
  const { current } = state
  const joined = Object.fromEntries(
    Object.entries(names.current).map(([key, name]) => [key, { ...current, id: String(current[key]), name }]),
  )
  return rules.captionOf(current, joined)
}

/** A value as a sheet shows it, amounts with thousands separators. */
export function formatSheetValue(field: Field, value: FieldValue | undefined): string {
  return maskResidentNumbers(formatWholeValue(field, value)).slice(0, 200)
}

/** HAZARD: not for stored reports: resident numbers are not masked. */
export function formatWholeValue({ kind, choices = [] }: Field, value: FieldValue | undefined): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? flagLabels.yes : flagLabels.no
  if (typeof value === 'number') return kind === 'won' ? formatWon(value) : String(value)
  if (kind === 'datetime') return formatOfficeClock(value)
  return choices.find((choice) => choice.value === value)?.label ?? value
}
