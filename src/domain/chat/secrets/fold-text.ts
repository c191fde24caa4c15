/** Text in a normalised spelling, with the original position of each character. */
export interface FoldedText {
  readonly text: string
  /** From folded index to original position; one more entry than there are characters. */
  readonly starts: readonly number[]
  readonly ends: readonly number[]
}

/**
 * Normalises a text so that disguised numbers are found: digits of every script and width and
 * Korean digit words (공일공) become ASCII, dashes `-`, blanks a space; URL, JSON and HTML escapes are
 * decoded and invisible characters dropped.
 */
export function foldText(original: string): FoldedText {
  const starts: number[] = []
  const ends: number[] = []
  let text = ''
  for (const { 0: token, index } of original.matchAll(tokens)) {
    const folded = foldToken(token)
    for (let at = 0; at < folded.length; at += 1) {
      starts.push(folded.length === token.length ? index + at : index)
      ends.push(folded.length === token.length ? index + at + 1 : index + token.length)
    }
    text += folded
  }
  return { text: withDigits(text), starts, ends }
}

const tokens =
  /<!--[^>]{0,40}-->|<\/?[a-z][^<>]{0,60}>|%[0-9a-f]{2}|\\u[0-9a-f]{4}|\\x[0-9a-f]{2}|\\[nrt]|&#x[0-9a-f]{1,5};|&#\d{1,6};|&nbsp;|&[mn]dash;|(?<!\d)[공영일이삼사오육칠팔구]{3,}|(?<![가-힣\d])[공영\d]{3,}(?![가-힣\d])|[^]/giu

const words = '공일이삼사오육칠팔구'

/** Converts letters that people type for digits, next to digits. */
function withDigits(text: string): string {
  return text.replace(/(?<![A-Za-z])[0-9OoIl]{2,}(?![A-Za-z])/g, (run) =>
    /\d/.test(run) ? run.replace(/[Oo]/g, '0').replace(/[Il]/g, '1') : run,
  )
}

function foldToken(token: string): string {
  if (/^[공영일이삼사오육칠팔구\d]{3,}$/.test(token))
    return [...token]
      .map((word) => (/\d/.test(word) ? word : word === '영' ? '0' : String(words.indexOf(word))))
      .join('')
  if (token.length > 2 && token.startsWith('<')) return ' '
  return foldLetter(digitsMeantBy(token))
}

function digitsMeantBy(token: string): string {
  const hex = /^(?:%|\\[ux]|&#x)([0-9a-f]+);?$/i.exec(token)?.[1]
  const code = hex === undefined ? Number(/^&#(\d+);$/.exec(token)?.[1]) : Number.parseInt(hex, 16)
  if (Number.isFinite(code) && code > 0 && code <= 0x10ffff) return String.fromCodePoint(code)
  if (/^\\[nrt]$/.test(token) || token === '&nbsp;') return ' '
  return /^&[mn]dash;$/i.test(token) ? '-' : token
}

function foldLetter(letter: string): string {
  if (letter.length === 1 && letter < '\u007f') return /[\t-\r]/.test(letter) ? ' ' : letter
  if (unseen.test(letter)) return ''
  if (/^[\p{Pd}−ー〜～﹣－ㅡ]$/u.test(letter)) return '-'
  if (/^\s$/u.test(letter)) return ' '
  if (/^[·ㆍ・•∙．。]$/u.test(letter)) return '.'
  const plain = letter.normalize('NFKC')
  if (/^[0-9]$/.test(plain) || /^[A-Za-z]$/.test(plain)) return plain
  return digitOf(letter) ?? letter
}

const unseen = /^[\p{Cf}\p{Mn}\p{Me}\u034f\u115f\u1160\u3164\uffa0]$/u

/** The digits of a script are ten consecutive code points. */
function digitOf(letter: string): string | null {
  if (!/^\p{Nd}$/u.test(letter)) return null
  const code = letter.codePointAt(0) ?? 0
  let zero = code
  while (code - zero < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return String(code - zero)
}
