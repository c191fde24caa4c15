import { masterListQuerySchema, titleExportFileNames } from '#contract/master-data.ts'
import { titleDescription, type TitleRecord } from '#contract/books/master-data.ts'
import type { Field } from '#contract/books/field.ts'
import { fieldColumn, sheetRow, type SourcedColumn } from '#domain/record-sheet.ts'
import type { Database } from '../db/client.ts'
import { isOrderable } from '../db/lists/list-description.ts'
import { readWholeList } from '../db/lists/read-list.ts'
import type { ExcelExport } from '../documents/export/excel-export.ts'
import { bookLayout } from '../documents/export/write-book.ts'
import type { SheetChunk } from '../documents/xlsx/sheet.ts'
import { takeTurn } from '../documents/worker-turns.ts'
import { writeSheet } from '../documents/xlsx/write-sheet.ts'
import { titleCollection } from './collections.ts'
import { masterListOf, type MasterFilters } from './list-records.ts'
import { requireMasterDataAccess } from './policy.ts'

const titleList = masterListOf(titleCollection)
const listQuery = masterListQuerySchema.omit({ page: true, page_size: true })
const query = listQuery.extend({
  ordering: listQuery.shape.ordering.refine((given) => isOrderable(titleList, given), '정렬할 수 없는 항목입니다.'),
})

/** `GET /api/deposition/title/export_excel` (spec 3 §2 "Title screen"): the titles that pass the filters, in their order. */
export const titleExport: ExcelExport<typeof query> = {
  path: '/api/deposition/title/export_excel',
  tag: '목록',
  collection: 'titles',
  query,
  policy: requireMasterDataAccess,
  fileNames: titleExportFileNames,
  write: (db, filters) => writeSheet(bookLayout('목록', columns), readTitles(db, filters)),
}

type Title = TitleRecord & Record<'project_name' | 'manager_name' | 'department_name' | 'company_name', string>

const columns: readonly SourcedColumn<Title>[] = [
  ofField('name'),
  named('프로젝트', 'project_name'),
  named('관리자', 'manager_name'),
  named('부서', 'department_name'),
  named('회사', 'company_name'),
  ofField('status'),
  // Not added up, only shown as a number.
  { header: '진행률(%)', kind: 'won', width: 10, cell: ({ progress_percentage }) => progress_percentage },
  ofField('description'),
]

function ofField(key: 'name' | 'status' | 'description'): SourcedColumn<Title> {
  const field: Field | undefined = titleDescription.fields.find((candidate) => candidate.key === key)
  if (!field) throw new Error(`titles have no field ${key}`)
  return fieldColumn(field, (title) => title[key])
}

function named(header: string, key: Exclude<keyof Title, keyof TitleRecord>): SourcedColumn<Title> {
  return { header, kind: 'text', width: 20, cell: (title) => title[key] }
}

/** Few enough to be read at once. */
async function* readTitles(db: Database, filters: MasterFilters): AsyncGenerator<SheetChunk> {
  const endTurn = await takeTurn('write')
  try {
    const titles = (await readWholeList(db, titleList, filters)) as unknown as Title[]
    yield { rows: titles.map((title) => sheetRow(columns, title)) }
  } finally {
    endTurn()
  }
}
