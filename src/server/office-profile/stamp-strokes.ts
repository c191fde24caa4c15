const leading = [...'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ']
const vowels = [...'ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ']
const trailing = ['', ...'ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ']

/** The boxes of the two letters in the square of 32. */
const columns: readonly StrokeBox[] = [
  { x: 6, y: 6.4, width: 8.6, height: 19.2 },
  { x: 17.6, y: 6.4, width: 8.6, height: 19.2 },
]

/**
 * The strokes of a stamp with two syllables side by side in a square of 32 units
 * (domain/office/office-texts.ts), for an office without a picture of its stamp.
 */
export function drawStampStrokes(letters: string): string[] {
  return columns.flatMap((column, index) => drawSyllable(letters.charAt(index), column))
}

/** Draws initial, vowel and final in their parts of the box. */
function drawSyllable(syllable: string, box: StrokeBox): string[] {
  const code = syllable.charCodeAt(0) - 0xac00
  if (!(code >= 0 && code < 11_172)) return []
  const last = trailing[code % 28] ?? ''
  const vowel = splitVowel(vowels[Math.floor(code / 28) % 21] ?? '')
  const height = last === '' ? box.height : box.height * 0.56
  return [
    ...drawHead(leading[Math.floor(code / 588)] ?? '', vowel, { ...box, height }),
    ...(last === '' ? [] : drawConsonant(last, { ...box, y: box.y + box.height * 0.7, height: box.height * 0.3 })),
  ]
}

function drawHead(first: string, { horizontal, vertical }: ReturnType<typeof splitVowel>, box: StrokeBox): string[] {
  const { x, y, width, height } = box
  const consonantWidth = vertical ? width * 0.46 : width
  const consonantHeight = horizontal ? height * 0.54 : height * 0.84
  return [
    ...drawConsonant(first, { x, y, width: consonantWidth, height: consonantHeight }),
    ...(horizontal
      ? drawStrokes(horizontal, {
          x,
          y: y + height * 0.7,
          width: vertical ? width * 0.62 : width,
          height: height * 0.3,
        })
      : []),
    ...(vertical ? drawStrokes(vertical, { x: x + width * 0.66, y, width: width * 0.34, height }) : []),
  ]
}

/**
 * A letter as lines in a square of 1 × 1: each entry `x,y x,y …` is one stroke; `o` is a circle
 * that fills the square. Straight and edge to edge, as on stamps.
 */
type Strokes = readonly string[]

const consonants: Readonly<Record<string, Strokes>> = {
  ㄱ: ['0,0 1,0 1,1'],
  ㄴ: ['0,0 0,1 1,1'],
  ㄷ: ['1,0 0,0 0,1 1,1'],
  ㄹ: ['0,0 1,0 1,.5 0,.5 0,1 1,1'],
  ㅁ: ['0,0 1,0 1,1 0,1 0,0'],
  ㅂ: ['0,0 0,1 1,1 1,0', '0,.5 1,.5'],
  ㅅ: ['.5,0 .5,.3 0,1', '.5,.3 1,1'],
  ㅇ: ['o'],
  ㅈ: ['0,0 1,0', '.5,0 .5,.3 0,1', '.5,.3 1,1'],
  ㅊ: ['.35,0 .65,0', '0,.28 1,.28', '.5,.28 .5,.5 0,1', '.5,.5 1,1'],
  ㅋ: ['0,0 1,0 1,1', '0,.5 1,.5'],
  ㅌ: ['1,0 0,0 0,1 1,1', '0,.5 1,.5'],
  ㅍ: ['0,0 1,0', '.3,0 .3,1', '.7,0 .7,1', '0,1 1,1'],
  ㅎ: ['.35,0 .65,0', '0,.28 1,.28', '.2,.5 .8,.5 .8,1 .2,1 .2,.5'],
}

const doubleConsonants: Readonly<Record<string, string>> = {
  ㄲ: 'ㄱㄱ',
  ㄸ: 'ㄷㄷ',
  ㅃ: 'ㅂㅂ',
  ㅆ: 'ㅅㅅ',
  ㅉ: 'ㅈㅈ',
  ㄳ: 'ㄱㅅ',
  ㄵ: 'ㄴㅈ',
  ㄶ: 'ㄴㅎ',
  ㄺ: 'ㄹㄱ',
  ㄻ: 'ㄹㅁ',
  ㄼ: 'ㄹㅂ',
  ㄽ: 'ㄹㅅ',
  ㄾ: 'ㄹㅌ',
  ㄿ: 'ㄹㅍ',
  ㅀ: 'ㄹㅎ',
  ㅄ: 'ㅂㅅ',
}

