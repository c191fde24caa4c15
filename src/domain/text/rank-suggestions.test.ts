import { describe, expect, test } from 'vitest'
import { findOnlyMatch, rankSuggestions, type Suggestion } from './rank-suggestions.ts'

const projects: readonly Suggestion[] = [
  { label: '다온 재건축', note: '가온신탁' },
  { label: '북가온 재개발' },
  { label: '고운 마을' },
  { label: '누리 가온지구' },
  { label: '가온지구 2차' },
  { label: '가온' },
]

function suggest(typed: string, among: readonly Suggestion[] = projects): readonly string[] {
  return rankSuggestions(among, typed, (project) => project).map(({ label }) => label)
}

describe('order of suggestions for a typed text', () => {
  test('ranks an exact name first, then prefix, word start, substring and other fields', () => {
    expect(suggest('가온')).toEqual(['가온', '가온지구 2차', '누리 가온지구', '북가온 재개발', '다온 재건축'])
  })

  test('a half-typed syllable matches the start of a name like the whole one', () => {
    expect(suggest('가오')).toEqual(['가온지구 2차', '가온', '누리 가온지구', '북가온 재개발', '다온 재건축'])
  })

  test('ranks 초성 after letters, with prefixes first and other fields last', () => {
    expect(suggest('ㄱㅇ')).toEqual([
      '고운 마을',
      '가온지구 2차',
      '가온',
      '누리 가온지구',
      '북가온 재개발',
      '다온 재건축',
    ])
    expect(suggest('ㄱㅇ', [{ label: '가온' }, { label: '예 ㄱㅇ 표' }])).toEqual(['예 ㄱㅇ 표', '가온'])
  })

  test('several words must all match, and the first one determines the rank', () => {
    expect(suggest('가온 2')).toEqual(['가온지구 2차'])
    expect(suggest('가온 신탁')).toEqual(['다온 재건축'])
    expect(suggest('없는 것')).toEqual([])
  })

  test('special characters are literal, and an empty text offers everything in its order', () => {
    expect(suggest('(', [{ label: '주공(1)' }, { label: '주공' }])).toEqual(['주공(1)'])
    expect(suggest(' ')).toEqual(projects.map(({ label }) => label))
  })
})

describe('the only item a typed text means', () => {
  const chooseLabel = (typed: string, among: readonly Suggestion[] = projects) =>
    findOnlyMatch(rankSuggestions(among, typed, returnItself), typed, returnItself)?.label ?? null

  test('is an exact name, ignoring spaces and case, even if longer names contain it', () => {
    expect(chooseLabel(' 가온지구  2차 ')).toBe('가온지구 2차')
    expect(chooseLabel('sky', [{ label: 'SKY' }, { label: 'Skyline' }])).toBe('SKY')
    expect(chooseLabel('', [{ label: 'SKY' }])).toBeNull()
  })

  test('is the only name that contains the text, its 초성 or a syllable still being typed', () => {
    const among = [{ label: '솔빛마을 1단지' }, { label: '솔빛마을 2단지' }, { label: '가람동' }]
    for (const typed of ['가람', '람', 'ㄱㄹㄷ', '가라', ' 가람 ']) expect(chooseLabel(typed, among)).toBe('가람동')
    expect(chooseLabel('2단지', among)).toBe('솔빛마을 2단지')
    expect(chooseLabel('누리', [{ label: '솔빛마을', note: '누리신탁' }, { label: '누리천 정비' }])).toBe('누리천 정비')
    expect(chooseLabel('솔빛', among)).toBeNull()
    expect(chooseLabel('나래', among)).toBeNull()
  })

  test('is none when the text is found only in the note', () => {
    expect(chooseLabel('미래', [{ label: '솔빛마을', note: '미래신탁' }])).toBeNull()
    expect(chooseLabel('솔빛 미래', [{ label: '솔빛마을', note: '미래신탁' }])).toBeNull()
  })

  test('is none when two items share the name', () => {
    const namesakes = [
      { label: '가온', note: '서울' },
      { label: '가온', note: '부산' },
    ]
    expect(chooseLabel('가온', namesakes)).toBeNull()
    expect(chooseLabel('가온', [...namesakes, { label: '가온지구' }])).toBeNull()
  })
})

function returnItself(suggestion: Suggestion): Suggestion {
  return suggestion
}
