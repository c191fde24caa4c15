import { disassemble } from 'es-hangul'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { convertLayout, joinLooseLetters } from './search-text.ts'

test.each([
  ['rlarkdhs', '김가온'],
  ['thfqlc', '솔빛'],
  ['rkqtdms', '값은'],
  ['dhkdlvkf', '와이팔'],
  ['dnjsghl', '원회'],
  ['Tkddyd', '쌍용'],
  ['Qkd', '빵'],
  ['dPqkd', '예방'],
  ['gkssk 101', '한나 101'],
  ['RLARKDHS', '김가온'],
  ['tq', 'ㅅㅂ'],
  ['김rkdhs', '김가온'],
  ['ㅗ디ㅣㅐ', 'hello'],
  ['해ㅐ힏', 'google'],
  ['메ㅅ', 'apt'],
  ['ㅏㅑㅡ', 'kim'],
  ['쏜', 'Ths'],
])('%s are the keys of %s', (typed, read) => {
  expect(convertLayout(typed)).toBe(read)
})

test.each(['', '101-1203', '2026.11.24', '(株)'])('%j is the same in both layouts', (typed) => {
  expect(convertLayout(typed)).toBeNull()
})

test('reads decomposed Hangul (from a Mac) as the same keys', () => {
  expect(convertLayout('김가온'.normalize('NFD'))).toBe('rlarkdhs')
})

test('any word of whole syllables typed in the other layout reads as itself again', () => {
  // ㅒ and ㅖ need Shift like doubled consonants: a syllable of both looks like Caps Lock.
  const vowels = [...'ㅏㅐㅑㅓㅔㅕㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ'].map((letter) => letter.charCodeAt(0) - 0x314f)
  const syllable = fc
    .tuple(fc.integer({ min: 0, max: 18 }), fc.constantFrom(...vowels), fc.integer({ min: 0, max: 27 }))
    .map(([initial, vowel, last]) => String.fromCharCode(0xac00 + (initial * 21 + vowel) * 28 + last))
  fc.assert(
    fc.property(fc.array(syllable, { minLength: 1, maxLength: 8 }), (syllables) => {
      const word = syllables.join('')
      expect(convertLayout(convertLayout(word) ?? '')).toBe(word)
    }),
  )
})

test.each('상속 매매 증여 근저당 말소 임차권 공탁 취득세 권리증 뭐예요'.split(' '))(
  'joins the letters of %s, whichever of its syllables fell apart',
  (word) => {
    for (const index of [...word].keys()) {
      const typed = [...word]
        .map((syllable, position) => (position === index ? disassemble(syllable) : syllable))
        .join('')
      expect(joinLooseLetters(typed)).toBe(word)
    }
    expect(joinLooseLetters(disassemble(word))).toBe(word)
  },
)

test.each(['상속', 'ㅅㅅㄷㄱ', '상속ㄷ', 'office', '101호'])('has nothing to join in %s', (typed) => {
  expect(joinLooseLetters(typed)).toBeNull()
})
