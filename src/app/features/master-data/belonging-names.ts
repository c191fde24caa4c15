import type { MasterCollection } from '#contract/deposit-cases/master-data.ts'
import type { AnyRecord, FieldValue } from '#contract/books/field.ts'
import type { CompleteLists } from '#app/records/copy/use-complete-lists.ts'

/** The complete master lists on this device, so that names two steps away need no query. */
export type MasterLists = CompleteLists<MasterCollection>

/**
 * Names along company → department → manager → project for a master record; empty if a record is
 * not on this device.
 */
export interface BelongingNames {
  readonly project_name: string
  readonly manager_name: string
  readonly department_name: string
  readonly company_name: string
}

/**
 * Names for any master record; those of a project come through its manager, those of a title
 * through its project.
 */
export function belongingNames(record: AnyRecord, lists: MasterLists): BelongingNames {
  const project = found(lists, 'projects', record['project'])
  const manager = found(lists, 'managers', project?.['manager'] ?? record['manager'])
  const department = found(lists, 'departments', manager?.['department'] ?? record['department'])
  const company = found(lists, 'companies', manager?.['company'] ?? record['company'])
  return {
    project_name: nameOf(project),
    manager_name: nameOf(manager),
    department_name: nameOf(department),
    company_name: nameOf(company),
  }
}

/** Text that distinguishes namesakes. */
export function belongingNote(record: AnyRecord, lists: MasterLists): string {
  const { company_name, department_name } = belongingNames(record, lists)
  return [company_name, department_name].filter((name) => name !== '').join(' · ')
}

export function nameOf(record: AnyRecord | undefined): string {
  const name = record?.['name']
  return typeof name === 'string' ? name : ''
}

function found(lists: MasterLists, collection: MasterCollection, id: FieldValue | undefined): AnyRecord | undefined {
  return id == null ? undefined : lists[collection].find((record) => record.id === id)
}
