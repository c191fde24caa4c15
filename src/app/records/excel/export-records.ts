import type { KyInstance } from 'ky'
import { toResult } from '#app/session/api-result.ts'
import { saveFile } from '#app/ui/browser/save-file.ts'
import type { RowSelection } from '#app/ui/data-table/data-table-props.ts'
import { isIdChecked } from '#app/ui/data-table/selection/row-checks.ts'
import { getOfficeToday } from '#app/ui/office/office-today.ts'
import type { CollectionName } from '#contract/books/collections.ts'
import type { Book, Field } from '#contract/books/field.ts'
import { listSheetWordings, type SheetWordings } from '#contract/books/wordings.ts'
import { buildGenericFileNames } from '#contract/records/generic-resource.ts'
import type { Query } from '#contract/records/query.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import type { ViewDetails } from '#contract/sync/view-reports.ts'
import { type ExportTerms, exportTermsParams } from '#contract/trail/export-reason.ts'
import {
  createFieldColumn,
  createRowIdColumns,
  describeSheet,
  maskRow,
  type Sheet,
  type SheetCell,
  type SourcedColumn,
} from '#domain/sheets/record-sheet.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import { announceExport } from '../export-reason/announce-export.ts'
import type { RecordBook } from '../record-book.ts'
import { writeOnDevice } from './write-on-device.ts'

/**
 * Export of a book. The server and this device write the same columns and totals
 * (domain/sheets).
 */
export interface ExportRequest {
  readonly collection: CollectionName
  readonly query: Query
  readonly fileName: string
  /**
   * The server's endpoint with the query as parameters; null when the server can't export this
   * query (an unsupported filter or order).
   */
  readonly fromServer: { readonly path: string; readonly params: Readonly<Record<string, string>> } | null
  readonly sheet: Sheet<SourceRow>
  /** Makes the sheet's rows from all records, with sums between them; then it has no 합계. */
  readonly arrange?: (rows: readonly SourceRow[], copy: OfflineCopy) => Promise<SheetCell[][]>
  /** The checked records, if only they are exported; they are not arranged. */
  readonly selection?: RowSelection
}

/** The same for the checked records alone, which only this device knows. */
export function exportChecked(request: ExportRequest, selection: RowSelection): ExportRequest {
  return { ...request, fromServer: null, selection }
}

/** `failed`: the reason, in Korean. */
type ExportOutcome = 'done' | 'cancelled' | { readonly failed: string }

interface ExportDeps {
  copy: OfflineCopy
  api: KyInstance
  /** The reason, and whether numbers and addresses of persons are masked. */
  exportTerms: ExportTerms
  /** Cancels; the outcome is then `cancelled`. */
  signal: AbortSignal
  /** Called with the completed share, 0…1. */
  onProgress(share: number): void
}

/**
 * Excel export of the filtered records, except those under 처리정지. Uses the server if it is
 * reachable, supports the filters and the outbox is empty, because the file must contain what the
 * user sees. Otherwise exports the rows on this device, with sheetjs-style in a worker.
 */
export async function exportRecords(deps: ExportDeps, request: ExportRequest): Promise<ExportOutcome> {
  const { connection, waiting, sending, attention } = deps.copy.getStatus()
  try {
    if (request.fromServer && connection === 'online' && waiting + sending + attention === 0) {
      const outcome = await exportFromServer(deps, request.fileName, request.fromServer)
      if (outcome !== 'unreachable') return outcome
    }
    return await exportFromDevice(deps, request)
  } catch {
    return deps.signal.aborted ? 'cancelled' : fileFailed
  }
}

