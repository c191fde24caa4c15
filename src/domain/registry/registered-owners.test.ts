import { expect, test } from 'vitest'
import type { RegisteredEntry } from '#contract/addresses/extract.ts'
import { entry, party } from '#tests/support/registry-extracts.ts'
import { formatOwnerName, ownersText, determinesOwnership, listRegisteredOwners } from './registered-owners.ts'

const first = entry('1 소유권보존', [party('김가온')])
const shared = entry('2 소유권이전', [party('박새론', '2분의 1'), party('이든', '2분의 1')])

test.each<[string, RegisteredEntry[], string]>([
  ['the first entry names the owner', [first], '김가온'],
  ['a transfer replaces the owner', [first, entry('2 소유권이전', [party('박새론')])], '박새론'],
  [
    'a cancelled transfer does not count',
    [first, entry('2 소유권이전', [party('박새론')], { is_cancelled: true })],
    '김가온',
  ],
  ['the party of a cancellation is no owner', [first, entry('3 2번소유권이전등기말소', [party('박새론')])], '김가온'],
  [
    'a transfer with trust',
    [first, entry('2 소유권이전 및 신탁', [party('가온부동산신탁(주)')])],
    '가온부동산신탁(주)',
  ],
  ['several owners with shares', [first, shared], '박새론 2분의 1, 이든 2분의 1'],
  [
    'one share transferred as a whole',
    [first, shared, entry('3 이든지분전부이전', [party('최도담', '2분의 1')])],
    '박새론 2분의 1, 최도담 2분의 1',
  ],
  [
    'a share named with its entry number',
    [first, shared, entry('3 2번 이든 지분전부이전', [party('최도담', '2분의 1')])],
    '박새론 2분의 1, 최도담 2분의 1',
  ],
  [
    'two shares transferred at once',
    [first, shared, entry('3 2번박새론지분,2번이든지분전부이전', [party('최도담')])],
    '최도담',
  ],
  [
    'part of a share transferred',
    [first, shared, entry('3 이든지분2분의1중일부(4분의1)이전', [party('최도담', '4분의 1')])],
    '박새론 2분의 1, 이든 4분의 1, 최도담 4분의 1',
  ],
  [
    'all shares transferred',
    [first, shared, entry('3 공유자전원지분전부이전', [party('솔빛도시개발공사')])],
    '솔빛도시개발공사',
  ],
  [
    'part of sole ownership transferred',
    [first, entry('2 소유권일부이전', [party('이든', '3분의 1')])],
    '김가온 3분의 2, 이든 3분의 1',
  ],
  ['a 소유권이전청구권가등기 changes no owner', [first, entry('2 소유권이전청구권가등기', [party('이든')])], '김가온'],
  ['a seizure changes no owner', [first, entry('2 가압류', [party('해든은행')])], '김가온'],
  [
    'an unreadable share is shown as written',
    [first, entry('2 소유권일부이전', [party('이든', '약간')])],
    '김가온, 이든 약간',
  ],
])('%s', (_, ownership, owners) => {
  expect(ownersText(listRegisteredOwners({ ownership }))).toBe(owners)
})

test('a change of name or address keeps the owner', () => {
  const moved = entry('1-1 1번등기명의인표시변경', [party('김가온', '', { address: '누리군 하늘면 별빛리 7' })])
  expect(listRegisteredOwners({ ownership: [first, moved] })).toMatchObject([
    { name: '김가온', address: '누리군 하늘면 별빛리 7', entry: { rank: '1' } },
  ])
  const renamed = entry('1-1 1번등기명의인표시변경', [party('김하람')])
  expect(ownersText(listRegisteredOwners({ ownership: [first, renamed] }))).toBe('김하람')
  expect(ownersText(listRegisteredOwners({ ownership: [first, shared, renamed] }))).toBe('박새론 2분의 1, 이든 2분의 1')
})

test('entries that are no ownership burden it', () => {
  expect(
    ['소유권이전', '공유자전원지분전부이전', '이든지분일부이전', '등기명의인표시변경'].filter(
      (purpose) => !determinesOwnership({ purpose }),
    ),
  ).toEqual([])
  expect(
    ['가압류', '강제경매개시결정', '처분금지가처분', '소유권이전청구권가등기'].filter((purpose) =>
      determinesOwnership({ purpose }),
    ),
  ).toEqual([])
})

test('an address names the first owner and the number of others', () => {
  expect(formatOwnerName([])).toBeNull()
  expect(formatOwnerName([party('김가온')])).toBe('김가온')
  expect(formatOwnerName([party('김가온'), party('박새론'), party('이든')])).toBe('김가온 외 2명')
})
