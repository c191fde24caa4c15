import { describe, expect, test } from 'vitest'
import { realEstateBook } from '#contract/books/real-estate.ts'
import type { ParsedCell } from '../xlsx/sheet.ts'
import { readField } from './read-field.ts'

const today = '2026-11-21'

describe('a date column', () => {
  test.each<[ParsedCell, string | null]>([
    ['2026-11-20', '2026-11-20'],
    ['2026.11.20', '2026-11-20'],
    ['2026. 11. 20.', '2026-11-20'],
    ['2026년 11월 20일', '2026-11-20'],
    ['2026-11-20 00:00:00', '2026-11-20'],
    ['11/20', '2026-11-20'],
    [20_261_120, '2026-11-20'],
    [261_120, '2026-11-20'],
    ['261120', '2026-11-20'],
    [{ n: 261_120, shown: '261,120' }, '2026-11-20'],
    [46_346, '2026-11-20'],
    [46_346.5, '2026-11-20'],
    [{ day: '2026-11-20', shown: '26/11/20' }, '2026-11-20'],
    ['  ', null],
    [null, null],
  ])('reads %j as %s', (cell, day) => {
    expect(read('created_at', cell)).toEqual({ value: day })
  })

  test.each<[ParsedCell]>([['미정'], [12], [-1], [{ day: null, shown: '1900-02-29' }]])('refuses %j', (cell) => {
    expect(read('created_at', cell)).toEqual({ message: '날짜는 2026-01-31 형식으로 입력해 주세요.' })
  })

  test.each<[ParsedCell, string]>([
    ['2026-02-30', '2026년 2월에는 30일이 없습니다.'],
    ['2026-13-01', '13월은 없습니다.'],
    [20_261_301, '13월은 없습니다.'],
  ])('says what is missing in %j', (cell, message) => {
    expect(read('created_at', cell)).toEqual({ message })
  })
})

describe('a money column', () => {
  test.each<[ParsedCell, number | null]>([
    ['1,234,000원', 1_234_000],
    ['₩ 1,234,000', 1_234_000],
    ['１２３', 123],
    ['금1,000원정', 1000],
    [33_000.000_000_001, 33_000],
    [{ n: 5000, shown: '5,000원' }, 5000],
    ['-', null],
    ['38만', 380_000],
    ['1억2천', 120_000_000],
    ["'=200000+50000", 250_000],
    [0, 0],
    [null, null],
  ])('reads %j as %s won', (cell, won) => {
    expect(read('fees', cell)).toEqual({ value: won })
  })

  test.each<[ParsedCell, string]>([
    ['삼십만', '금액은 250,000, 38만, 1억2천만처럼 입력해 주세요.'],
    ['1,000 또는 2,000', '금액은 250,000, 38만, 1억2천만처럼 입력해 주세요.'],
    ['12.5', '금액은 원 단위 정수로 입력해 주세요.'],
    [1.5, '금액은 원 단위 정수로 입력해 주세요.'],
    [-5, '0 이상으로 입력해 주세요.'],
    [1e15, '금액이 너무 큽니다.'],
    [{ day: '2026-11-20', shown: '2026-11-20' }, '금액 셀에 날짜가 있습니다.'],
    [{ broken: '#REF!' }, '읽을 수 없는 값입니다: #REF!'],
  ])('refuses %j: %s', (cell, message) => {
    expect(read('fees', cell)).toEqual({ message })
  })
})

describe('a text column', () => {
  test.each<[ParsedCell, string | null]>([
    ['00123', '00123'],
    [{ n: 123, shown: '00123' }, '00123'],
    [1_234_567_890_123, '1234567890123'],
    ['  공백  ', '공백'],
    ['가'.normalize('NFD'), '가'],
    ["'=1+1", '=1+1'],
    ['   ', null],
  ])('reads %j as %j', (cell, text) => {
    expect(read('owner', cell)).toEqual({ value: text })
  })

  test.each<[ParsedCell, string]>([
    ['가'.repeat(101), '100자 이하로 입력해 주세요.'],
    ['\ud800', '사용할 수 없는 글자가 들어 있습니다.'],
    [{ broken: 'TRUE' }, '읽을 수 없는 값입니다: TRUE'],
    [
      { day: '2026-11-20', shown: '11-20' },
      "엑셀이 날짜로 바꾼 값입니다(11-20). 셀 서식을 '텍스트'로 바꾸고 다시 입력해 주세요.",
    ],
  ])('refuses %j', (cell, message) => {
    expect(read('owner', cell)).toEqual({ message })
  })
})

describe('a number column', () => {
  const share = { key: 'share', label: '지분(%)', kind: 'number', group: 'basic', scale: 2, min: 0, max: 100 } as const

  test.each<[ParsedCell, number]>([
    [{ n: 1, shown: '100%' }, 100],
    [{ n: 0.333_3, shown: '33.33%' }, 33.33],
    [{ n: 0.07, shown: '7%' }, 7],
    [{ n: 0, shown: '0.00%' }, 0],
    ['62.5 %', 62.5],
    [62.5, 62.5],
  ])('of percentages reads %j as %s', (cell, value) => {
    expect(readField(share, cell, today)).toEqual({ value })
  })

  test('of anything else refuses percentages', () => {
    const area = { ...share, label: '면적(㎡)' }
    expect(readField(area, { n: 0.5, shown: '50%' }, today)).toEqual({ message: '숫자로 입력해 주세요.' })
    expect(readField(area, '50%', today)).toEqual({ message: '숫자로 입력해 주세요.' })
    expect(read('fees', { n: 0.5, shown: '50%' })).toEqual({ message: '금액 셀에 백분율이 있습니다.' })
  })
})

describe('a date in a text column', () => {
  const text = { key: 'memo', label: '메모', kind: 'text', group: 'basic' } as const
  const cell = { day: '2026-04-09', shown: '04월 09일' }

  test('becomes the typed number in fields of such numbers', () => {
    expect(readField({ ...text, isUnitNumber: true }, cell, today)).toEqual({ value: '4동 9호' })
    expect(readField({ ...text, isLotNumber: true }, cell, today)).toEqual({ value: '4-9' })
  })

  test('keeps its displayed text in fields for sentences', () => {
    expect(readField({ ...text, maxLength: 1000 }, cell, today)).toEqual({ value: '04월 09일' })
  })

  test.each([{ isUnitNumber: true }, { isLotNumber: true }, {}] as const)(
    'is refused where the original is uncertain (%j)',
    (kind) => {
      const result = readField({ ...text, ...kind }, { day: '1934-05-01', shown: 'May-34' }, today)
      expect(result).toEqual({ message: expect.stringContaining("(May-34). 셀 서식을 '텍스트'로") })
    },
  )
})

function read(key: 'created_at' | 'fees' | 'owner', cell: ParsedCell) {
  const field = realEstateBook.fields.find((candidate) => candidate.key === key)
  if (field === undefined) throw new Error(key)
  return readField(field, cell, today)
}
