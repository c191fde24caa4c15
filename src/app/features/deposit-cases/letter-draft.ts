import type { SavedLetter } from '#contract/deposit-cases.ts'
import type { SourceRow } from '#contract/row-source.ts'
import { newId } from '#mirror/new-id.ts'

export interface LetterDraft {
  /** The letter's id, so that one sent twice is one letter with one number. */
  readonly id: string
  readonly title: string
  readonly content: string
  /** The saved letter whose next version this will be. */
  readonly corrects: SavedLetter | null
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
  return drafts.get(keyOf(userId, id)) ?? { id: newId(), title, content: '', corrects: null }
}

/** The next version of a saved letter, beginning with what that one says. */
export function correctionOf(letter: SavedLetter): LetterDraft {
  return { id: newId(), title: letter.title, content: letter.content, corrects: letter }
}

/** Null: the letter was saved, or given up. */
export function keepDraft(userId: string, caseId: string, draft: LetterDraft | null): void {
  if (draft === null) drafts.delete(keyOf(userId, caseId))
  else drafts.set(keyOf(userId, caseId), draft)
}

/** Somebody wrote something that would be lost. */
export function isWritten({ content, title, corrects }: LetterDraft): boolean {
  if (corrects) return content !== corrects.content || title !== corrects.title
  return content.trim() !== ''
}

function keyOf(userId: string, caseId: string): string {
  return `${userId}/${caseId}`
}
