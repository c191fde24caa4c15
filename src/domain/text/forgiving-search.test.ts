import { assemble, disassemble } from 'es-hangul'
import { expect, test } from 'vitest'
import { measureCpuMs } from '#tests/support/runner/measure-cpu.ts'
import { countSyllables, createForgivingSearch, formatReadingNote } from './forgiving-search.ts'

const posts = [
  {
    title: '수용보상금 공탁, 접수에서 출급까지',
    about: '공탁 토지수용',
    body: '공탁금은 10년이 지나면 국고에 귀속됩니다.',
  },
  {
    title: '등기부등본 읽는 법',
    about: '등기사항증명서',
    body: '갑구와 을구를 차례로 봅니다. 근저당권이 있는지 봅니다.',
  },
  {
    title: '소유권 이전등기 서류',
    about: '매매 증여',
    body: '인감증명서와 등기필증을 챙깁니다. 상속재산분할협의서도 냅니다.',
  },
  { title: '임차권등기명령', about: '전세보증금', body: '대항력을 지키는 길입니다. FAQ를 함께 봅니다.' },
]
const search = createForgivingSearch(posts, (post) => post)
const searchTitles = (query: string) => {
  const { exact, near } = search(query)
  return {
    exact: exact.map(({ title }) => title),
    near: near && [near.reading, ...near.items.map(({ title }) => title)],
  }
}

test.each([
  ['소유권 이전등기', '소유권 이전등기 서류'],
  ['소유권이전 등기', '소유권 이전등기 서류'],
  ['소유 권이전등기', '소유권 이전등기 서류'],
  ['소유권이전등기', '소유권 이전등기 서류'],
  ['등기부 등본', '등기부등본 읽는 법'],
  ['등기 부등 본', '등기부등본 읽는 법'],
  ['인감 증명서', '소유권 이전등기 서류'],
  ['전세 보증금', '임차권등기명령'],
  ['ㄱㅌ', '수용보상금 공탁, 접수에서 출급까지'],
  ['ㄷㅎㄹ', '임차권등기명령'],
  ['등기부등', '등기부등본 읽는 법'],
])('%s is found as typed, with any spacing', (query, title) => {
  const { exact, near } = searchTitles(query)
  expect(exact).toContain(title)
  expect(near).toBeNull()
})

test.each([
  ['공탁급', '공탁금', 0],
  ['공탁긍', '공탁금', 0],
  ['등기부등뵨', '등기부등본', 1],
  ['등기뷰등본', '등기부등본', 1],
  ['등기부듣본', '등기부등본', 1],
  ['임자권등기명령', '임차권등기명령', 3],
  ['인감증며서', '인감증명서', 2],
  ['소유권이전등가', '소유권 이전등기', 2],
  ['소유권이전 등가', '소유권 이전등기', 2],
  ['등ㅇ기필증', '등기필증', 2],
  ['상속재산뷴할혐의서', '상속재산분할협의서', 2],
  ['전세보즘금 대항력', '전세보증금 대항력', 3],
  ['rhdxkr', '공탁', 0],
  ['RHDXKR', '공탁', 0],
  ['rmswjekd', '근저당', 1],
  ['rx', 'ㄱㅌ', 0],
  ['ㄹㅁㅂ', 'faq', 3],
  ['rhdxkrrmq', '공탁금', 0],
  ['공턱', '공탁', 0],
  ['공턱 접수', '공탁 접수', 0],
  ['말쏘', null, -1],
  ['whdtjdkdntjf', null, -1],
])('%s is read as %s', (query, reading, at) => {
  const { exact, near } = searchTitles(query)
  expect(exact).not.toContain(posts[at]?.title)
  expect(near?.[0] ?? null).toBe(reading)
  expect(near?.[1]).toBe(posts[at]?.title)
})

test.each(['꽁턱', '등짝', '구름', 'ㅠ', '꽁', '바나나우유', '날씨가좋다', '(', ' '])('%j finds nothing', (query) => {
  expect(searchTitles(query)).toEqual({ exact: [], near: null })
})

const listWrongKeys = (key: string) =>
  [...(/[ㄱ-ㅎ]/.test(key) ? 'ㄱㄴㄹㅁㅅㅇㅈㅊㅎ' : 'ㅏㅓㅗㅜㅡㅣㅐ')].filter((other) => other !== key)

/** The word with any one of its keys wrong, as far as it still has three syllables. */
function mistype(word: string): string[] {
  const keys = [...disassemble(word)]
  return keys
    .flatMap((key, index) => listWrongKeys(key).map((wrong) => assemble(keys.with(index, wrong))))
    .filter((typed) => countSyllables(typed) >= 3)
}

test.each(['공탁금', '등기부등본', '인감증명서', '대항력'])('any one wrong key in %s still finds it', (word) => {
  const all = mistype(word)
  expect(all.length).toBeGreaterThan(20)
  for (const typed of all) {
    const { exact, near } = searchTitles(typed)
    expect(near?.[0] ?? (exact.length > 0 ? word : null), typed).toBe(word)
  }
})

test('exact finds come first, near finds after them and only once', () => {
  const both = [
    { title: '공탁급 처리', about: '', body: '' },
    { title: '공탁금 출급', about: '', body: '' },
    { title: '공탁금과 공탁급', about: '', body: '' },
  ]
  const { exact, near } = createForgivingSearch(both, (post) => post)('공탁급')
  expect(exact.map(({ title }) => title)).toEqual(['공탁급 처리', '공탁금과 공탁급'])
  expect([near?.reading, near?.items.map(({ title }) => title)]).toEqual(['공탁금', ['공탁금 출급']])
})

test('keeps a typed word that occurs more often than the word similar to it', () => {
  const texts = ['상속인 확인', '상속인 찾기', '상속일 계산'].map((title) => ({ title, about: '', body: '' }))
  expect(createForgivingSearch(texts, (text) => text)('상속인').near).toBeNull()
})

test('titles come before summaries, and those before bodies', () => {
  const texts = [
    { title: '셋째', about: '', body: '취득세' },
    { title: '둘째', about: '취득세', body: '' },
    { title: '취득세', about: '', body: '' },
  ]
  expect(createForgivingSearch(texts, (text) => text)('취득세').exact.map(({ title }) => title)).toEqual([
    '취득세',
    '둘째',
    '셋째',
  ])
})

test('a long text of thousands of words is searched in well under a second', () => {
  const createSyllable = (n: number) => String.fromCharCode(0xac00 + ((n * 7919) % 11172))
  const many = Array.from({ length: 400 }, (_, index) => ({
    title: `글 ${index}`,
    about: '',
    body: Array.from({ length: 200 }, (_word, n) =>
      [1, 2, 3, 4].map((k) => createSyllable(index * 200 + n + k * 31)).join(''),
    ).join(' '),
  }))
  const slow = createForgivingSearch(many, (text) => text)
  slow('공탁급여')
  expect(measureCpuMs(() => slow('소유권이전등가'))).toBeLessThan(1500)
})

test.each([
  ['공탁급', '공탁금', "'공탁급'을 '공탁금'으로 찾은 결과입니다."],
  [' rhdxkr ', '공탁', "'rhdxkr'을(를) '공탁'으로 찾은 결과입니다."],
  ['등기부등뵨', '등기부', "'등기부등뵨'을 '등기부'로 찾은 결과입니다."],
  ['ㄹ므', 'faq', "'ㄹ므'를 'faq'(으)로 찾은 결과입니다."],
])('the note for %s read as %s names both', (typed, reading, says) => {
  expect(formatReadingNote(typed, reading)).toBe(says)
})
