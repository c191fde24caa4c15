import type { SourceRow } from '#contract/row-source.ts'
import { newId } from '#mirror/new-id.ts'

export interface LetterDraft {
  /** The letter's id, so that one sent twice is one letter with one number. */
  readonly id: string
  readonly title: string
  readonly content: string
}

/**
 * Letters being written, by user and case, for as long as this page lives: closing the window, or a lost network, costs nobody a letter. Not on the device:
 * what stands in a letter is somebody's business.
 */
const drafts = new Map<string, LetterDraft>()

/** What was being written for a case, else an empty letter under the title of spec 2 §5: `{business_section} 공탁 공문`. */
export function keptDraft(userId: string, { id, record }: Pick<SourceRow, 'id' | 'record'>): LetterDraft {
  const section = record['business_section']
  const title = `${typeof section === 'string' ? section : ''} 공탁 공문`.trim()
  return drafts.get(keyOf(userId, id)) ?? { id: newId(), title, content: '' }
}

/** Null: the letter was saved. */
export function keepDraft(userId: string, caseId: string, draft: LetterDraft | null): void {
  if (draft === null) drafts.delete(keyOf(userId, caseId))
  else drafts.set(keyOf(userId, caseId), draft)
}

function keyOf(userId: string, caseId: string): string {
  return `${userId}/${caseId}`
}
