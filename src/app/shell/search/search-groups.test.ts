import { expect, test } from 'vitest'
import type { GlobalSearchResult } from '#mirror/global-search/global-search.ts'
import { makeCase, makeGroup, makeId } from '#tests/support/books/mirror-fixtures.ts'
import type { Command } from '../account/account-commands.tsx'
import { listNavGroups } from '../staff-frame/nav-entries.tsx'
import { listScreenParts } from './screen-parts.ts'
import { describeSearch } from './search-dialog.tsx'
import { buildSearchGroups, type SearchSources } from './search-groups.tsx'

const noop = () => undefined
const commands: readonly Command[] = [
  { label: '로그아웃', keywords: ['나가기'], icon: null, action: noop },
  { label: '연동 API', keywords: ['토큰'], icon: null, action: { to: '/staff/api' } },
]

const makeCaseRow = (number: number, owner: string) => ({
  id: makeId(number),
  record: makeCase(number, { owner, owner_address: '누리시 달빛로 5', group_id: makeId(1), regi_date: '2026-12-01' }),
  joined: { group_id: makeGroup(1, '솔빛마을') },
  marks: {},
  state: 'plain' as const,
  isOutside: false,
})

const makeFound = (overrides: Partial<GlobalSearchResult> = {}): GlobalSearchResult => ({
  text: '김가온',
  reading: null,
  books: [
    {
      collection: 'real-estate',
      count: 7,
      isByValue: false,
      records: [{ row: makeCaseRow(11, '김가온'), parent: null }],
    },
  ],
  lacks: null,
  ...overrides,
})

const findGroups = (typed: string, overrides: Partial<SearchSources> = {}) =>
  buildSearchGroups(typed, {
    navGroups: listNavGroups(null),
    screenParts: listScreenParts(null),
    commands,
    recent: [],
    result: null,
    onFindDeleted: null,
    ...overrides,
  })
const findLabels = (...args: Parameters<typeof findGroups>) =>
  findGroups(...args).flatMap(({ items }) => items.map(({ label }) => label))

test.each([
  ['보낼', ['보낼 작업']],
  ['ㅂㄴㅈㅇ', ['보낼 작업']],
  ['qhsof', ['보낼 작업']],
  ['메ㅑ', ['연동 API']],
  ['나가기', ['로그아웃']],
  ['장부 카드', ['카드사용내역', '차량·카드 장부']],
  ['등기 관', ['등기 관리']],
])('%s finds these screens and commands, and none for superusers', (typed, labels) => {
  expect(findLabels(typed)).toEqual(labels)
})

test.each([
  ['신청서', '등기 관리 · 데이터', { to: '/services/real-estate', search: { tab: 'address' } }],
  ['등본', '부동산 주소 · 부동산 작업', { to: '/staff/addresses' }],
  ['공문', '공탁 관리 · 사건부', { to: '/services/deposit', search: { tab: 'table' } }],
  ['공탁 리포트', '공탁 관리', { to: '/services/deposit', search: { tab: 'report' } }],
  ['미수금', '공탁 관리 · 리포트', { to: '/services/deposit', search: { tab: 'report', view: 'receivables' } }],
  ['회사', '공탁 관리', { to: '/services/deposit', search: { tab: 'company' } }],
  ['잔액', '퀵', { to: '/quick' }],
  ['wjqtnqjsgh', '등기 관리 · 데이터', { to: '/services/real-estate', search: { tab: 'address' } }],
  ['은행', '등기 관리', { to: '/services/real-estate', search: { tab: 'bank' } }],
  ['보상금', '부동산 주소 · 부동산 작업', { to: '/staff/addresses' }],
  ['연차', '휴가신청', { to: '/staff/leave-request' }],
])('%s leads inside a screen: %s', (typed, note, does) => {
  expect(findGroups(typed)[0]?.items[0]).toMatchObject({ note, action: does })
})

test('names each part of a screen once, and shows those for superusers to no one else', () => {
  const all = listScreenParts({ is_superuser: true }).map(({ label }) => label)
  expect(new Set(all).size).toBe(all.length)
  expect(findLabels('요율')).toEqual([])
  expect(findLabels('요율', { screenParts: listScreenParts({ is_superuser: true }) })).toEqual(['요율'])
})

test('finds a command that creates a case on the spot, rather than a link to another screen', () => {
  const createCommand = { label: '등기 사건 추가', keywords: ['새 사건'], icon: null, action: noop }
  expect(findLabels('새 사건', { commands: [createCommand] })).toEqual(['등기 사건 추가'])
})

test("finds the superusers' screens for superusers only", () => {
  expect(findLabels('최고관', { navGroups: listNavGroups({ is_superuser: true }) })).toEqual(['관리', '서버 운영'])
  expect(findLabels('최고관')).toEqual([])
})

test('lists recently opened records and then the screens when nothing is typed', () => {
  const recent = [{ collection: 'real-estate' as const, row: makeCaseRow(11, '김가온') }]
  const [first, second] = findGroups('', { recent, result: makeFound({ text: '' }) })
  expect(first).toMatchObject({ value: '최근에 연 기록', items: [{ label: '김가온', foundBy: null }] })
  expect(first?.items[0]?.note).toMatch(/^사건부 · 솔빛마을/)
  expect(second?.value).toBe('화면')
})

