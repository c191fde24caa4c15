import { bookOf, referencesOf } from '#contract/books/collections.ts'
import type { MasterCollection } from '#contract/deposit-cases/master-data.ts'
import type { AnyRecord } from '#contract/books/field.ts'
import { formatMoment } from '#domain/dates/office-moment.ts'
import { allColumnsOf } from '#app/ui/data-table/columns/table-columns.ts'
import type { Column, ColumnOverride } from '#app/ui/data-table/data-table-props.ts'
import { belongingNames, belongingNote, nameOf, type BelongingNames, type MasterLists } from './belonging-names.ts'

/**
 * Columns of a master-data screen: the described ones, with the names further up the chain between
 * them. Returns a new object whenever the lists, which hold the names, change.
 */
export function masterColumns(collection: MasterCollection, lists: MasterLists): readonly Column[] {
  const references = referencesOf(collection).map(({ key, to }) => [key, { options: options(lists, to) }] as const)
  const overrides: Readonly<Record<string, ColumnOverride>> = {
    ...Object.fromEntries(references),
    ...(collection === 'companies' && {
      img: {
        isPicture: true,
        format: (row) => (row.record['img'] ? `${nameOf(row.record)} 로고` : ''),
        sortField: null,
      },
    }),
    ...((collection === 'projects' || collection === 'titles') && {
      progress_percentage: { isShare: true, align: 'start' },
    }),
    ...addedColumns(lists)[collection],
  }
  return allColumnsOf(bookOf(collection), overrides)
}

/** Shows references by name, even if the record is two steps away. */
function options(lists: MasterLists, to: string): NonNullable<Column['options']> {
  const records: Readonly<Record<string, readonly AnyRecord[]>> = lists
  return () =>
    (records[to] ?? []).map((record) => {
      const note = belongingNote(record, lists)
      return { value: record.id, label: nameOf(record), ...(note !== '' && { note }) }
    })
}

function addedColumns(lists: MasterLists): Partial<Record<MasterCollection, Record<string, ColumnOverride>>> {
  const indirectColumn = (label: string, after: string, name: keyof BelongingNames): ColumnOverride => ({
    label,
    after,
    sortField: null,
    field: { group: 'basic' },
    format: (row) => belongingNames(row.record, lists)[name],
  })
  return {
    projects: {
      'manager.department': {
        ...indirectColumn('부서', 'manager', 'department_name'),
        options: options(lists, 'departments'),
      },
      'manager.company': {
        ...indirectColumn('회사', 'manager.department', 'company_name'),
        options: options(lists, 'companies'),
      },
    },
    titles: {
      'project.manager': {
        ...indirectColumn('관리자', 'project', 'manager_name'),
        options: options(lists, 'managers'),
      },
      department_name: indirectColumn('부서', 'project.manager', 'department_name'),
      company_name: indirectColumn('회사', 'department_name', 'company_name'),
      inserted_at: instant('inserted_at', '등록일'),
      updated_at: instant('updated_at', '수정일'),
    },
  }
}

/** Empty for an unsent record. */
function instant(key: string, label: string): ColumnOverride {
  return {
    label,
    align: 'center',
    field: { kind: 'datetime', group: 'date' },
    format: (row) => formatMoment(String(row.record[key] ?? '')),
  }
}
