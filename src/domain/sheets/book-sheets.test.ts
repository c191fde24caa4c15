import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RealEstateRecord } from '#contract/books/real-estate.ts'
import {
  formatOfficeClock,
  parseExcelDay,
  parseExcelTime,
  toExcelMoment,
  toExcelSerial,
} from '#domain/dates/office-date.ts'
import { caseBookSheet } from './book-sheets.ts'
import { escapeFormula, unescapeFormula } from './record-sheet.ts'

const group = {
  id: '01990000-0000-7000-8000-000000000001',
  name: '해든마을 가온채 1단지',
  trust_corporate_name: '가온부동산신탁(주)',
  office: '해든등기소',
  region: '솔빛시',
  type: '분양',
  manager: '김가온',
}

const record: RealEstateRecord = {
  id: '01990000-0000-7000-8000-0000000000aa',
  version: 3,
  inserted_at: '2026-11-01T00:00:00Z',
  updated_at: '2026-11-01T00:00:00Z',
  group_id: group.id,
  regi_date: '2026-11-20',
  owner: '박새론',
  owner_address: '=HYPERLINK("x")',
  housing_reg_date: null,
  purpose: '소유권이전',
  fees: 300_000,
  fees_vat: 30_000,
  proof: 5000,
  tax: null,
  stamp: 18_000,
  receipted_at: '2026-11-02',
  created_at: '2026-11-05',
  registrated_at: null,
  mandated_at: null,
  verified_by: null,
  client_birth: null,
  client_others: null,
  closed_at: null,
}

const mapCellsByHeader = (cells: readonly unknown[]) =>
  Object.fromEntries(caseBookSheet.columns.map(({ header }, index) => [header, cells[index]]))

test("a row has the office's labels, won as numbers and days as Excel counts them", () => {
  expect(mapCellsByHeader(caseBookSheet.toCells({ record, group }))).toEqual({
    '사업구간(그룹)': '해든마을 가온채 1단지',
    신탁회사: '가온부동산신탁(주)',
    관할등기소: '해든등기소',
    지역: '솔빛시',
    구분: '분양',
    담당자: '김가온',
    등기예정일: 46_346,
    소유자: '박새론',
    '소유자 주소': `'=HYPERLINK("x")`,
    '임대주택 등록일': null,
    등기목적: '소유권이전',
    '위임받은 연월일': null,
    '위임인 확인방법': null,
    '위임인 생년월일': null,
    '위임인 외 인원': null,
    종결일자: null,
    보수료: 300_000,
    부가세: 30_000,
    제증명: 5000,
    공과금: null,
    증지·인지: 18_000,
    합계: 353_000,
    서류접수일: 46_328,
    등기접수일: 46_331,
    '등기필증 수령일': null,
    번호: record.id,
    '내보낸 기준': expect.stringMatching(/^3-[0-9a-z]+$/) as string,
  })
})

test('the total row adds up money only', () => {
  const total = caseBookSheet.total()
  total.add(caseBookSheet.toCells({ record, group }))
  total.add(caseBookSheet.toCells({ record: { ...record, fees: null, tax: 7200 }, group: undefined }))
  const cells = mapCellsByHeader(total.row())
  expect(cells).toMatchObject({ '사업구간(그룹)': '합계', 보수료: 300_000, 공과금: 7200, 합계: 353_000 + 60_200 })
  expect(cells['등기예정일']).toBeNull()
})

test('a case without any money has an empty sum instead of zero', () => {
  const empty = { ...record, fees: null, fees_vat: null, proof: null, tax: null, stamp: null }
  expect(mapCellsByHeader(caseBookSheet.toCells({ record: empty, group }))['합계']).toBeNull()
})

test('every day of the calendar survives Excel and back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 80_000 }), (serial) => {
      fc.pre(serial !== 60)
      const day = parseExcelDay(serial)
      expect(day).not.toBeNull()
      expect(toExcelSerial(day ?? '')).toBe(serial)
    }),
  )
  expect(parseExcelDay(1)).toBe('1900-01-01')
  expect(parseExcelDay(61)).toBe('1900-03-01')
  expect(parseExcelDay(60)).toBeNull()
  expect(parseExcelDay(46_346.99)).toBe('2026-11-20')
  expect(parseExcelDay(44_884, true)).toBe('2026-11-20')
})

test('every minute survives Excel and back, in office time', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: Date.parse('1950-01-01') / 60_000, max: Date.parse('2110-01-01') / 60_000 }),
      (minute) => {
        const instant = new Date(minute * 60_000).toISOString()
        const serial = toExcelMoment(instant) ?? 0
        const time = parseExcelTime(Number(serial.toPrecision(15))) ?? '00:00:00'
        expect(`${parseExcelDay(serial)} ${time.slice(0, 5)}`).toBe(formatOfficeClock(instant))
      },
    ),
  )
  expect(toExcelMoment('')).toBeNull()
})

test('text never becomes a formula and reads back unchanged', () => {
  for (const text of ['=1+1', '+82', '-', '@x', '\tx']) expect(escapeFormula(text)).toBe(`'${text}`)
  expect(escapeFormula('가\u0000나\u0007')).toBe('가나')
  const cells = fc.stringMatching(/^['=+\-@\t]{0,3}[가-힣a-z ]{0,5}$/)
  fc.assert(
    fc.property(cells, (text) => {
      expect(unescapeFormula(escapeFormula(text))).toBe(text)
      expect(escapeFormula(text)).not.toMatch(/^[=+\-@\t]/)
    }),
  )
})
