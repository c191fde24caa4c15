import { titleExportFileNames } from '#contract/master-data.ts'
import { titleDescription, type TitleRecord } from '#contract/books/master-data.ts'
import type { Field } from '#contract/books/field.ts'
import { fieldColumn, sheetRow, type SourcedColumn } from '#domain/record-sheet.ts'
import type { ServedSheet } from '../books/served-book.ts'

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

/** The titles 목록 as the screen takes them out (spec 3 §2 "Title screen"). */
export const titleSheet: ServedSheet = {
  name: '목록',
  columns,
  isJoined: true,
  rowsBy: () => Promise.resolve((title: Title) => sheetRow(columns, title)),
  fileNames: titleExportFileNames,
}
