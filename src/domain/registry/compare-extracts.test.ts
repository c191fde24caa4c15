import { expect, test } from 'vitest'
import { addressChangeBook } from '#contract/books/address-parts.ts'
import type { RegistryExtract } from '#contract/registry/extract.ts'
import { createEntry, createExtract, createParty } from '#tests/support/documents/registry-extracts.ts'
import { compareExtracts, type ExtractChange } from './compare-extracts.ts'
import { formatInterestedParties } from './registered-owners.ts'

const first = createEntry('1 소유권보존', [createParty('김가온')])
const mortgage = createEntry('1 근저당권설정', [createParty('해든은행')], {
  claim_amount: 120_000_000,
  received_at: '2026-11-20',
})
const lift = createEntry('2 1번근저당권설정등기말소')
const seizure = createEntry('2 가압류', [createParty('누리상호금융')])

test.each<[string, Partial<RegistryExtract>, Partial<RegistryExtract>, readonly ExtractChange[]]>([
  ['identical extracts: no change', { rights: [mortgage] }, { rights: [mortgage] }, []],
  [
    'another owner',
    {},
    { ownership: [first, createEntry('2 소유권이전', [createParty('박새론', '', { num_masked: '850505-2******' })])] },
    [{ kind: 'owner_changed', before_text: '김가온', after_text: '박새론 (850505-2******)' }],
  ],
  [
    'a transferred share',
    { ownership: [createEntry('1 소유권보존', [createParty('김가온', '2분의 1'), createParty('이든', '2분의 1')])] },
    { ownership: [createEntry('1 소유권보존', [createParty('김가온', '4분의 1'), createParty('이든', '4분의 3')])] },
    [
      {
        kind: 'owner_changed',
        before_text: '김가온 2분의 1, 이든 2분의 1',
        after_text: '김가온 4분의 1, 이든 4분의 3',
      },
    ],
  ],
  [
    'the same owners in another order, spelling and fraction',
    { ownership: [createEntry('1 소유권보존', [createParty('(주)해든', '2분의 1'), createParty('이든', '2분의 1')])] },
    {
      ownership: [
        createEntry('1 소유권보존', [createParty('이든', '4분의 2'), createParty('주식회사 해든', '2분의 1')]),
      ],
    },
    [],
  ],
  [
    'a registration number that was missing before',
    {},
    { ownership: [createEntry('1 소유권보존', [createParty('김가온', '', { num_masked: '900101-1******' })])] },
    [],
  ],
  [
    'an owner who moved',
    {},
    {
      ownership: [
        first,
        createEntry('1-1 1번등기명의인표시변경', [createParty('김가온', '', { address: '누리군 하늘면 별빛리 7' })]),
      ],
    },
    [
      {
        kind: 'description_changed',
        before_text: '김가온 주소 가람도 솔빛시 해든구 달빛로 1',
        after_text: '김가온 주소 누리군 하늘면 별빛리 7',
      },
    ],
  ],
  [
    'a new mortgage',
    {},
    { rights: [mortgage] },
    [
      {
        kind: 'mortgage_added',
        before_text: '',
        after_text: '을구 1번 근저당권설정 · 채권최고액 120,000,000원 · 해든은행 · 2026.11.20 제100호',
      },
    ],
  ],
  [
    'a cancelled mortgage',
    { rights: [mortgage] },
    { rights: [{ ...mortgage, is_cancelled: true }, lift] },
    [
      {
        kind: 'mortgage_lifted',
        before_text: '을구 1번 근저당권설정 · 채권최고액 120,000,000원 · 해든은행 · 2026.11.20 제100호',
        after_text: '',
      },
    ],
  ],
  [
    'a new seizure in 갑구',
    {},
    { ownership: [first, seizure] },
    [{ kind: 'right_added', before_text: '', after_text: '갑구 2번 가압류 · 누리상호금융 · 2020.03.04 제200호' }],
  ],
  [
    'a cancelled seizure',
    { ownership: [first, seizure] },
    { ownership: [first, { ...seizure, is_cancelled: true }] },
    [{ kind: 'right_lifted', before_text: '갑구 2번 가압류 · 누리상호금융 · 2020.03.04 제200호', after_text: '' }],
  ],
  [
    'a parcel with a new 지목 and area',
    {},
    { description: { address: '가람도 솔빛시 해든구 달빛동 123-4', land_kind: '도로', area: 330, details: ['분할'] } },
    [
      {
        kind: 'description_changed',
        before_text: '지목 대 · 면적 330.5㎡ · 내역 없음',
        after_text: '지목 도로 · 면적 330㎡ · 내역 분할',
      },
    ],
  ],
])('%s', (_name, before, after, changes) => {
  expect(compareExtracts(createExtract(before), createExtract(after))).toEqual(changes)
})

test('changes fit their record, even with two hundred owners, and have a kind the book knows', () => {
  const many = Array.from({ length: 200 }, (_, index) => createParty(`${'가'.repeat(90)}${index}`, '200분의 1'))
  const changes = compareExtracts(
    createExtract({ rights: [mortgage, createEntry('3 지상권설정', [createParty('이든')])] }),
    createExtract({ ownership: [createEntry('1 소유권보존', many), seizure], rights: [{ ...mortgage, rank: '9' }] }),
  )
  const known = addressChangeBook.fields.flatMap((field) =>
    field.key === 'change_kind' ? field.choices.map(({ value }): string => value) : [],
  )
  expect(changes).toHaveLength(5)
  for (const { kind, before_text, after_text } of changes) {
    expect(known).toContain(kind)
    expect(Math.max(before_text.length, after_text.length)).toBeLessThanOrEqual(1000)
  }
})

test('관계인 of a parcel are the holders of valid rights', () => {
  const lease = createEntry('3 전세권설정', [createParty('이든')])
  const { ownership, rights } = createExtract({ rights: [mortgage, lease, { ...mortgage, is_cancelled: true }] })
  expect(formatInterestedParties({ ownership: [...ownership, seizure], rights })).toBe(
    '근저당권자 해든은행, 전세권자 이든, 채권자 누리상호금융',
  )
})
