import { expect, test } from 'vitest'
import { formatLetterWon } from '#domain/filings/document-texts.ts'
import { newOffice } from '#domain/office/office.ts'
import {
  fillLetter,
  fillLetterTexts,
  findEmptyCells,
  findUnfilledFields,
  formatUnfilled,
  letterFieldNames,
  listLetterValues,
  listTableCells,
  mergeLetterValues,
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

test('several cases give their common values, complete sums and the first of others with a count', () => {
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
    '공탁 외 2건',
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

const context = { today: '2026-11-20', office: { ...newOffice, seal_strokes: [] } }
const three = [
  {
    business_section: '누리천',
    owner_name: '김가온',
    request_number: 'R-1',
    deposit_number: '금 1',
    deposit_amount: 1000,
  },
  {
    business_section: '누리천',
    owner_name: '이든',
    request_number: 'R-2',
    deposit_number: '금 2',
    deposit_amount: 2000,
  },
  {
    business_section: '누리천',
    owner_name: '박새론',
    request_number: 'R-3',
    deposit_number: null,
    deposit_amount: null,
  },
]
const notice = {
  title: '{사업구간} 공탁 완료 통지',
  content:
    '1. 의뢰하신 사건(의뢰번호 {의뢰번호})을 통지합니다.\n가. 소유자: {소유자}\n나. 공탁번호: {공탁번호}\n다. 공탁금액: {공탁금액}\n{표}\n\n붙임  사본 1부.',
}

test('makes fields that differ from case to case columns of the table', () => {
  const filled = fillLetterTexts(notice, three, context)
  expect(filled.title).toBe('누리천 공탁 완료 통지')
  expect(filled.content).toBe(
    '1. 의뢰하신 사건(의뢰번호 R-1 외 2건)을 통지합니다.\n가. 소유자: 김가온 외 2명\n나. 공탁번호: 아래 표와 같음\n다. 공탁금액: 아래 표와 같음\n{표: 의뢰번호, 공탁번호, 공탁금액}\n\n붙임  사본 1부.',
  )
  expect(findUnfilledFields(filled.content)).toEqual([])
  expect(findEmptyCells(filled.content, three)).toEqual([
    { name: '공탁번호', count: 1 },
    { name: '공탁금액', count: 1 },
  ])
})

test('writes a total where every case has the amount, and lists the amounts too', () => {
  const { content } = fillLetterTexts(notice, three.slice(0, 2), context)
  expect(content).toContain('다. 공탁금액: 금3,000원(금삼천원)\n{표: 의뢰번호, 공탁번호, 공탁금액}')
  expect(listTableCells(three[1] ?? {}, ['의뢰번호', '공탁금액', '합계'])).toEqual(['R-2', '2,000원', ''])
})

test('adds a table above the enclosures if the text has none', () => {
  const content = '공탁번호: {공탁번호}\n\n붙임  사본 1부.'
  expect(fillLetterTexts({ title: '', content }, three, context).content).toBe(
    '공탁번호: 아래 표와 같음\n{표: 공탁번호}\n\n붙임  사본 1부.',
  )
})

test('lists only the total if the amounts of a claim do not fit in the table', () => {
  const costs = { fees: 1, fees_vat: 1, proof: 1, tax: 1, stamp: 1 }
  const records = [costs, { fees: 2, fees_vat: 2, proof: 2, tax: 2, stamp: 2 }]
  const content = '{보수료} {부가세} {제증명} {공과금} {증지·인지} {합계}\n{표}'
  expect(fillLetterTexts({ title: '', content }, records, context).content).toContain('\n{표: 합계}')
})

test('leaves a single case without further columns', () => {
  expect(fillLetterTexts(notice, three.slice(0, 1), context).content).toContain('나. 공탁번호: 금 1\n')
  expect(fillLetterTexts(notice, three.slice(0, 1), context).content).toContain('\n{표}\n')
})

test('reports a column that no case has', () => {
  expect(findUnfilledFields('{표: 공탁번호, 공탁변호}')).toEqual([{ name: '공탁변호', isField: false }])
})
