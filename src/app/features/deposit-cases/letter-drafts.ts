import type { CompleteLists } from '#app/records/offline-copy/use-complete-lists.ts'
import type { AnyRecord, FieldValue } from '#contract/books/field.ts'
import type { OfficialLetter, SavedLetter } from '#contract/deposit-cases/deposit-cases.ts'
import { findResidentNumberError } from '#contract/person-numbers/resident-number.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import type { proposeAddressees } from '#domain/deposit-cases/letter-addressees.ts'
import type { LetterTexts } from '#domain/deposit-cases/letter-fields.ts'
import { newId } from '#mirror/runtime/new-id.ts'
import { fillTemplate } from './letter-templates.ts'

type DraftRow = Pick<SourceRow, 'id' | 'record'>

export interface LetterDraft {
  /** The letter's id, so that a repeated call makes one letter with one number. */
  readonly id: string
  readonly title: string
  readonly content: string
  /** 수신 and 참조 as typed; null: as proposed. */
  readonly recipient: string | null
  readonly reference: string | null
  /** The saved letter that this one corrects. */
  readonly corrects: SavedLetter | null
  /** The template as written, with its placeholders; null without one. */
  readonly template: LetterTexts | null
  /** One letter per project; null: one letter about all cases. */
  readonly projects: readonly ProjectLetter[] | null
}

const projectTitle = '{사업구간} 공탁 공문'

/**
 * Unfinished letters by user and cases. They survive a closed window and a lost network but not a
 * reload: letters contain personal data, so they are not stored on the device.
 */
const drafts = new Map<string, LetterDraft>()

/** The unfinished letter for these cases, else an empty one titled `{사업구간} 공탁 공문`. */
export function getDraft(userId: string, rows: readonly DraftRow[]): LetterDraft {
  return drafts.get(buildDraftKey(userId, rows)) ?? getEmptyDraft(rows)
}

function getEmptyDraft(rows: readonly DraftRow[]): LetterDraft {
  const project = rows[0]?.record['business_section']
  const title = `${typeof project === 'string' ? project : ''} 공탁 공문`.trim()
  return { ...unaddressed, id: newId(), title, content: '', corrects: null, template: null, projects: null }
}

const unaddressed = { recipient: null, reference: null }

/** A correction of a saved letter, starting from its text and addressees. */
export function createCorrection(letter: SavedLetter): LetterDraft {
  const { title, content, recipient, reference } = letter
  return { id: newId(), title, content, recipient, reference, corrects: letter, template: null, projects: null }
}

/** Null: the letter was saved or discarded. */
export function storeDraft(userId: string, rows: readonly Pick<SourceRow, 'id'>[], draft: LetterDraft | null): void {
  if (draft === null) drafts.delete(buildDraftKey(userId, rows))
  else drafts.set(buildDraftKey(userId, rows), draft)
}

function isSameText(a: LetterTexts, b: LetterTexts): boolean {
  return a.title === b.title && a.content === b.content
}

/** Whether there is text that would be lost. */
export function isWritten({ content, title, recipient, reference, corrects }: LetterDraft): boolean {
  if (!corrects) return content.trim() !== '' || recipient !== null || reference !== null
  return (
    content !== corrects.content ||
    title !== corrects.title ||
    recipient !== corrects.recipient ||
    reference !== corrects.reference
  )
}

function buildDraftKey(userId: string, rows: readonly Pick<SourceRow, 'id'>[]): string {
  return [userId, ...rows.map(({ id }) => id)].join('/')
}

/** One letter of several that are written as one text, each to the client of its project. */
export interface ProjectLetter {
  /** The letter's id, so that a repeated call makes one letter with one number. */
  readonly id: string
  readonly project: string
  /** Null until the server has saved it; a further try sends only the others. */
  readonly saved: SavedLetter | null
}

/** Projects 사업구간 of the cases, in order. */
export function listProjectNames(rows: readonly DraftRow[]): string[] {
  return [...new Set(rows.map(getProjectName))]
}