test('distinguishes a found record from its namesakes, and opens it next to its list', () => {
  const [group] = findGroups('김가온', { result: makeFound() })
  expect(group?.value).toBe('사건부 7건')
  expect(group?.items).toMatchObject([
    {
      label: '김가온',
      note: '솔빛마을 · 누리시 달빛로 5 · 등기예정일 2026.12.01',
      foundBy: '김가온',
      action: { to: '/services/real-estate', search: { tab: 'table', open: makeId(11) } },
    },
    {
      label: '사건부에서 모두 보기 (7)',
      action: { to: '/services/real-estate', search: { tab: 'table', search: '김가온' } },
    },
  ])
})

test('marks text typed in the other keyboard layout by its reading, and passes that reading to the list', () => {
  const reading = { text: '김가온', isAlone: true }
  const [group] = findGroups('rlarkdhs', { result: makeFound({ text: 'rlarkdhs', reading }) })
  expect(group?.items[0]?.marked).toContain('김가온')
  expect(group?.items[1]?.action).toMatchObject({ search: { search: '김가온' } })
})

test('opens the whole record for a part and offers no list', () => {
  const owner = { ...makeCaseRow(60, ''), record: makeCase(60, { owner: '최나래', unit_id: makeId(50) }) }
  const unit = { ...makeCaseRow(50, ''), record: makeCase(50, { dongho: '101동 1203호', owner: null }) }
  const parent = { collection: 'real-estate-units' as const, row: unit }
  const books = [{ collection: 'unit-owners' as const, count: 9, isByValue: false, records: [{ row: owner, parent }] }]
  const [group] = findGroups('최나래', { result: makeFound({ text: '최나래', books }) })
  expect(group?.items).toHaveLength(1)
  expect(group?.items[0]).toMatchObject({
    label: '최나래',
    action: { to: '/services/real-estate', search: { tab: 'address', open: makeId(50) } },
  })
  expect(group?.items[0]?.note).toMatch(/^101동 1203호/)
})

test('names a parcel by its place and its lot', () => {
  const land = { ...makeCaseRow(60, ''), record: makeCase(60, { address: '해든구 별빛동', lot: '1-19' }) }
  const books = [
    { collection: 'address-lands' as const, count: 1, isByValue: false, records: [{ row: land, parent: null }] },
  ]
  expect(findLabels('별빛동 1-19', { result: makeFound({ text: '별빛동 1-19', books }) })).toEqual([
    '해든구 별빛동 1-19',
  ])
})

test('says what an amount or a day was found in, and offers no list that would not find it', () => {
  const paid = { ...makeCaseRow(11, '김가온'), record: makeCase(11, { owner: '김가온', fees: 309_000 }) }
  const books = [
    { collection: 'real-estate' as const, count: 30, isByValue: true, records: [{ row: paid, parent: null }] },
  ]
  const [group] = findGroups('309,000', { result: makeFound({ text: '309,000', books }) })
  expect(group?.items.map(({ label }) => label)).toEqual(['김가온'])
  expect(group?.items[0]?.note).toMatch(/^보수료 309,000원/)
})

test('a command of the open screen says that it works there', () => {
  const print = { label: '인쇄', keywords: ['출력'], icon: null, note: '지금 화면', action: () => undefined }
  const [group] = findGroups('출력', { commands: [print] })
  expect(group?.items).toMatchObject([{ label: '인쇄', note: '지금 화면' }])
})

test('a text that finds no record leads to the deleted ones, once the search is complete', () => {
  const searched: string[] = []
  const onFindDeleted = (text: string) => void searched.push(text)
  const none = makeFound({ text: '남궁데스크', books: [] })
  const [group] = findGroups('남궁데스크', { result: none, onFindDeleted })
  expect(group?.items.map(({ label }) => label)).toEqual(["삭제한 기록에서 '남궁데스크' 찾기"])
  const action = group?.items[0]?.action
  if (typeof action === 'function') action()
  expect(searched).toEqual(['남궁데스크'])
  expect(findGroups('남궁데스크', { result: none })).toEqual([])
  expect(findGroups('남궁데스크2', { result: none, onFindDeleted })).toEqual([])
  expect(findGroups('남궁데스크', { result: { ...none, lacks: 'coming' }, onFindDeleted })).toEqual([])
  expect(findLabels('김가온', { result: makeFound(), onFindDeleted })).not.toContain("삭제한 기록에서 '김가온' 찾기")
})

test.each([
  [makeFound(), '기록 7건'],
  [makeFound({ books: [] }), '찾은 것이 없습니다.'],
  [makeFound({ books: [], lacks: 'coming' }), '찾은 것이 없습니다. 자료를 불러오는 중입니다.'],
  [makeFound({ lacks: 'absent' }), '기록 7건 이 기기에 아직 내려받지 않은 자료는 찾지 못합니다.'],
  [
    makeFound({ text: 'rla', reading: { text: '김', isAlone: true } }),
    "'rla'을(를) '김'으로 찾은 결과입니다. 기록 7건",
  ],
  [makeFound({ text: 'rla', reading: { text: '기', isAlone: false } }), "'기'로도 찾았습니다. 기록 7건"],
  [
    makeFound({ text: 'ㅗ디ㅣㅐ', reading: { text: 'hello', isAlone: true } }),
    "'ㅗ디ㅣㅐ'을(를) 'hello'(으)로 찾은 결과입니다. 기록 7건",
  ],
])('announces result %#', (result, text) => {
  expect(describeSearch(result.text, result, 0)).toBe(text)
  expect(describeSearch(`${result.text} 더`, result, 0)).toBeNull()
})
