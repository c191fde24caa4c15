import type { AnyRecord } from '#contract/books/field.ts'
import { compareKorean } from '#domain/text/collate.ts'
import type { CellOption } from '#app/ui/data-table/data-table-props.ts'
import type { EntryDraft } from '#app/ui/data-table/editing/edit-action.ts'

/** Master data for choosing a case's section and manager. */
export interface SectionMasters {
  readonly projects: readonly AnyRecord[]
  readonly managers: readonly AnyRecord[]
}

/** Section names with their managers. The case stores the name as free text. */
export function sectionOptions(masters: SectionMasters): readonly CellOption[] {
  return masters.projects
    .map((project) => {
      const manager = managerOf(project, masters)
      return { value: nameOf(project), label: nameOf(project), ...(manager === '' ? {} : { note: manager }) }
    })
    .filter(({ value }) => value !== '')
    .toSorted((a, b) => compareKorean(a.label, b.label))
}

/** Manager of the section with this name; empty if the master data does not have it. */
export function managerOfSection(section: string, masters: SectionMasters): string {
  const project = masters.projects.find((each) => nameOf(each) === section)
  return project ? managerOf(project, masters) : ''
}

/** Fills an empty 담당자 with the manager of the chosen section; a typed one is kept. */
export function withSectionManager(draft: EntryDraft, masters: SectionMasters): EntryDraft {
  const { business_section: section, business_manager: manager } = draft
  if (typeof section !== 'string' || (manager != null && manager !== '')) return draft
  const known = managerOfSection(section.trim(), masters)
  return known === '' ? draft : { ...draft, business_manager: known }
}

function managerOf(project: AnyRecord, { managers }: SectionMasters): string {
  const manager = managers.find(({ id }) => id === project['manager'])
  return manager ? nameOf(manager) : ''
}

function nameOf(record: AnyRecord): string {
  const name = record['name']
  return typeof name === 'string' ? name : ''
}
