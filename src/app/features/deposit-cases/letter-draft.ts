import type { SavedLetter } from '#contract/deposit-cases/deposit-cases.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { newId } from '#mirror/new-id.ts'

export interface LetterDraft {
  /** The letter's id, so that a repeated call makes one letter with one number. */
  readonly id: string
  readonly title: string
  readonly content: string
  /** The saved letter that this one corrects. */
  readonly corrects: SavedLetter | null
}

/**
 * Unfinished letters by user and cases. They survive a closed window and a lost network but not a
 * reload: letters contain personal data, so they are not stored on the device.
 */
const drafts = new Map<string, LetterDraft>()

/** The unfinished letter for these cases, else an empty one titled `{사업구간} 공탁 공문`. */
export function keptDraft(userId: string, rows: readonly Pick<SourceRow, 'id' | 'record'>[]): LetterDraft {
  const section = rows[0]?.record['business_section']
  const title = `${typeof section === 'string' ? section : ''} 공탁 공문`.trim()
  return drafts.get(keyOf(userId, rows)) ?? { id: newId(), title, content: '', corrects: null }
}

/** A correction of a saved letter, starting from its text. */
export function correctionOf(letter: SavedLetter): LetterDraft {
  return { id: newId(), title: letter.title, content: letter.content, corrects: letter }
}

/** Null: the letter was saved or discarded. */
export function keepDraft(userId: string, rows: readonly Pick<SourceRow, 'id'>[], draft: LetterDraft | null): void {
  if (draft === null) drafts.delete(keyOf(userId, rows))
  else drafts.set(keyOf(userId, rows), draft)
}

/** Whether there is text that would be lost. */
export function isWritten({ content, title, corrects }: LetterDraft): boolean {
  if (corrects) return content !== corrects.content || title !== corrects.title
  return content.trim() !== ''
}

function keyOf(userId: string, rows: readonly Pick<SourceRow, 'id'>[]): string {
  return [userId, ...rows.map(({ id }) => id)].join('/')
}
