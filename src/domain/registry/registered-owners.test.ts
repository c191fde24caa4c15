import { expect, test } from 'vitest'
import type { RegisteredEntry } from '#contract/registry/extract.ts'
import { createEntry, createParty } from '#tests/support/documents/registry-extracts.ts'
import { determinesOwnership, formatOwnerName, formatOwners, listRegisteredOwners } from './registered-owners.ts'

const first = createEntry('1 소유권보존', [createParty('김가온')])
const shared = createEntry('2 소유권이전', [createParty('박새론', '2분의 1'), createParty('이든', '2분의 1')])

test.each<[string, RegisteredEntry[], string]>([
  ['the first entry names the owner', [first], '김가온'],
  ['a transfer replaces the owner', [first, createEntry('2 소유권이전', [createParty('박새론')])], '박새론'],
  [
    'a cancelled transfer does not count',
    [first, createEntry('2 소유권이전', [createParty('박새론')], { is_cancelled: true })],
    '김가온',
  ],
  [
    'the party of a cancellation is no owner',
    [first, createEntry('3 2번소유권이전등기말소', [createParty('박새론')])],
    '김가온',
  ],
  [
    'a transfer with trust',
    [first, createEntry('2 소유권이전 및 신탁', [createParty('가온부동산신탁(주)')])],
    '가온부동산신탁(주)',
  ],
  ['several owners with shares', [first, shared], '박새론 2분의 1, 이든 2분의 1'],
  [
    'one share transferred as a whole',
    [first, shared, createEntry('3 이든지분전부이전', [createParty('최도담', '2분의 1')])],
    '박새론 2분의 1, 최도담 2분의 1',
  ],
  [
    'a share named with its entry number',
    [first, shared, createEntry('3 2번 이든 지분전부이전', [createParty('최도담', '2분의 1')])],
    '박새론 2분의 1, 최도담 2분의 1',
  ],
  [
    'two shares transferred at once',
    [first, shared, createEntry('3 2번박새론지분,2번이든지분전부이전', [createParty('최도담')])],
    '최도담',
  ],
  [
    'part of a share transferred',
    [first, shared, createEntry('3 이든지분2분의1중일부(4분의1)이전', [createParty('최도담', '4분의 1')])],
    '박새론 2분의 1, 이든 4분의 1, 최도담 4분의 1',
  ],
  [
    'all shares transferred',
    [first, shared, createEntry('3 공유자전원지분전부이전', [createParty('솔빛도시개발공사')])],
    '솔빛도시개발공사',
  ],
  [
    'part of sole ownership transferred',
    [first, createEntry('2 소유권일부이전', [createParty('이든', '3분의 1')])],
    '김가온 3분의 2, 이든 3분의 1',
  ],
  [
    'a 소유권이전청구권가등기 changes no owner',
    [first, createEntry('2 소유권이전청구권가등기', [createParty('이든')])],
    '김가온',
  ],
  ['a seizure changes no owner', [first, createEntry('2 가압류', [createParty('해든은행')])], '김가온'],
  [
    'an unreadable share is shown as written',
    [first, createEntry('2 소유권일부이전', [createParty('이든', '약간')])],
    '김가온, 이든 약간',
  ],
])('%s', (_, ownership, owners) => {
  expect(formatOwners(listRegisteredOwners({ ownership }))).toBe(owners)
})

test('a change of name or address keeps the owner', () => {
  const moved = createEntry('1-1 1번등기명의인표시변경', [
    createParty('김가온', '', { address: '누리군 하늘면 별빛리 7' }),
  ])
  expect(listRegisteredOwners({ ownership: [first, moved] })).toMatchObject([
    { name: '김가온', address: '누리군 하늘면 별빛리 7', entry: { rank: '1' } },
  ])
  const renamed = createEntry('1-1 1번등기명의인표시변경', [createParty('김하람')])
  expect(formatOwners(listRegisteredOwners({ ownership: [first, renamed] }))).toBe('김하람')
  expect(formatOwners(listRegisteredOwners({ ownership: [first, shared, renamed] }))).toBe(
    '박새론 2분의 1, 이든 2분의 1',
  )
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
  expect(formatOwnerName([createParty('김가온')])).toBe('김가온')
  expect(formatOwnerName([createParty('김가온'), createParty('박새론'), createParty('이든')])).toBe('김가온 외 2명')
})
