import { titleDescription } from '#contract/books/master-data.ts'
import type { Field } from '#contract/books/field.ts'
import type { SourceRow } from '#contract/row-source.ts'
import { momentEntryText } from '#domain/moment-entry.ts'
import { fieldColumn, sheetRow, type SheetCell, type SourcedColumn } from '#domain/record-sheet.ts'
import { belongingNames, type BelongingNames, type MasterLists } from './belonging-names.ts'

/** The titles as a sheet, in the columns of the screen (spec 3 §2 "Title screen"). */
export function titleSheet(lists: MasterLists) {
  const columns = sheetColumns(lists)
  return {
    name: '목록',
    columns,
    rowOf: (row: SourceRow): SheetCell[] => sheetRow(columns, row),
    /** The last row says how many titles there are: nothing in them can be added up. */
    total: () => countRow(columns.length),
  }
}

function sheetColumns(lists: MasterLists): readonly SourcedColumn<SourceRow>[] {
  const far = (header: string, name: keyof BelongingNames): SourcedColumn<SourceRow> => ({
    header,
    kind: 'text',
    width: 18,
    cell: ({ record }) => belongingNames(record, lists)[name],
  })
  const instant = (header: string, key: 'inserted_at' | 'updated_at'): SourcedColumn<SourceRow> => ({
    header,
    kind: 'text',
    width: 17,
    cell: ({ record }) => momentEntryText(record[key]),
  })
  return [
    described('name'),
    far('프로젝트', 'project_name'),
    far('관리자', 'manager_name'),
    far('부서', 'department_name'),
    far('회사', 'company_name'),
    described('status'),
    { ...described('progress_percentage'), cell: ({ record }) => percentText(record['progress_percentage']) },
    described('description'),
    instant('등록일', 'inserted_at'),
    instant('수정일', 'updated_at'),
  ]
}

function described(key: string): SourcedColumn<SourceRow> {
  const field = (titleDescription.fields as readonly Field[]).find((each) => each.key === key)
  if (!field) throw new Error(`titles have no field ${key}`)
  return fieldColumn(field, ({ record }) => textOf(record[key]))
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

function percentText(value: unknown): string | null {
  return typeof value === 'number' ? `${value}%` : null
}

function countRow(width: number) {
  const counted = { rows: 0 }
  return {
    add(): void {
      counted.rows += 1
    },
    row: (): SheetCell[] => [`총 ${counted.rows.toLocaleString('ko-KR')}건`, ...Array<null>(width - 1).fill(null)],
  }
}
