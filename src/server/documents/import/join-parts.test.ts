import { describe, expect, test } from 'vitest'
import { addressBook } from '#contract/books/addresses.ts'
import { depositCaseBook } from '#contract/books/deposit-cases.ts'
import type { RecordDescription } from '#contract/books/field.ts'
import { quickDeliveryBook } from '#contract/books/quick-delivery.ts'
import { realEstateUnitBook } from '#contract/books/real-estate-units.ts'
import { realEstateBook } from '#contract/books/real-estate.ts'
import type { ParsedCell } from '../xlsx/sheet.ts'
import { findHeaderRow } from './header-row.ts'
import { readField } from './read-field.ts'
import { getCell } from './sheet-row.ts'
import { listIgnoredColumns } from './shown-mapping.ts'

const today = '2026-11-21'
type Row = readonly ParsedCell[]

function requireHeader(description: RecordDescription, titles: Row, neededKey: string) {
  const header = findHeaderRow([titles], { book: description, requiredKey: neededKey })
  if (!header) throw new Error('no header')
  return header
}

function read(description: RecordDescription, key: string, [titles, cells]: readonly [Row, Row]) {
  const header = requireHeader(description, titles, key)
  const field = description.fields.find((candidate) => candidate.key === key)
  if (!field) throw new Error(key)
  const result = readField(field, getCell(cells, header, key), today)
  return 'value' in result ? result.value : result
}

describe('the location of a lot', () => {
  test.each<[Row, Row, string]>([
    [['연번', '소재지', '지번'], [1, '누리도 해든시 여울동', '산7-2'], '누리도 해든시 여울동 산7-2'],
    [['지번', '소재지', '연번'], ['45', '누리도 해든시 여울동', 1], '누리도 해든시 여울동 45'],
    [['시도', '시군구', '읍면동', '지번'], ['누리도', '해든시', '여울동', '45-6'], '누리도 해든시 여울동 45-6'],
    [
      ['시/도', '시/군/구', '읍/면/동', '리', '본번', '부번'],
      ['누리도', '해든군', '여울면', '새봄리', 45, 6],
      '누리도 해든군 여울면 새봄리 45-6',
    ],
    [['소재지', '본번', '부번'], ['여울동', '0045', '0000'], '여울동 45'],
    [['소재지', '산', '본번', '부번'], ['여울동', '산', 7, 2], '여울동 산 7-2'],
    [['소재지', '산여부', '본번', '부번'], ['여울동', 'N', 7, 0], '여울동 7'],
    [['시도', '소재지', '지번'], ['누리도', '누리도 여울동', '45'], '누리도 여울동 45'],
    [['소재지', '지번'], ['여울동 45-6', '45-6'], '여울동 45-6'],
    [['소재지', '지번'], ['여울동', { n: 45, shown: '45' }], '여울동 45'],
    [['소재지', '지번', '지번주소'], ['다른 동', '1', '여울동 45-6'], '여울동 45-6'],
  ])('is joined from columns %j with cells %j to %s', (titles, cells, jibun) => {
    expect(
      read(addressBook, 'jibun', [
        ['소유자', ...titles],
        ['강여울', ...cells],
      ]),
    ).toBe(jibun)
  })

  test('of a deposit case is joined too', () => {
    const rows = [
      ['사업구간', '토지 소재지', '지번'],
      ['3공구', '여울동', '45-6'],
    ] as const
    expect(read(depositCaseBook, 'address', rows)).toBe('여울동 45-6')
  })
})

describe('the number of a unit', () => {
  test.each<[Row, Row, string]>([
    [['동', '호'], [102, 504], '102동 504호'],
    [['동', '호수'], ['102동', '504호'], '102동 504호'],
    [['동', '층', '호'], ['102동', '5층', '504호'], '102동 504호'],
    [['건물동', '호실'], ['가', 'B01'], '가동 B01호'],
    [['호'], ['504'], '504호'],
    [['동', '호'], ['', '504'], '504호'],
  ])('is joined from columns %j with cells %j to %s', (titles, cells, dongho) => {
    const rows = [
      ['사업구간', ...titles],
      ['해든마을', ...cells],
    ] as const
    expect(read(realEstateUnitBook, 'dongho', rows)).toBe(dongho)
  })
})

test('joins an address in two columns and an instant in two columns', () => {
  const owner = [
    ['사업구간', '소유자', '주소', '상세주소'],
    ['해든', '강여울', '누리로 12', '504호'],
  ] as const
  expect(read(realEstateBook, 'owner_address', owner)).toBe('누리로 12 504호')
  const moment: readonly [Row, Row] = [
    ['등록일자', '등록시간', '기사명'],
    [{ day: '2026-03-04', shown: '2026-03-04' }, { day: null, shown: '9:30', time: '09:30:00' }, '박기사'],
  ]
  expect(read(quickDeliveryBook, 'created_at', moment)).toBe('2026-03-04T00:30:00+00:00')
})

test('an unreadable part is an error of the field', () => {
  const rows: readonly [Row, Row] = [
    ['소유자', '소재지', '지번'],
    ['강여울', '여울동', { broken: '#REF!' }],
  ]
  expect(read(addressBook, 'jibun', rows)).toEqual({ message: '읽을 수 없는 값입니다: #REF!' })
})

test('lists columns that are not imported, with sample values', () => {
  const titles = ['소유자', '소재지', '지번', '지목', '빈 열', '']
  const header = requireHeader(addressBook, titles, 'jibun')
  const rows: Row[] = [
    titles,
    ['강여울', '여울동', '1', '임', null, null],
    ['한새봄', '여울동', '2', '전', ' ', '참고'],
  ]
  expect(listIgnoredColumns(header, rows)).toEqual([
    { header: '지목', rows: 2, samples: ['임', '전'] },
    { header: 'F열', rows: 1, samples: ['참고'] },
  ])
})
