import { personName } from '../../person-name.ts'
import { isEveryday } from './everyday-words.ts'

export interface LeftoverWord {
  /** Without the particle at its end; which may be none: 고속도로. */
  readonly word: string
  /** As it was written. */
  readonly written: string
  /** Where it stands in the question. */
  readonly at: number
  /** A rank stands behind it: 강여울 대리. */
  readonly isTitled: boolean
}

/** The words of a question that are not spoken for yet: names of people and places. What every question has is none. */
export function leftoverWords(rest: string): LeftoverWord[] {
  const all = [...rest.matchAll(/["“‘'][^"“”‘’']+["”’']|[\p{L}\p{N}\-–·~()㈜]+/gu)]
  return all.flatMap(({ 0: text, index: at }, place) => {
    const isQuoted = /^["“‘']/.test(text)
    const written = isQuoted ? text.slice(1, -1) : text
    const word = isQuoted ? written : stemOf(written)
    const isCommon =
      !isQuoted &&
      !said.test(written) &&
      !ofWays.test(written) &&
      (isEveryday(word) || isEveryday(written) || isPredicate(written))
    const isTitled = isRank(stemOf(all[place + 1]?.[0] ?? ''))
    return word.length > 1 && !isCommon && !isRank(word) ? [{ word, written, at, isTitled }] : []
  })
}

function isRank(word: string): boolean {
  return word !== '' && personName(`홍길동 ${word}`) === '홍길동'
}

/** 사무소로, 사무실에서: where something went, as names do. */
const ofWays = /^사무[소실](?:로|에서)$/

/** 확인이라고 적힌: what is quoted without marks. */
const said = /(?<!뭐)(?:이라고|라고|이라는|라는)$/

/** 나왔지, 불렀나요, 바꾸려면: no name ends so, nor has any a syllable that is closed by ㅆ or ㅄ. */
function isPredicate(word: string): boolean {
  const isTense = [...word.normalize('NFC')].some((letter) => [18, 20].includes((letter.charCodeAt(0) - 0xac00) % 28))
  return isTense || /(?:니까|습니다|는지|나요|까요|려면|려고|세요|네요|지요|죠|누구|언제야|는데|고싶어)$/.test(word)
}

/** A name keeps two letters: 이은 and 김도 stay what they are. */
function stemOf(word: string): string {
  const [, stem = word] =
    /^(.{2,}?)(?:에게서|에게|한테|께서|에서|으로|이랑|하고|이라고|라고|이라는|라는|이고|이나|까지|부터|씨의|씨가|씨|님의|님이|님|은|는|이|가|을|를|의|에|도|만|와|과|로|랑|네)$/.exec(
      word,
    ) ?? []
  // 조보람인 사건; of two letters it may be the name itself.
  if (stem === word) return /^.{3,}인$/.test(word) ? word.slice(0, -1) : word
  return fits(stem, word.slice(stem.length)) ? stem : word
}

/** 마을 is no 마 with a particle: 은, 이, 을, 과 stand behind a closed syllable alone, 는, 가, 를, 와 behind an open one. */
function fits(stem: string, particle: string): boolean {
  const code = stem.charCodeAt(stem.length - 1) - 0xac00
  if (code < 0 || code > 11171) return true
  const isClosed = code % 28 !== 0
  if (/^(?:은|이|을|과|으로|이랑|이고|이나|이라고|이라는)$/.test(particle)) return isClosed
  return /^(?:는|가|를|와|랑|라고|라는)$/.test(particle) ? !isClosed : true
}
