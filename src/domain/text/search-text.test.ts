import { getChoseong } from 'es-hangul'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { joinedByKeyboard } from '#tests/support/books/joined-by-keyboard.ts'
import {
  buildPlainTextPatterns,
  buildSearchPatterns,
  buildSearchText,
  compileSearch,
  matchesSearch,
  normalizeForSearch,
  normalizeName,
} from './search-text.ts'

const matchesEverywhere = (query: string, ...parts: string[]) => {
  const text = buildSearchText(parts)
  const inMemory = matchesSearch(text, compileSearch(query))
  const byPattern = buildSearchPatterns(query).every((pattern) => new RegExp(pattern).test(text))
  expect(byPattern, 'server and mirror agree').toBe(inMemory)
  return inMemory
}

test.each([
  ['솔빛', true],
  ['ㅅㅂㄱㄱ', true],
  ['솔비', true],
  ['솔ㅂ', true],
  ['ㅅ빛', true],
  ['thfqlc', true],
  ['구간 솔빛', true],
  ['솔빈', false],
  ['ㅅㅂㄴ', false],
  ['달빛', false],
  ['', true],
  ['(', false],
])('finds %j in 솔빛구간 3공구: %s', (query, isFound) => {
  expect(matchesEverywhere(query, '솔빛구간', '3공구')).toBe(isFound)
})

test.each([
  ['101-1203', true],
  ['101-12', true],
  ['101동1203호', true],
  ['101동1203', true],
  ['101-1203호', true],
  ['1101-1203', false],
  ['102-1203', false],
  ['101-203', false],
  ['01-1203', true],
])('finds %j in 101동 1203호: %s', (query, isFound) => {
  expect(matchesEverywhere(query, '김가온', '101동 1203호')).toBe(isFound)
})

test.each([
  ['산45-6', '여울리 산 45-6', true],
  ['산45', '여울리 산 45-6', true],
  ['산 45-6', '여울리 산45-6', true],
  ['산45-6', '여울리 45-6', false],
  ['산4', '부산 4', false],
  ['456', '여울리 45-6', true],
  ['45-6', '여울리 456', false],
  ['45–6', '여울리 45-6', true],
  ['03198765432', '031-9876-5432', true],
  ['031-9876-5432', '03198765432', true],
  ['031–9876–5432', '031-9876-5432', true],
  ['9876-5432', '03198765432', true],
  ['98765432', '031-9876-5432', true],
  ['03198765433', '031-9876-5432', false],
  ['1101114567890', '110111-4567890', true],
  ['2025금31', '2025년 금 제31호', true],
  ['2025년 금 제31호', '2025금31', true],
  ['2025금31', '2025-금-31', true],
  ['2025카단31', '2025년 카단 제31호', true],
  ['2025금32', '2025년 금 제31호', false],
  ['2025 솔빛 31', '2025년 솔빛마을 31', true],
])('finds %j in %j: %s', (query, text, isFound) => {
  expect(matchesEverywhere(query, '한여울', text)).toBe(isFound)
})

test('invisible characters hide no name, in the text or in the query', () => {
  for (const unseen of ['\u200b', '\u200c', '\u200d', '\u2060', '\ufeff', '\u00ad', '\ufe0f', '\u3164']) {
    expect(matchesEverywhere('해든마을', `해든${unseen}마을`), unseen).toBe(true)
    expect(matchesEverywhere(`해${unseen}든`, '해든마을'), unseen).toBe(true)
    expect(matchesEverywhere('ㅎㄷㅁㅇ', `해${unseen}든마을${unseen}`), unseen).toBe(true)
    expect(normalizeName(`해든 ${unseen}마을`)).toBe(normalizeName('해든마을'))
  }
  for (const space of ['\u00a0', '\u2003', '\u202f', '\u3000'])
    expect(matchesEverywhere('해든 마을', `해든${space}마을`)).toBe(true)
})

test('a hyphen between other numbers is still literal', () => {
  expect(matchesEverywhere('123-4', '달빛동 123-4')).toBe(true)
  expect(matchesEverywhere('가-301', '가동 301호')).toBe(true)
})

test('주식회사, (주) and ㈜ are the same company', () => {
  for (const query of ['㈜가온', '(주)가온', '주식회사 가온', '(주) 가온'])
    expect(matchesEverywhere(query, '주식회사 가온개발')).toBe(true)
})

test('text typed on a Mac (NFD) finds text stored as NFC', () => {
  expect(matchesEverywhere('해든'.normalize('NFD'), '해든마을')).toBe(true)
})