/** Vowels written to the right of the initial consonant. */
const verticalStrokes: Readonly<Record<string, Strokes>> = {
  ㅏ: ['.4,0 .4,1', '.4,.5 1,.5'],
  ㅐ: ['.25,0 .25,1', '1,0 1,1', '.25,.5 1,.5'],
  ㅑ: ['.4,0 .4,1', '.4,.33 1,.33', '.4,.66 1,.66'],
  ㅒ: ['.1,0 .1,1', '.9,0 .9,1', '.1,.33 .9,.33', '.1,.66 .9,.66'],
  ㅓ: ['.8,0 .8,1', '0,.5 .8,.5'],
  ㅔ: ['.5,0 .5,1', '1,0 1,1', '0,.5 .5,.5'],
  ㅕ: ['.8,0 .8,1', '0,.33 .8,.33', '0,.66 .8,.66'],
  ㅖ: ['.5,0 .5,1', '1,0 1,1', '0,.33 .5,.33', '0,.66 .5,.66'],
  ㅣ: ['.5,0 .5,1'],
}

/** Vowels written below the initial consonant. */
const horizontalStrokes: Readonly<Record<string, Strokes>> = {
  ㅗ: ['.5,0 .5,1', '0,1 1,1'],
  ㅛ: ['.3,0 .3,1', '.7,0 .7,1', '0,1 1,1'],
  ㅜ: ['0,0 1,0', '.5,0 .5,1'],
  ㅠ: ['0,0 1,0', '.3,0 .3,1', '.7,0 .7,1'],
  ㅡ: ['0,.5 1,.5'],
}

const compoundVowels: Readonly<Record<string, readonly [string, string]>> = {
  ㅘ: ['ㅗ', 'ㅏ'],
  ㅙ: ['ㅗ', 'ㅐ'],
  ㅚ: ['ㅗ', 'ㅣ'],
  ㅝ: ['ㅜ', 'ㅓ'],
  ㅞ: ['ㅜ', 'ㅔ'],
  ㅟ: ['ㅜ', 'ㅣ'],
  ㅢ: ['ㅡ', 'ㅣ'],
}

interface StrokeBox {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** SVG paths of a consonant, one or two letters wide, in a box. */
function drawConsonant(letter: string, box: StrokeBox): string[] {
  const pair = doubleConsonants[letter]
  if (pair === undefined) return drawStrokes(consonants[letter] ?? [], box)
  const width = box.width * 0.42
  return [
    ...drawConsonant(pair.charAt(0), { ...box, width }),
    ...drawConsonant(pair.charAt(1), { ...box, x: box.x + box.width - width, width }),
  ]
}

/** The horizontal and the upright part of a vowel; null for a part it lacks. */
function splitVowel(vowel: string): { horizontal: Strokes | null; vertical: Strokes | null } {
  const [below, right] = compoundVowels[vowel] ?? [vowel, vowel]
  return { horizontal: horizontalStrokes[below] ?? null, vertical: verticalStrokes[right] ?? null }
}

function drawStrokes(strokes: Strokes, box: StrokeBox): string[] {
  return strokes.map((stroke) => (stroke === 'o' ? drawCircle(box) : drawLine(stroke, box)))
}

function drawLine(stroke: string, { x, y, width, height }: StrokeBox): string {
  const points = stroke.split(' ').map((point) => {
    const [across = 0, down = 0] = point.split(',').map(Number)
    return `${roundTenth(x + across * width)} ${roundTenth(y + down * height)}`
  })
  return `M${points.join('L')}`
}

function drawCircle({ x, y, width, height }: StrokeBox): string {
  const radius = Math.min(width, height) / 2
  const [left, middle, across] = [x + width / 2 - radius, y + height / 2, roundTenth(radius)].map(roundTenth)
  const arc = `${across} ${across} 0 1 0`
  return `M${left} ${middle}a${arc} ${roundTenth(radius * 2)} 0a${arc} ${roundTenth(-radius * 2)} 0`
}

function roundTenth(value: number): number {
  return Math.round(value * 10) / 10
}
