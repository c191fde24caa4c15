import type { CellOption } from '#app/ui/data-table/data-table-props.ts'
import type { EntryLineDraft } from '#app/ui/data-table/editing/edit-action.ts'
import type { AnyRecord } from '#contract/books/field.ts'
import { compareKorean } from '#domain/text/search-text.ts'

/** Master data for choosing a case's project and manager. */
export interface ProjectMasterData {
  readonly projects: readonly AnyRecord[]
  readonly managers: readonly AnyRecord[]
}

/** Project names with their managers. The case stores the name as free text. */
export function listProjectOptions(masterData: ProjectMasterData): readonly CellOption[] {
  return masterData.projects
    .map((project) => {
      const manager = findManagerName(project, masterData)
      return { value: readName(project), label: readName(project), ...(manager === '' ? {} : { note: manager }) }
    })
    .filter(({ value }) => value !== '')
    .toSorted((a, b) => compareKorean(a.label, b.label))
}

/** Manager of the project with this name; empty if the master data does not have it. */
export function findManager(projectName: string, masterData: ProjectMasterData): string {
  const project = masterData.projects.find((candidate) => readName(candidate) === projectName)
  return project ? findManagerName(project, masterData) : ''
}

/** Fills an empty 담당자 with the manager of the chosen project; a typed one is kept. */
export function withProjectManager(draft: EntryLineDraft, masterData: ProjectMasterData): EntryLineDraft {
  const { business_section: project, business_manager: manager } = draft
  if (typeof project !== 'string' || (manager != null && manager !== '')) return draft
  const registeredManager = findManager(project.trim(), masterData)
  return registeredManager === '' ? draft : { ...draft, business_manager: registeredManager }
}

function findManagerName(project: AnyRecord, { managers }: ProjectMasterData): string {
  const manager = managers.find(({ id }) => id === project['manager'])
  return manager ? readName(manager) : ''
}

function readName(record: AnyRecord): string {
  const name = record['name']
  return typeof name === 'string' ? name : ''
}