test.each(joinedByKeyboard)('%s finds what %s finds, anywhere in the query', (joined, parts, name) => {
  const listSearchesWith = (consonants: string) => [
    consonants,
    `${consonants}ㄹ`,
    `ㅎ${consonants}`,
    `ㅎ${consonants}ㄹ`,
    `한${consonants}`,
    `${consonants}람`,
    `${consonants}라`,
    `한${consonants}람`,
    `${'한'.normalize('NFD')}${consonants}`,
    `마을 ${consonants}`,
  ]
  const apart = listSearchesWith(parts)
  for (const [index, question] of listSearchesWith(joined).entries()) {
    expect(matchesEverywhere(question, `한${name} 마을`), question).toBe(true)
    for (const [, , other] of joinedByKeyboard) {
      expect(matchesEverywhere(question, `한${other} 마을`), question).toBe(
        matchesEverywhere(apart[index] ?? '', `한${other} 마을`),
      )
    }
  }
  expect(matchesEverywhere(joined, `${name.charAt(1)}${name.charAt(0)}`)).toBe(false)
  expect(matchesEverywhere(`${joined}ㅊ`, name)).toBe(false)
})

test.each(joinedByKeyboard)('%s still finds its literal text', (joined) => {
  expect(matchesEverywhere(joined, `비고 ${joined}`)).toBe(true)
  expect(matchesEverywhere(`${joined}요`, `${joined}요`)).toBe(true)
})

test('doubled consonants begin syllables and are not split', () => {
  for (const [doubled, parts, syllable] of [
    ['ㄲ', '가고', '까'],
    ['ㄸ', '다도', '따'],
    ['ㅃ', '바보', '빠'],
    ['ㅆ', '사소', '싸'],
    ['ㅉ', '자조', '짜'],
  ] as const) {
    expect(matchesEverywhere(doubled, syllable)).toBe(true)
    expect(matchesEverywhere(`${doubled}ㅁ`, `${syllable}마`)).toBe(true)
    expect(matchesEverywhere(doubled, parts)).toBe(false)
  }
})

test('a whole syllable is not split, even if it ends in two consonants', () => {
  for (const [typed, other] of [
    ['값', '갑사'],
    ['닭', '달가'],
    ['앉', '안자'],
    ['않', '안하'],
    ['삶', '살마'],
  ] as const) {
    expect(matchesEverywhere(typed, `${typed}말`)).toBe(true)
    expect(matchesEverywhere(typed, other)).toBe(false)
  }
})

test('every prefix of a name finds it while it is typed, and so do its initial consonants', () => {
  const syllable = fc.integer({ min: 0xac00, max: 0xd7a3 }).map((code) => String.fromCharCode(code))
  fc.assert(
    fc.property(fc.array(syllable, { minLength: 1, maxLength: 6 }), fc.nat(5), (syllables, cut) => {
      const name = syllables.join('')
      expect(matchesEverywhere(name.slice(0, cut + 1), `앞 ${name} 뒤`)).toBe(true)
      const last = syllables[Math.min(cut, syllables.length - 1)] ?? ''
      const open = String.fromCharCode(last.charCodeAt(0) - ((last.charCodeAt(0) - 0xac00) % 28))
      expect(matchesEverywhere(syllables.slice(0, Math.min(cut, syllables.length - 1)).join('') + open, name)).toBe(
        true,
      )
    }),
  )
})

test('no query crashes the search, and both sides always agree', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), (query, text) => void matchesEverywhere(query, text)),
  )
})

test('the initials equal those from decomposing every syllable, for any text', () => {
  const extractInitialsByLibrary = (text: string) => getChoseong(normalizeForSearch(text), { keepNonHangul: true })
  const extractInitials = (text: string) => buildSearchText([text]).split('\n').at(-1)
  const everyCharacter = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code))
  const different = everyCharacter.filter(
    (text) => text.trim() !== '' && extractInitials(text) !== extractInitialsByLibrary(text),
  )
  expect(different).toEqual([])
  const letters = fc.constantFrom(...'김가온뷁ㅅㅏㄳ–·金é\u1100\u1161\u11a8ﾊａ', '㈜', ' ')
  fc.assert(
    fc.property(
      fc.string({ unit: letters }),
      (text) => text.trim() === '' || extractInitials(text) === extractInitialsByLibrary(text),
    ),
  )
})

test.each([
  ['ㅅㅂ', true],
  ['솔비', true],
  ['101-12', true],
  ['KIM', true],
  ['ㅂㅅ', false],
])('finds text stored without its initials too: %s', (query, expected) => {
  const [pattern = ''] = buildPlainTextPatterns(query)
  expect(new RegExp(pattern, 'i').test('한솔빛마을 101동 1203호 Kim')).toBe(expected)
})

test.each([
  ['여울동 791-20', true],
  ['여울동 79-1', true],
  ['여울동 879-18', false],
  ['여울동 2879-1', false],
])('lot 791 in %s: %s', (text, isFound) => {
  expect(matchesSearch(text, compileSearch('791'))).toBe(isFound)
})
