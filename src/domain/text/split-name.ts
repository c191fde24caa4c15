/**
 * Positions of the parts of a name: head, the word before the key, key, tail. Where space is short
 * the tail is cut first, then the head, then the word before the key, which is shown whole or not
 * at all. The key is always visible.
 */
interface NameParts {
  /** Start of the word before the key; equals `keyStart` if there is none. */
  readonly wordStart: number
  readonly keyStart: number
  readonly keyEnd: number
  readonly isAddress: boolean
}

/**
 * The key of a name is the part that distinguishes it from similar ones: the 동·호 or the lot number
 * of an address, after the word nearest to it; else the end of the name. At the end of the text if
 * there is none.
 */
export function splitName(name: string): NameParts {
  const words = [...name.matchAll(/[^\s()]+/g)].map(({ 0: word, index }) => ({
    text: word.endsWith(',') ? word.slice(0, -1) : word,
    start: index,
  }))
  const last = [findUnit(words), findLot(words)].find((index) => index > 0) ?? -1
  const lastWord = words[last]
  if (!lastWord) {
    const end = name.length - findNameEnd(name).length
    return { wordStart: end, keyStart: end, keyEnd: name.length, isAddress: false }
  }
  const before = words[last - 1]
  const first = before && belongsToNext.test(before.text) ? last - 1 : last
  const keyStart = words[first]?.start ?? 0
  const end = lastWord.start + lastWord.text.length
  // A bracket that closes after the key stays with it; alone it would be cut without an ellipsis.
  const keyEnd = /^[)\]]*$/.test(name.slice(end)) ? name.length : end
  return { wordStart: words[first - 1]?.start ?? keyStart, keyStart, keyEnd, isAddress: true }
}

type Words = readonly { readonly text: string }[]

/** Position of the 호: 1203호, B101호. */
function findUnit(words: Words): number {
  return words.findLastIndex(({ text }) => /\d호$/.test(text))
}

/** Position of the lot number 1-19, or of the number on a road. */
function findLot(words: Words): number {
  return words.findIndex(({ text }, index) => index > 0 && /^산?\d+(?:-\d+)?(?:번지)?$/.test(text))
}

/** 101동 or 가동 before its 호, 산 before its lot. */
const belongsToNext = /\d동$|^[^\d]?동$|^산$/

/** Maximum length of an end that is kept whole, in characters. */
const maxEndLength = 12

/**
 * The end of a name without an address. It starts at the first word containing a digit that gives a
 * short enough end (`가온지구 제1공구` → `제1공구`), else it is the last word. Empty when the end may be
 * cut.
 */
function findNameEnd(name: string): string {
  const ends = [...name.matchAll(/제\d|(?<=\s)\S/g)]
    .map(({ index }) => name.slice(index))
    .filter((end) => end.length <= maxEndLength && end.length < name.length)
  return ends.find(startsNumbered) ?? ends.find((end) => !end.includes(' ')) ?? ''
}

/** Whether its first word contains a digit. */
function startsNumbered(end: string): boolean {
  return /^\S*\d/.test(end)
}
