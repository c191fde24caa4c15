import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normalizeUnitNumber, splitUnitNumber } from './unit-number.ts'

test.each([
  ['101-1203', '101동 1203호'],
  ['101 1203', '101동 1203호'],
  ['101동1203호', '101동 1203호'],
  ['101동1203', '101동 1203호'],
  ['  101 동  1203 호 ', '101동 1203호'],
  ['제101동 제1203호', '101동 1203호'],
  ['１０１－１２０３', '101동 1203호'],
  ['101동 1203호', '101동 1203호'],
  ['a-301', 'A동 301호'],
  ['가동 301', '가동 301호'],
  ['101동 b01호', '101동 B01호'],
  ['101동 301-1', '101동 301-1호'],
  ['상가동 2층 201호', '상가동 2층 201호'],
  ['101동 지하1층 B01호', '101동 지하1층 B01호'],
  ['B01호', 'B01호'],
  ['b01', 'B01호'],
  ['1203', '1203호'],
  ['1203 호', '1203호'],
  ['지하1층', '지하1층'],
  ['지하1층  B101호', '지하1층 B101호'],
  ['제제301', '301호'],
  ['101동', '101동'],
  ['관리동', '관리동'],
  ['05월 07일', '5동 7호'],
  ['11월 2일', '11동 2호'],
])('normalizes %s to %s', (typed, written) => {
  expect(normalizeUnitNumber(typed)).toBe(written)
})

test('leaves an already normalized text unchanged', () => {
  const typed = fc.string({ unit: fc.constantFrom(...'01239ABb동호층제지하상가- ~'), maxLength: 14 })
  fc.assert(
    fc.property(typed, (text) => {
      expect(normalizeUnitNumber(normalizeUnitNumber(text))).toBe(normalizeUnitNumber(text))
    }),
  )
})

test.each([
  ['101동 1203호', '101동', '1203호'],
  ['상가동 2층 201호', '상가동', '2층 201호'],
  ['1203호', null, '1203호'],
  ['지하1층', null, '지하1층'],
  ['101동', '101동', null],
  ['', null, null],
])('splits %j into 동 %j and 호 %j', (written, dong, ho) => {
  expect(splitUnitNumber(written)).toEqual({ dong, ho })
})
