import { expect, test } from 'vitest'
import { findLevel, formatMarker, splitLetter, splitLetterLines } from './letter-text.ts'

const listPlacements = (text: string) =>
  splitLetterLines(text).map(({ indent, behind, marker, text: rest }) => [indent, behind + marker + rest])

test('indents each level of items by one Hangul letter more than its parent, for any typed blanks', () => {
  const text = '1. 하나\n가. 둘\n      1) 셋\n가) 넷\n(1) 다섯\n(가) 여섯\n① 일곱\n㉮ 여덟\n나. 다시 둘\n2. 다시 하나'
  expect(listPlacements(text).map(([indent]) => indent)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 1, 0])
})

test('a skipped level does not shift anything: an item is below its parent', () => {
  expect(listPlacements('1. 하나\n1) 바로 밑\n2) 또\n가. 없는 수준').map(([indent]) => indent)).toEqual([0, 1, 1, 1])
  expect(listPlacements('가. 처음\n1) 밑').map(([indent]) => indent)).toEqual([0, 1])
})

test('lines that are no items keep their blanks, two per letter; years and dates are no items', () => {
  expect(listPlacements('  들여쓴 글\n- 가로줄\n2026. 11. 20. 접수\n다만, 그렇다')).toEqual([
    [1, '들여쓴 글'],
    [0, '- 가로줄'],
    [0, '2026. 11. 20. 접수'],
    [0, '다만, 그렇다'],
  ])
})

test('aligns enclosures at the width of 붙임', () => {
  expect(listPlacements('붙임 1. 내역서 1부.\n2. 세금계산서 1부.')).toEqual([
    [0, '붙임  1. 내역서 1부.'],
    [0, '붙임  2. 세금계산서 1부.'],
  ])
})

test('splits a text at its table and its enclosures, and removes a typed 끝.', () => {
  expect(splitLetter('1. 앞\n{표}\n2. 뒤\n\n붙임  1. 내역서 1부.  끝.\n')).toEqual({
    above: '1. 앞',
    below: '2. 뒤',
    enclosures: '붙임  1. 내역서 1부.',
    columns: [],
  })
  expect(splitLetter('1. 앞\n끝.')).toEqual({ above: '1. 앞', below: '', enclosures: '', columns: [] })
  expect(splitLetter('일을 끝.내다')).toEqual({ above: '일을 끝.내다', below: '', enclosures: '', columns: [] })
  expect(splitLetter('앞\n{표: 공탁번호, 공탁금액}').columns).toEqual(['공탁번호', '공탁금액'])
})

test('every generated marker is read back as its level', () => {
  for (let level = 0; level < 8; level += 1) {
    for (const count of [1, 2, 9, 14]) expect(findLevel(formatMarker(level, count)), `${level} ${count}`).toBe(level)
  }
  expect([formatMarker(1, 14), formatMarker(1, 15), formatMarker(3, 29)]).toEqual(['하.', '거.', '고)'])
})
