import { readDraft, type RecordDraft } from '#app/records/form/record-draft.ts'
import type { CellOption } from '#app/ui/data-table/data-table-props.ts'
import type { EntryLineDraft } from '#app/ui/data-table/editing/edit-action.ts'
import { depositCaseBook } from '#contract/books/deposit-cases.ts'
import type { AnyRecord, Field } from '#contract/books/field.ts'
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
  const known = findManager(project.trim(), masterData)
  return known === '' ? draft : { ...draft, business_manager: known }
}

function findManagerName(project: AnyRecord, { managers }: ProjectMasterData): string {
  const manager = managers.find(({ id }) => id === project['manager'])
  return manager ? readName(manager) : ''
}

function readName(record: AnyRecord): string {
  const name = record['name']
  return typeof name === 'string' ? name : ''
}

/** Fields of 사건 추가, in order: what is known when a case arrives. The rest is filled in later. */
const addedKeys: readonly string[] = [
  'business_section',
  'business_manager',
  'owner_name',
  'purpose',
  'address',
  'request_number',
  'receipted_at',
  'created_at',
  'expropriated_at',
  'fees',
  'fees_vat',
  'proof',
  'tax',
  'stamp',
  'regi_office',
  'status',
  'notes',
]

const described: readonly Field[] = depositCaseBook.fields
export const addedFields: readonly Field[] = addedKeys.flatMap(
  (key) => described.find((field) => field.key === key) ?? [],
)

/** A new case: received today, not registered yet. The tax of an empty fee is 0. */
export function emptyCase(today: string): RecordDraft {
  return {
    ...Object.fromEntries(addedFields.map(({ key }) => [key, ''])),
    receipted_at: today,
    status: 'pending',
    fees_vat: '0',
  }
}

/** Values of a new case with empty texts as null, or errors by field. */
export function readCase(draft: RecordDraft, today: string): ReturnType<typeof readDraft> {
  return readDraft(addedFields, draft, { today })
}
