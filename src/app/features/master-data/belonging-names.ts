import type { MasterCollection } from '#contract/master-data.ts'
import type { AnyRecord, FieldValue } from '#contract/books/field.ts'
import type { WholeLists } from '#app/records/copy/use-whole-lists.ts'

/** The master lists on this device, each by name; names two steps away need no question. */
export type MasterLists = WholeLists<MasterCollection>

/** Names along company → department → manager → project that a master record belongs to (spec 3 §3); empty where one is not on this device. */
export interface BelongingNames {
  readonly project_name: string
  readonly manager_name: string
  readonly department_name: string
  readonly company_name: string
}

/** The names of any master record; a project is asked by its manager, a title by its project. */
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

/** Namesakes are told apart by where they belong. */
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
