import { titleDescription } from '#contract/books/master-data.ts'
import type { AnyRecord, Field } from '#contract/books/field.ts'
import { momentEntryText } from '../dates/moment-entry.ts'
import { describeSheet, fieldColumn, type SheetCell, type SourcedColumn } from './record-sheet.ts'
import { markColumns } from './sheet-mark.ts'

/** A title with the names of what it belongs to. */
export interface NamedTitle {
  readonly title: AnyRecord
  readonly names: Readonly<Record<'project_name' | 'manager_name' | 'department_name' | 'company_name', string>>
}

const columns: readonly SourcedColumn<NamedTitle>[] = [
  described('name'),
  named('프로젝트', 'project_name'),
  named('관리자', 'manager_name'),
  named('부서', 'department_name'),
  named('회사', 'company_name'),
  described('status'),
  { ...described('progress_percentage'), header: '진행률(%)' },
  described('description'),
  instant('등록일', 'inserted_at'),
  instant('수정일', 'updated_at'),
  ...markColumns<NamedTitle>(({ title }) => title),
]

/** The titles 목록 as a sheet with the screen's columns, identical from server and device. */
export const titleSheet = {
  ...describeSheet('목록', columns),
  /** The last row is the number of titles, because nothing in them adds up. */
  total: () => {
    let rows = 0
    return {
      add(): void {
        rows += 1
      },
      row: (): SheetCell[] => [`총 ${rows.toLocaleString('ko-KR')}건`, ...Array<null>(columns.length - 1).fill(null)],
    }
  },
}

function described(key: string): SourcedColumn<NamedTitle> {
  const field = (titleDescription.fields as readonly Field[]).find((each) => each.key === key)
  if (!field) throw new Error(`titles have no field ${key}`)
  return fieldColumn(field, ({ title }) => title[key] ?? null)
}

function named(header: string, name: keyof NamedTitle['names']): SourcedColumn<NamedTitle> {
  return { header, kind: 'text', width: 18, cell: ({ names }) => names[name] }
}

function instant(header: string, key: 'inserted_at' | 'updated_at'): SourcedColumn<NamedTitle> {
  return { header, kind: 'text', width: 17, cell: ({ title }) => momentEntryText(title[key]) }
}
