import { readingNote } from '#domain/text/forgiving-search.ts'
import { isKnownWord, nearestWord, type Vocabulary } from '#domain/text/near-words.ts'
import { otherLayout } from '#domain/entry/other-layout.ts'
import { stemOf } from './terms-of.ts'

export interface ReadQuestion {
  readonly question: string
  /** What was read as what. */
  readonly says: string
}

/**
 * Other readings of a question that finds nothing: the same keys with the keyboard set the other
 * way, and mistyped words put right, with the particles they carry.
 */
export function readMistyped(question: string, vocabulary: Vocabulary): ReadQuestion[] {
  const other = /^[a-z\s]+$/i.test(question) ? otherLayout(question) : null
  const typed = other === null ? [question] : [question, other]
  return [
    ...(other === null ? [] : [{ question: other, says: readingNote(question, other) }]),
    ...typed.flatMap((text) => correctTyping(text, vocabulary) ?? []),
  ]
}

function correctTyping(question: string, vocabulary: Vocabulary): ReadQuestion | null {
  for (const word of question.slice(0, maxRead).match(/[가-힣]{3,}/g) ?? []) {
    const stem = stemOf(word)
    if (inflected.test(stem) || isKnownWord(stem, vocabulary)) continue
    for (const part of new Set([stem, word])) {
      const near = isKnownWord(part, vocabulary) ? null : nearestWord(part, vocabulary, 1)
      if (near !== null) return { question: question.replace(part, near), says: readingNote(part, near) }
    }
  }
  return null
}

/** A verb in the past: 이사했어요 is no mistyped 이사해야. */
const inflected = /[했됐갔왔았었였][가-힣]{0,3}$/

/** Letters of a question that are looked at. */
const maxRead = 200
