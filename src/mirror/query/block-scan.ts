import type { Search } from '#domain/search-text.ts'
import type { SearchTexts } from '../store/search-texts.ts'

type Alternative = Search['words'][number][number]

/**
 * Marks the records of a block that a word finds, by running over the long strings of the block and stepping to the next record at every hit. Finds exactly what
 * `matchesSearch` finds record by record: no word holds the separator, so no hit can span two records.
 */
export function scanBlock(texts: SearchTexts, word: readonly Alternative[], found: Uint8Array): void {
  for (const alternative of word) {
    if (alternative.text.includes('\u0000')) continue
    // A consonant in `words` stands at the same place of aligned `initials`, and what is not all consonants is only ever whole in `words`.
    const isInInitials = isOnlyConsonants(alternative)
    if (!isInInitials || !texts.isAligned) scanText(texts.words, texts.wordEnds, { alternative, found })
    if (isInInitials || !texts.isAligned) scanText(texts.initials, texts.initialEnds, { alternative, found })
  }
}

function isOnlyConsonants({ text, ends, pattern }: Alternative): boolean {
  return pattern === null && ends.length === 0 && /^[ㄱ-ㅎ]+$/.test(text)
}

interface Scan {
  alternative: Alternative
  found: Uint8Array
}

function scanText(text: string, ends: Uint32Array, scan: Scan): void {
  const { alternative } = scan
  if (alternative.pattern) return scanPattern(text, ends, scan)
  if (alternative.text === '') return scanCharacters(text, ends, scan)
  const { text: head, ends: ranges } = alternative
  let record = 0
  for (let at = text.indexOf(head); at !== -1; ) {
    while ((ends[record] ?? text.length) < at + head.length) record += 1
    if (ranges.length === 0 || isWithin(ranges, text.charCodeAt(at + head.length))) {
      scan.found[record] = 1
      at = text.indexOf(head, (ends[record] ?? text.length) + 1)
    } else at = text.indexOf(head, at + 1)
  }
}

function scanPattern(text: string, ends: Uint32Array, { alternative, found }: Scan): void {
  const pattern = new RegExp(alternative.pattern ?? '', 'g')
  let record = 0
  for (let hit = pattern.exec(text); hit; hit = pattern.exec(text)) {
    while ((ends[record] ?? text.length) < pattern.lastIndex) record += 1
    found[record] = 1
    pattern.lastIndex = (ends[record] ?? text.length) + 1
  }
}

/** One half-typed syllable alone: any character within its ranges. */
function scanCharacters(text: string, ends: Uint32Array, { alternative, found }: Scan): void {
  const [[from, to] = [0, 0], [from2, to2] = [from, to]] = alternative.ends
  let at = 0
  for (let record = 0; record < ends.length; record++) {
    const end = ends[record] ?? 0
    for (; at < end; at++) {
      const code = text.charCodeAt(at)
      if ((code >= from && code <= to) || (code >= from2 && code <= to2)) {
        found[record] = 1
        break
      }
    }
    at = end + 1
  }
}

function isWithin(ranges: Alternative['ends'], code: number): boolean {
  return ranges.some(([from, to]) => code >= from && code <= to)
}
