import type { CompleteLists } from '#app/records/offline-copy/use-complete-lists.ts'
import type { AnyRecord, FieldValue } from '#contract/books/field.ts'
import type { proposeAddressees } from '#domain/deposit-cases/letter-addressees.ts'

type ClientLists = CompleteLists<'projects' | 'managers' | 'departments' | 'companies'>

/** The client of a project: the 관리자 of the newest project with that name. */
export function findLetterClient(projectName: string, lists: ClientLists): Parameters<typeof proposeAddressees>[1] {
  const [project] = lists.projects
    .filter(({ name }) => name === projectName)
    .toSorted((a, b) => b.inserted_at.localeCompare(a.inserted_at))
  const manager = findRecord(lists.managers, project?.['manager'])
  const department = findRecord(lists.departments, manager?.['department'])
  const company = findRecord(lists.companies, manager?.['company'])
  if (!manager || !department || !company) return undefined
  return {
    manager: readText(manager['name']),
    department: readText(department['name']),
    company: readText(company['name']),
  }
}

function findRecord(list: readonly AnyRecord[], id: FieldValue | undefined): AnyRecord | undefined {
  return id == null ? undefined : list.find((record) => record.id === id)
}

export function readText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
