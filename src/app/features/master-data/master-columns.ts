import { josa } from 'es-hangul'
import type { CompleteLists } from '#app/records/offline-copy/use-complete-lists.ts'
import { buildAllColumns } from '#app/ui/data-table/columns/table-columns.ts'
import type { Column, ColumnOverride } from '#app/ui/data-table/data-table-props.ts'
import { getBook } from '#contract/books/collections.ts'
import type { AnyRecord, Field, FieldValue } from '#contract/books/field.ts'
import { listReferences } from '#contract/books/references.ts'
import type { MasterCollection } from '#contract/master-data/master-data.ts'
import { formatMoment } from '#domain/dates/office-moment.ts'

/**
 * Columns of a master-data screen, including names of records two or more steps away. Returns a new
 * object whenever the lists change, because they hold these names.
 */
export function buildMasterColumns(collection: MasterCollection, lists: MasterLists): readonly Column[] {
  const references = listReferences(collection).map(
    ({ key, to }) => [key, { options: referenceOptions(lists, to) }] as const,
  )
  const overrides: Readonly<Record<string, ColumnOverride>> = {
    ...Object.fromEntries(references),
    ...(collection === 'companies' && {
      img: {
        isPicture: true,
        format: (row) => (row.record['img'] ? `${readRecordName(row.record)} 로고` : ''),
        sortField: null,
      },
    }),
    ...((collection === 'projects' || collection === 'titles') && {
      progress_percentage: { isShare: true, align: 'start' },
    }),
    ...buildExtraColumns(lists)[collection],
  }
  return buildAllColumns(getBook(collection), overrides)
}

/** Shows references by name, even if the record is two steps away. */
function referenceOptions(lists: MasterLists, to: string): NonNullable<Column['options']> {
  const records: Readonly<Record<string, readonly AnyRecord[]>> = lists
  return () =>
    (records[to] ?? []).map((record) => {
      const note = formatAffiliation(record, lists)
      return { value: record.id, label: readRecordName(record), ...(note !== '' && { note }) }
    })
}

function buildExtraColumns(lists: MasterLists): Partial<Record<MasterCollection, Record<string, ColumnOverride>>> {
  const indirectColumn = (label: string, after: string, name: keyof AffiliationNames): ColumnOverride => ({
    label,
    after,
    sortField: null,
    field: { group: 'basic' },
    format: (row) => findAffiliationNames(row.record, lists)[name],
  })
  return {
    projects: {
      'manager.department': {
        ...indirectColumn('부서', 'manager', 'department_name'),
        options: referenceOptions(lists, 'departments'),
      },
      'manager.company': {
        ...indirectColumn('회사', 'manager.department', 'company_name'),
        options: referenceOptions(lists, 'companies'),
      },
    },
    titles: {
      'project.manager': {
        ...indirectColumn('관리자', 'project', 'manager_name'),
        options: referenceOptions(lists, 'managers'),
      },
      department_name: indirectColumn('부서', 'project.manager', 'department_name'),
      company_name: indirectColumn('회사', 'department_name', 'company_name'),
      inserted_at: momentColumn('inserted_at', '등록일'),
      updated_at: momentColumn('updated_at', '수정일'),
    },
  }
}

/** Empty for an unsent record. */
function momentColumn(key: string, label: string): ColumnOverride {
  return {
    label,
    align: 'center',
    field: { kind: 'datetime', group: 'date' },
    format: (row) => formatMoment(String(row.record[key] ?? '')),
  }
}

/** The complete master lists on this device, so that names two steps away need no query. */
export type MasterLists = CompleteLists<MasterCollection>

/**
 * Names along company → department → manager → project for a master record; empty if a record is
 * not on this device.
 */
interface AffiliationNames {
  readonly project_name: string
  readonly manager_name: string
  readonly department_name: string
  readonly company_name: string
}

/**
 * Names for any master record; those of a project come through its manager, those of a title
 * through its project.
 */
export function findAffiliationNames(record: AnyRecord, lists: MasterLists): AffiliationNames {
  const project = findById(lists, 'projects', record['project'])
  const manager = findById(lists, 'managers', project?.['manager'] ?? record['manager'])
  const department = findById(lists, 'departments', manager?.['department'] ?? record['department'])
  const company = findById(lists, 'companies', manager?.['company'] ?? record['company'])
  return {
    project_name: readRecordName(project),
    manager_name: readRecordName(manager),
    department_name: readRecordName(department),
    company_name: readRecordName(company),
  }
}

/** Text that distinguishes namesakes. */
export function formatAffiliation(record: AnyRecord, lists: MasterLists): string {
  const { company_name, department_name } = findAffiliationNames(record, lists)
  return [company_name, department_name].filter((name) => name !== '').join(' · ')
}

function readRecordName(record: AnyRecord | undefined): string {
  const name = record?.['name']
  return typeof name === 'string' ? name : ''
}

function findById(lists: MasterLists, collection: MasterCollection, id: FieldValue | undefined): AnyRecord | undefined {
  return id == null ? undefined : lists[collection].find((record) => record.id === id)
}

/** Message for an empty required field: `이름을 입력해주세요.`, `회사를 선택해주세요.` */
export function describeMissingField({ kind, label }: Field): string {
  return `${josa(label, '을/를')} ${kind === 'reference' || kind === 'enum' ? '선택' : '입력'}해주세요.`
}

/** Toast for a list that cannot be read. Titles use the terms of the generic table. */
export function describeLoadFailure(collection: MasterCollection): string {
  return collection === 'titles' ? '데이터 로드 중 오류가 발생했습니다.' : '목록 조회 실패'
}
