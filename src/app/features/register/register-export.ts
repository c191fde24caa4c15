import type { ExportRequest } from '#app/records/excel/export-records.ts'
import type { ScreenState } from '#app/records/screen/use-screen-state.ts'
import { getOfficeToday } from '#app/ui/office/office-today.ts'
import { type RegisterEntry, registerEntryBook } from '#contract/books/register-entries.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { formatClients } from '#domain/register/register-entry.ts'
import { createFieldColumn, describeSheet, type SourcedColumn } from '#domain/sheets/record-sheet.ts'

function createColumn(key: (typeof registerEntryBook)['fields'][number]['key']): SourcedColumn<SourceRow> {
  const field = registerEntryBook.fields.find((candidate) => candidate.key === key)
  if (!field) throw new Error(`register-entries has no field ${key}`)
  return createFieldColumn<SourceRow>(field, ({ record }) => record[key] ?? null)
}

/** The columns of the form (법무사규칙 제35조) and 기재일, in its order. */
const columns: readonly SourcedColumn<SourceRow>[] = [
  createColumn('year'),
  createColumn('serial'),
  createColumn('entered_on'),
  createColumn('mandated_on'),
  createColumn('matter'),
  createColumn('fee'),
  { ...createColumn('client'), cell: ({ record }) => formatClients(record as unknown as RegisterEntry) },
  createColumn('client_address'),
  createColumn('verification'),
  createColumn('closed_on'),
  { ...createColumn('is_cancelled'), cell: ({ record }) => (record['is_cancelled'] === true ? '취소' : null) },
  createColumn('remark'),
]

/** The listed entries as a sheet. */
export function createRegisterExport({ query }: Pick<ScreenState, 'query'>): ExportRequest {
  return {
    collection: registerEntryBook.name,
    query,
    fileName: `${registerEntryBook.label}_${getOfficeToday()}.xlsx`,
    fromServer: null,
    sheet: describeSheet(registerEntryBook.label, columns),
  }
}
