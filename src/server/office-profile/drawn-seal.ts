import { consonantIn, drawnIn, partsOfVowel, type Box } from './jamo-strokes.ts'

const leading = [...'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ']
const vowels = [...'ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ']
const trailing = ['', ...'ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ']

/** The boxes of the two letters in the square of 32. */
const columns: readonly Box[] = [
  { x: 6, y: 6.4, width: 8.6, height: 19.2 },
  { x: 17.6, y: 6.4, width: 8.6, height: 19.2 },
]

/**
 * The strokes of a seal with two syllables side by side in a square of 32 units
 * (domain/office/office-words.ts), for an office without a picture of its seal.
 */
export function sealStrokes(letters: string): string[] {
  return columns.flatMap((column, index) => syllableIn(letters.charAt(index), column))
}

/** Draws initial, vowel and final in their parts of the box. */
function syllableIn(syllable: string, box: Box): string[] {
  const code = syllable.charCodeAt(0) - 0xac00
  if (!(code >= 0 && code < 11_172)) return []
  const last = trailing[code % 28] ?? ''
  const vowel = partsOfVowel(vowels[Math.floor(code / 28) % 21] ?? '')
  const height = last === '' ? box.height : box.height * 0.56
  return [
    ...headIn(leading[Math.floor(code / 588)] ?? '', vowel, { ...box, height }),
    ...(last === '' ? [] : consonantIn(last, { ...box, y: box.y + box.height * 0.7, height: box.height * 0.3 })),
  ]
}

function headIn(first: string, { horizontal, vertical }: ReturnType<typeof partsOfVowel>, box: Box): string[] {
  const { x, y, width, height } = box
  const room = vertical ? width * 0.46 : width
  const tall = horizontal ? height * 0.54 : height * 0.84
  return [
    ...consonantIn(first, { x, y, width: room, height: tall }),
    ...(horizontal
      ? drawnIn(horizontal, { x, y: y + height * 0.7, width: vertical ? width * 0.62 : width, height: height * 0.3 })
      : []),
    ...(vertical ? drawnIn(vertical, { x: x + width * 0.66, y, width: width * 0.34, height }) : []),
  ]
}
