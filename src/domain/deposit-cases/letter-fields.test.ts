import { expect, test } from 'vitest'
import { formatLetterWon } from '#domain/filings/document-texts.ts'
import { newOffice } from '#domain/office/office.ts'
import {
  mergeLetterValues,
  fillLetter,
  letterFieldNames,
  listLetterValues,
  findUnfilledFields,
  formatUnfilled,
} from './letter-fields.ts'

const record = {
  owner_name: '김가온',
  address: '산 12-3',
  business_section: '누리천 정비',
  request_number: null,
  fees: 1_234_000,
  fees_vat: 123_400,
  created_at: '2026-03-02',
  status: 'completed',
}
const values = listLetterValues(record, { today: '2026-11-20', office: { ...newOffice, seal_strokes: [] } })

test('fills a template from the case, with amounts and days as letters write them', () => {
  const text = '{소유자} {부동산의 표시} {사업구간} {보수료} {합계} {등기접수일} {상태} {오늘} {사무소 전화}'
  expect(fillLetter(text, values)).toBe(
    '김가온 산 12-3 누리천 정비 금1,234,000원(금일백이십삼만사천원) 금1,357,400원(금일백삼십오만칠천사백원) 2026. 3. 2. 완료 2026. 11. 20. 02-000-0000',
  )
})

test('leaves unknown values visible, and distinguishes them from names that are no field', () => {
  const text = fillLetter('{의뢰번호} {소유주} { 소유자 } {의뢰번호}\n{표}', values)
  expect(text).toBe('{의뢰번호} {소유주} 김가온 {의뢰번호}\n{표}')
  expect(findUnfilledFields(text)).toEqual([
    { name: '의뢰번호', isField: true },
    { name: '소유주', isField: false },
  ])
})

test('every offered field can be filled', () => {
  const full = new Map(letterFieldNames.map((name) => [name, 'x']))
  expect(findUnfilledFields(fillLetter(letterFieldNames.map((name) => `{${name}}`).join(''), full))).toEqual([])
  expect(new Set(letterFieldNames).size).toBe(letterFieldNames.length)
})

test.each([
  [0, '금0원(금영원)'],
  [10, '금10원(금일십원)'],
  [113_560, '금113,560원(금일십일만삼천오백육십원)'],
  [100_010_000, '금100,010,000원(금일억일만원)'],
  [999_999_999_999_999, '금999,999,999,999,999원(금구백구십구조구천구백구십구억구천구백구십구만구천구백구십구원)'],
])('writes %i won as %s', (amount, text) => {
  expect(formatLetterWon(amount)).toBe(text)
})

test('several cases give their common values, complete sums and the first owner with a count', () => {
  const context = { today: '2026-11-20', office: { ...newOffice, seal_strokes: [] } }
  const base = { business_section: '누리천 정비', address: '산 12-3', fees: 100_000, fees_vat: 10_000, purpose: '공탁' }
  const all = mergeLetterValues(
    [
      { ...base, owner_name: '김가온', proof: 5000 },
      { ...base, owner_name: '이든', address: '산 4', purpose: '소유권이전' },
      { ...base, owner_name: '박새론' },
    ],
    context,
  )
  expect(
    ['사업구간', '소유자', '부동산의 표시', '보수료', '합계', '제증명', '등기목적'].map((name) => all.get(name)),
  ).toEqual([
    '누리천 정비',
    '김가온 외 2명',
    '산 12-3 외 2건',
    '금300,000원(금삼십만원)',
    '금335,000원(금삼십삼만오천원)',
    undefined,
    undefined,
  ])
  const unknown = mergeLetterValues([{ ...base }, { business_section: '누리천 정비' }], context)
  expect(unknown.get('합계')).toBeUndefined()
})

test('explains an unfilled place: one case has no value, several may have different ones', () => {
  expect(formatUnfilled(['{공탁번호}'], 1)).toBe('사건에 값이 없어 채우지 못했습니다: {공탁번호}')
  expect(formatUnfilled(['{사업구간}', '{공탁번호}'], 3)).toBe(
    '값이 사건마다 다르거나 없는 사건이 있어 채우지 못했습니다: {사업구간}, {공탁번호}',
  )
})
