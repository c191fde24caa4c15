import { describe, expect, test } from 'vitest'
import { namedInFull, rankSuggestions, type Suggestion } from './rank-suggestions.ts'

const projects: readonly Suggestion[] = [
  { label: '다온 재건축', note: '가온신탁' },
  { label: '북가온 재개발' },
  { label: '고운 마을' },
  { label: '누리 가온지구' },
  { label: '가온지구 2차' },
  { label: '가온' },
]

function offered(typed: string, among: readonly Suggestion[] = projects): readonly string[] {
  return rankSuggestions(among, typed, (project) => project).map(({ label }) => label)
}

describe('what is offered first for a typed text', () => {
  test('the name itself, its beginning, the beginning of a word, the inside, and other fields last', () => {
    expect(offered('가온')).toEqual(['가온', '가온지구 2차', '누리 가온지구', '북가온 재개발', '다온 재건축'])
  })

  test('a half-typed syllable begins a name as the whole one would', () => {
    expect(offered('가오')).toEqual(['가온지구 2차', '가온', '누리 가온지구', '북가온 재개발', '다온 재건축'])
  })

  test('초성 come after letters, those at the beginning first, other fields after them', () => {
    expect(offered('ㄱㅇ')).toEqual([
      '고운 마을',
      '가온지구 2차',
      '가온',
      '누리 가온지구',
      '북가온 재개발',
      '다온 재건축',
    ])
    expect(offered('ㄱㅇ', [{ label: '가온' }, { label: '예 ㄱㅇ 표' }])).toEqual(['예 ㄱㅇ 표', '가온'])
  })

  test('several words must all be there; the first of them says where', () => {
    expect(offered('가온 2')).toEqual(['가온지구 2차'])
    expect(offered('가온 신탁')).toEqual(['다온 재건축'])
    expect(offered('없는 것')).toEqual([])
  })

  test('signs of a typed text are letters, and nothing typed offers everything as it stands', () => {
    expect(offered('(', [{ label: '주공(1)' }, { label: '주공' }])).toEqual(['주공(1)'])
    expect(offered(' ')).toEqual(projects.map(({ label }) => label))
  })
})

describe('what a typed text names in full', () => {
  const named = (typed: string, among = projects) => namedInFull(among, typed, (one) => one)

  test('only a whole name does, however it is spaced or cased', () => {
    expect(named(' 가온지구  2차 ')?.label).toBe('가온지구 2차')
    expect(named('가온지구')).toBeNull()
    expect(named('')).toBeNull()
    expect(named('sky', [{ label: 'SKY' }])?.label).toBe('SKY')
  })

  test('a name that two have is nobody’s', () => {
    expect(
      named('가온', [
        { label: '가온', note: '서울' },
        { label: '가온', note: '부산' },
      ]),
    ).toBeNull()
  })
})