async function exportFromServer(
  { api, exportTerms, signal, onProgress }: ExportDeps,
  fileName: string,
  { path, params }: NonNullable<ExportRequest['fromServer']>,
): Promise<ExportOutcome | 'unreachable'> {
  const result = await toResult(
    api
      .get(path, {
        searchParams: { ...params, ...exportTermsParams(exportTerms) },
        signal,
        timeout: 300_000,
        onDownloadProgress: ({ percent }) => onProgress(percent),
      })
      .blob(),
  )
  if (signal.aborted) return 'cancelled'
  if (!result.ok) return result.isUnreachable ? 'unreachable' : { failed: result.problem.message }
  saveFile(fileName, result.value)
  return 'done'
}

async function exportFromDevice(
  { copy, api, exportTerms, signal, onProgress }: ExportDeps,
  { collection, query, sheet, fileName, arrange, selection }: ExportRequest,
): Promise<ExportOutcome> {
  const total = sheet.total()
  const mask = (cells: SheetCell[][]) =>
    exportTerms.isMasked ? cells.map((row) => maskRow(sheet.columns, row)) : cells
  const isArranged = arrange !== undefined && selection === undefined
  const arranged: SourceRow[] = []
  let count = 0
  const file = await writeOnDevice(sheet, signal, async (write) => {
    await copy.readAll(collection, query, (rows, doneCount, totalCount) => {
      signal.throwIfAborted()
      const readable = rows.filter(
        ({ id, stopped }) => stopped === undefined && (selection === undefined || isIdChecked(selection, id)),
      )
      count += readable.length
      if (isArranged) {
        arranged.push(...readable)
      } else {
        const cells = mask(readable.map(sheet.toCells))
        for (const line of cells) total.add(line)
        write(cells)
      }
      onProgress(totalCount === 0 ? 0.5 : (doneCount / totalCount) * 0.8)
    })
    if (!isArranged) return total.row()
    write(mask(await arrange(arranged, copy)))
    return null
  })
  // The server only learns of this export from the device, so report it before the file leaves the
  // page.
  const about = buildViewDetails({ query, sheet }, { exportTerms, count })
  const outcome = await announceExport({ api, copy }, { collection, about })
  if (outcome === 'done') saveFile(fileName, file)
  return outcome === 'failed' ? fileFailed : outcome
}

const fileFailed: ExportOutcome = { failed: '파일을 만들지 못했습니다.' }

function buildViewDetails(
  { query: { filters, search }, sheet }: Pick<ExportRequest, 'query' | 'sheet'>,
  { exportTerms, count }: { exportTerms: ExportTerms; count: number },
): ViewDetails {
  return {
    rows: count,
    fields: sheet.columns.filter(({ hidden }) => !hidden).map(({ header }) => header),
    ...(search && { search }),
    ...(filters.length > 0 && { filters: JSON.stringify(filters) }),
    reason: exportTerms.reason,
    is_masked: exportTerms.isMasked,
  }
}

/**
 * Default export of a book, in the same columns as the server's (server/documents/export): every
 * field, references by name, the row ids last.
 */
export function createPlainExport({ book, query }: { book: RecordBook; query: Query }): ExportRequest {
  const { collection } = book
  const columns: readonly SourcedColumn<SourceRow>[] = [
    ...book.fields
      .filter(({ kind }) => kind !== 'secret')
      .map((field) => createFieldColumn<SourceRow>(field, (row) => readValue(row, field))),
    ...createRowIdColumns<SourceRow>(({ record }) => record),
  ]
  return {
    collection,
    query,
    fromServer: null,
    fileName: buildGenericFileNames(book, getOfficeToday()).korean,
    sheet: describeSheet(book.label, columns),
  }
}

function readValue({ record, joined }: SourceRow, { key, refers }: Field) {
  return (refers ? joined[key]?.[refers.label] : undefined) ?? record[key] ?? null
}

/** Texts for a finished or failed export or import of this book. */
export function getSheetWordings({ sheetWordings = listSheetWordings }: Pick<Book, 'sheetWordings'>): SheetWordings {
  return sheetWordings
}

export function formatExportFailed({ exportFailed }: SheetWordings, reason: string): string {
  return exportFailed.replace('{reason}', () => reason)
}
