import type { SearchTexts } from '../store/search-texts.ts'

const latin = /[a-z]/

/** By the texts of a block: a bit for each letter of the Latin alphabet that stands in it. */
const known = new WeakMap<SearchTexts, number>()

/**
 * Whether a block may hold this text, by its Latin letters alone. Most blocks of an office hold few, and keys typed in the wrong layout are all Latin: without this every one of them would read
 * all blocks for nothing before its other reading is looked for. Where letters come apart (é) there is no telling.
 */
export function mayHold(texts: SearchTexts, text: string): boolean {
  if (texts.consonants === null || !latin.test(text)) return true
  const wanted = lettersIn(text)
  return (lettersOf(texts) & wanted) === wanted
}

/** Looks once which letters a block holds. */
export function lettersOf(texts: SearchTexts): number {
  let letters = known.get(texts)
  if (letters === undefined) {
    letters = lettersIn(texts.words)
    known.set(texts, letters)
  }
  return letters
}

function lettersIn(text: string): number {
  let letters = 0
  for (let at = 0; at < text.length; at += 1) {
    const place = text.charCodeAt(at) - 97
    if (place >= 0 && place < 26) letters |= 1 << place
  }
  return letters
}
