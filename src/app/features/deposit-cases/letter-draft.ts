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
 * Letters being written, by user and cases, for as long as this page lives: closing the window, or a lost network, costs nobody a letter. Not on the device:
 * what stands in a letter is somebody's business.
 */
const drafts = new Map<string, LetterDraft>()

/** What was being written for these cases, else an empty letter under the title `{사업구간} 공탁 공문`. */
export function keptDraft(userId: string, rows: readonly Pick<SourceRow, 'id' | 'record'>[]): LetterDraft {
  const section = rows[0]?.record['business_section']
  const title = `${typeof section === 'string' ? section : ''} 공탁 공문`.trim()
  return drafts.get(keyOf(userId, rows)) ?? { id: newId(), title, content: '', corrects: null }
}

/** The next version of a saved letter, beginning with what that one says. */
export function correctionOf(letter: SavedLetter): LetterDraft {
  return { id: newId(), title: letter.title, content: letter.content, corrects: letter }
}

/** Null: the letter was saved, or given up. */
export function keepDraft(userId: string, rows: readonly Pick<SourceRow, 'id'>[], draft: LetterDraft | null): void {
  if (draft === null) drafts.delete(keyOf(userId, rows))
  else drafts.set(keyOf(userId, rows), draft)
}

/** Somebody wrote something that would be lost. */
export function isWritten({ content, title, corrects }: LetterDraft): boolean {
  if (corrects) return content !== corrects.content || title !== corrects.title
  return content.trim() !== ''
}

function keyOf(userId: string, rows: readonly Pick<SourceRow, 'id'>[]): string {
  return [userId, ...rows.map(({ id }) => id)].join('/')
}
