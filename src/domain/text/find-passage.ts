import { createMatchFinder, type MatchRanges } from './match-ranges.ts'

/** The sentence of a text that a search found, in parts; every second part matched. */
type Passage = readonly string[]

/**
 * The first sentence with the most words of the search, cut to a few lines; null when the text has
 * none of them.
 */
export function findPassage(text: string, search: string, letters = maxLength): Passage | null {
  const findMatches = createMatchFinder(search)
  if (!findMatches) return null
  let best: { sentence: string; ranges: MatchRanges; count: number } | null = null
  for (const [line] of text.matchAll(sentences)) {
    const sentence = line.trim()
    const ranges = findMatches(sentence)
    const count = new Set(ranges.map(([from, to]) => sentence.slice(from, to))).size
    if (count > (best?.count ?? 0)) best = { sentence, ranges, count }
  }
  return best && cutParts(best.sentence, best.ranges, letters)
}

/** The beginning of a text, for a passage without a match. */
export function cutPassage(text: string): Passage {
  return cutParts(text.replace(/\s+/g, ' ').trim(), [], maxLength)
}

const sentences = /[^.?!\n]+(?:[.?!]+(?!\s)[^.?!\n]*)*[.?!]*/g
const maxLength = 140
/** Letters kept before the first match of a long sentence. */
const leadLength = 40

function cutParts(sentence: string, ranges: MatchRanges, letters: number): Passage {
  const first = ranges[0]?.[0] ?? 0
  const isWhole = sentence.length <= letters
  const start = isWhole ? 0 : findWord(sentence, Math.max(0, Math.min(first - leadLength, sentence.length - letters)))
  const end = isWhole ? sentence.length : findEnd(sentence, start, letters)
  const bounds = [start, ...ranges.filter(([, to]) => to <= end).flat(), end]
  const passageParts = bounds.slice(1).map((bound, index) => sentence.slice(bounds[index], bound))
  const last = passageParts.length - 1
  return passageParts.map(
    (part, index) =>
      `${index === 0 && start > 0 ? '… ' : ''}${part}${index === last && end < sentence.length ? ' …' : ''}`,
  )
}

/** The start of the word that a place is in. */
function findWord(sentence: string, place: number): number {
  const start = sentence.lastIndexOf(' ', place) + 1
  return place - start > leadLength ? place : start
}

/** The end of the last whole word; within a very long word, any place. */
function findEnd(sentence: string, start: number, letters: number): number {
  if (start + letters >= sentence.length) return sentence.length
  const blank = sentence.lastIndexOf(' ', start + letters)
  return blank > start + leadLength ? blank : start + letters
}
