import type { SearchTexts } from '../store/search-texts.ts'

const latin = /[a-z]/

/** Per block, a bit mask of the Latin letters it contains. */
const known = new WeakMap<SearchTexts, number>()

/**
 * Whether a block may contain this text, judged by its Latin letters alone. Most blocks contain few
 * of them, and keys typed in the wrong layout are all Latin, so this avoids reading every block
 * before the other layout is tried. Always true where letters decompose (é).
 */
export function mayContain(texts: SearchTexts, text: string): boolean {
  if (texts.consonants === null || !latin.test(text)) return true
  const letters = lettersIn(text)
  return (lettersOf(texts) & letters) === letters
}

/** The Latin letters of a block, computed once. */
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
    const letterIndex = text.charCodeAt(at) - 97
    if (letterIndex >= 0 && letterIndex < 26) letters |= 1 << letterIndex
  }
  return letters
}
