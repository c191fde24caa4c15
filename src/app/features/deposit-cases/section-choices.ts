import type { AnyRecord } from '#contract/books/field.ts'
import { compareKorean } from '#domain/collate.ts'
import type { CellOption } from '#app/ui/data-table/data-table-props.ts'
import type { EntryDraft } from '#app/ui/data-table/editing/edit-action.ts'

/** The master data that a case's section and manager are chosen from. */
export interface SectionMasters {
  readonly projects: readonly AnyRecord[]
  readonly managers: readonly AnyRecord[]
}

/** Names of the master data's sections, each with its manager beside it; a case keeps the name as free text, as the office's records do. */
export function sectionOptions(masters: SectionMasters): readonly CellOption[] {
  return masters.projects
    .map((project) => {
      const manager = managerOf(project, masters)
      return { value: nameOf(project), label: nameOf(project), ...(manager === '' ? {} : { note: manager }) }
    })
    .filter(({ value }) => value !== '')
    .toSorted((a, b) => compareKorean(a.label, b.label))
}

/** The name of the manager of the section so named; empty when the master data does not know it. */
export function managerOfSection(section: string, masters: SectionMasters): string {
  const project = masters.projects.find((each) => nameOf(each) === section)
  return project ? managerOf(project, masters) : ''
}

/** A draft whose section has just been chosen: an empty 담당자 is filled with the section's manager, a typed one stays. */
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
