import type { FieldValue } from '#contract/books/field.ts'
import type { RowSource, SourceRow } from '#contract/records/row-source.ts'
import type { PendingCells, PendingRow } from '../data-table/pending/pending-cells-types.ts'
import { isRowLocked } from '../data-table/rows/row-state.ts'

/** One change that waits for 저장. */
export interface DraftField {
  readonly key: string
  readonly value: FieldValue
  /** The field's value and the record's version when the change began. */
  readonly old: FieldValue
  readonly version: number
  /** Typed text that is not a valid value, and the reason. */
  readonly refused?: { readonly text: string; readonly error: string }
}

/** Stores waiting changes by record, so that they survive the end of the page. */
export interface DetailDrafts {
  read(rowId: string): readonly DraftField[]
  /** Replaces the record's draft; without fields it is removed. */
  save(rowId: string, fields: readonly DraftField[]): void
}

interface DraftOptions {
  readonly source: RowSource
  readonly cells: PendingCells
  readonly rowId: string
  readonly drafts: DetailDrafts
}

/**
 * Restores the record's draft once its row is loaded, then stores every change that waits for 저장.
 * 저장 and 취소 leave nothing waiting and thus remove the draft. Returns the stop function.
 */
export function watchDraft({ source, cells, rowId, drafts }: DraftOptions): () => void {
  let isRestored = false
  function restore() {
    const row = source.rowById(rowId)
    if (isRestored || !row || isRowLocked(row)) return
    isRestored = true
    const fields = drafts.read(rowId)
    for (const field of fields) if (cells.getRow(rowId)[field.key] === undefined) deferField(cells, row, field)
    if (fields.length > 0) save()
  }
  function save() {
    if (isRestored) drafts.save(rowId, listWaiting(cells.getRow(rowId)))
  }
  restore()
  const stops = [source.subscribe(restore), source.subscribeRow(rowId, restore), cells.subscribe(rowId, save)]
  return () => stops.forEach((stop) => stop())
}

/**
 * Only the typed field is restored. If someone else changed the field meanwhile, the change keeps
 * the value its author saw, so that the panel shows both.
 */
function deferField(cells: PendingCells, row: SourceRow, { key, value, old, version, refused }: DraftField) {
  const currentText = row.record[key] ?? null
  if (!refused && value === currentText) return
  const { [key]: _current, ...joined } = row.joined
  const base = currentText === old ? row : { ...row, joined, record: { ...row.record, version, [key]: old } }
  cells.defer({ row: base, key, value, ...(refused && { refused }) })
}

function listWaiting(pending: PendingRow): readonly DraftField[] {
  return Object.entries(pending).flatMap(([key, { base, value, text, error }]) =>
    base === undefined
      ? []
      : {
          key,
          value,
          old: base.record[key] ?? null,
          version: base.record.version,
          ...(text !== null && error !== null && { refused: { text, error } }),
        },
  )
}
