import { allColumnsOf } from '#app/ui/data-table/columns/columns.ts'
import type { Column, ColumnOverride } from '#app/ui/data-table/data-table-props.ts'
import type { MasterCollection } from '#contract/master-data.ts'
import type { AnyRecord, Field } from '#contract/books/field.ts'
import type { SourceRow } from '#contract/row-source.ts'
import { officeInstant } from './office-instant.ts'
import { belongingNames, nameOf, type BelongingNames } from './belonging-names.ts'
import type { MasterKind } from './master-kinds.ts'
import type { MasterLists } from './master-lists.ts'

/**
 * The columns of a master-data screen in the order of spec 3 §2; nothing is edited in the table, because a change of one field may ask for another (a manager's
 * company and department). Names come from the lists, so another object whenever they change.
 */
export function masterColumns({ collection, description }: MasterKind, lists: MasterLists): readonly Column[] {
  const described = allColumnsOf(description, overridesOf(lists)).map(readOnly)
  const all = new Map([...described, ...addedColumns(lists)].map((each) => [each.key, each]))
  return orders[collection].flatMap((key) => all.get(key) ?? [])
}

/** The same as the detail panel has them: there the described fields are edited. */
export function detailColumns({ description }: MasterKind, lists: MasterLists): readonly Column[] {
  return [...allColumnsOf(description, overridesOf(lists)), ...addedColumns(lists)]
}

/** Keys in the order of the screen; those described as not shown come last and stay hidden until asked for. */
const orders: Record<MasterCollection, readonly string[]> = {
  companies: ['name', 'address', 'description', 'img'],
  departments: ['company', 'name', 'description'],
  managers: ['company', 'department', 'name', 'position', 'tel', 'email', 'description'],
  projects: [
    'name',
    'manager',
    'manager.department',
    'manager.company',
    'status',
    'progress_percentage',
    'start_date',
    'end_date',
    'description',
  ],
  titles: [
    'name',
    'project',
    'project.manager',
    'department_name',
    'company_name',
    'status',
    'progress_percentage',
    'description',
    'inserted_at',
    'updated_at',
  ],
}

/** A name three steps away is told by the lists only: no query can ask for it. */
export function isFilterable({ key }: Column): boolean {
  return key !== 'department_name' && key !== 'company_name'
}

function overridesOf(lists: MasterLists): Readonly<Record<string, ColumnOverride>> {
  return {
    company: named(lists.companies),
    department: named(lists.departments),
    manager: named(lists.managers),
    project: named(lists.projects),
    progress_percentage: { isShare: true, align: 'start' },
    img: { isPicture: true, format: (row) => (row.record['img'] ? `${nameOf(row.record)} 로고` : ''), sortField: null },
  }
}

/** Says a reference by its name, also where the record itself is two steps away. */
function named(records: readonly AnyRecord[]): ColumnOverride {
  return { options: () => records.map((record) => ({ value: record.id, label: nameOf(record) })) }
}

function addedColumns(lists: MasterLists): readonly Column[] {
  const far = (key: string, label: string, name: keyof BelongingNames) =>
    column(
      { key, label, kind: 'text', group: 'basic', editable: false },
      { format: (row) => belongingNames(row.record, lists)[name] },
    )
  return [
    { ...far('manager.department', '부서', 'department_name'), ...named(lists.departments) },
    { ...far('manager.company', '회사', 'company_name'), ...named(lists.companies) },
    { ...far('project.manager', '관리자', 'manager_name'), ...named(lists.managers) },
    far('department_name', '부서', 'department_name'),
    far('company_name', '회사', 'company_name'),
    instant('inserted_at', '등록일'),
    instant('updated_at', '수정일'),
  ]
}

function instant(key: string, label: string): Column {
  return column(
    { key, label, kind: 'datetime', group: 'date', editable: false },
    { format: (row) => officeInstant(row.record[key]), sortField: key, align: 'center', width: 140 },
  )
}

function column(field: Field, more: ColumnOverride & { format: (row: SourceRow) => string }): Column {
  const { key, label } = field
  return { key, label, field, width: 140, isPinned: false, isEditable: false, align: 'start', sortField: null, ...more }
}

function readOnly(given: Column): Column {
  return { ...given, isEditable: false }
}
