import { correctEverydaySpelling } from '#domain/text/everyday-spelling.ts'
import {
  buildVocabulary,
  findNearestWord,
  findSoundAlike,
  formatReadingNote,
  isKnownWord,
  isReadableHangul,
  shortMatters,
  type Vocabulary,
} from '#domain/text/forgiving-search.ts'
import { convertLayout } from '#domain/text/search-text.ts'
import { isEnglish } from './read-english.ts'
import { namesSubject } from './read-questions.ts'
import { stripEndings } from './search-terms.ts'

interface QuestionReading {
  readonly question: string
  /** Tells the reader which word was read as which. */
  readonly note: string
}

/**
 * Other readings of a question that finds nothing: the same keys with the keyboard set the other
 * way, and mistyped words put right, with the particles they carry.
 */
export function findOtherReadings(question: string, vocabulary: Vocabulary): QuestionReading[] {
  const converted = /^[a-z\s]+$/i.test(question) && !isEnglish(question) ? convertLayout(question) : null
  const other = converted !== null && isReadableHangul(converted) ? converted : null
  const typed = other === null ? [question] : [question, other]
  return [
    ...(other === null ? [] : [{ question: other, note: formatReadingNote(question, other) }]),
    ...typed.flatMap((text) => correctTyping(text, vocabulary) ?? []),
  ]
}

function correctTyping(question: string, vocabulary: Vocabulary): QuestionReading | null {
  const corrections: { typed: string; meant: string }[] = []
  const beginning = correctEverydaySpelling(question.slice(0, maxReadLength).replace(/[?!.,~]+/g, ' '))
  for (const word of new Set(beginning.match(/(?<![가-힣\d])[가-힣]{2,}/g)?.slice(0, maxReadWords))) {
    const stem = stripEndings(word)
    if (isKnownWord(stem, vocabulary) || inflected.test(stem) || shortNoun.test(word) || !namesSubject(word)) continue
    for (const typed of new Set([stem, word])) {
      if (isKnownWord(typed, vocabulary)) continue
      const meant =
        findNearestWord(typed, vocabulary, 1) ??
        findSoundAlike(typed, shortMatters) ??
        findShortMatter(typed, beginning)
      if (meant === null) continue
      corrections.push({ typed, meant })
      break
    }
  }
  if (corrections.length === 0) return null
  return {
    question: corrections.reduce((text, { typed, meant }) => text.replace(typed, meant), beginning),
    note: formatReadingNote(
      corrections.map(({ typed }) => typed).join(' '),
      corrections.map(({ meant }) => meant).join(' '),
    ),
  }
}

/**
 * The matter of two syllables that a word with a wrong key means, where the next word shows that it
 * is one: 상송 등기.
 */
function findShortMatter(typed: string, question: string): string | null {
  const words = question.split(' ')
  const next = /^(?:등기|서류)/.exec(words[words.indexOf(typed) + 1] ?? '')?.[0] ?? ''
  if (typed.length !== 2 || next === '' || !words.includes(typed)) return null
  const matters = shortMatters.map((matter) => `${matter}${next}`).join(' ')
  const meant = findNearestWord(`${typed}${next}`, buildVocabulary([{ close: '', loose: matters }]), 1)
  return meant?.length === 4 && meant.endsWith(next) ? meant.slice(0, 2) : null
}

/** A verb in the past: 이사했어요 is not a mistyped 이사해야. */
const inflected = /[했됐갔왔았었였][가-힣]{0,3}$/

/** A noun of one syllable with its particle: 집으로 is not a mistyped 집을. */
const shortNoun = /^[가-힣](?:으로|에서|에게|한테|까지|부터|하고|이랑)$/

/** Maximum letters of a question to examine. */
const maxReadLength = 200
const maxReadWords = 12