function createProjectLetters(rows: readonly DraftRow[]): ProjectLetter[] {
  return listProjectNames(rows).map((project) => ({ id: newId(), project, saved: null }))
}

function filterProject<Row extends DraftRow>(rows: readonly Row[], project: string): Row[] {
  return rows.filter((row) => getProjectName(row) === project)
}

function getProjectName({ record }: DraftRow): string {
  return String(record['business_section'] ?? '')
}

/** Back to placeholders, which each letter fills from its own cases, or to one text about all. */
export function toggleProjects(draft: LetterDraft, rows: readonly DraftRow[]): LetterDraft {
  const empty = getEmptyDraft(rows)
  const { template, content } = draft
  const [before, after] = draft.projects ? [projectTitle, empty.title] : [empty.title, projectTitle]
  const projects = draft.projects ? null : createProjectLetters(rows)
  if (!template) return { ...empty, title: draft.title === before ? after : draft.title, content, projects }
  return { ...empty, ...(projects ? template : fillTemplate(template, rows)), template, projects }
}

/** Whether toggling would lose text that was typed into a template. */
export function isTemplateChanged(draft: LetterDraft, rows: readonly DraftRow[]): boolean {
  const { template, projects } = draft
  return template !== null && !isSameText(draft, projects ? template : fillTemplate(template, rows))
}

/** What is to be saved: one letter, or one for each project that has none yet. */
export function listLetters(draft: LetterDraft, rows: readonly DraftRow[]): OfficialLetter[] {
  const { projects } = draft
  if (!projects) return [toOfficialLetter(draft, rows)]
  return projects
    .filter(({ saved }) => saved === null)
    .map(({ id, project }) => {
      const projectRows = filterProject(rows, project)
      return toOfficialLetter({ ...draft, ...fillTemplate(draft, projectRows), id }, projectRows)
    })
}

/** A correction is about the cases of the corrected letter. */
function toOfficialLetter(draft: LetterDraft, rows: readonly DraftRow[]): OfficialLetter {
  const { id, title, content, recipient, reference, corrects } = draft
  const correctedCaseIds = corrects && [corrects.deposition, ...corrects.more_cases.map(({ deposition }) => deposition)]
  const [deposition, ...more] = (correctedCaseIds ?? rows.map((row) => row.id)).filter((caseId) => caseId !== null)
  return {
    id,
    title: title.trim(),
    content: content.trim(),
    deposition: deposition ?? '',
    ...(recipient !== null && { recipient: recipient.trim() }),
    ...(reference !== null && { reference: reference.trim() }),
    ...(more.length > 0 && { more_cases: more }),
    ...(corrects && { corrects: corrects.id }),
  }
}

type LetterErrors = Partial<Record<'title' | 'content' | 'recipient' | 'reference', string>>

export function validateLetter({ title, content, recipient, reference }: LetterDraft): LetterErrors {
  const titleError = title.trim() === '' ? '제목을 입력해 주세요.' : findResidentNumberError(title)
  const contentError = content.trim() === '' ? '본문을 입력해 주세요.' : findResidentNumberError(content)
  const recipientError = recipient?.trim() === '' ? '수신을 입력해 주세요.' : findResidentNumberError(recipient ?? '')
  const referenceError = findResidentNumberError(reference ?? '')
  return {
    ...(titleError && { title: titleError }),
    ...(contentError && { content: contentError }),
    ...(recipientError && { recipient: recipientError }),
    ...(referenceError && { reference: referenceError }),
  }
}

/** The master data that names the client of a project. */
export const clientCollections = ['projects', 'managers', 'departments', 'companies'] as const

type ClientLists = CompleteLists<(typeof clientCollections)[number]>

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

function findRecord(records: readonly AnyRecord[], id: FieldValue | undefined): AnyRecord | undefined {
  return id == null ? undefined : records.find((record) => record.id === id)
}

export function readText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
