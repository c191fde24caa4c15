import { describe, expect, test } from 'vitest'
import { buildPageSlots, countPages, parsePage } from './page-slots.ts'

describe('the page buttons', () => {
  test('show all of up to 7 pages', () => {
    expect(buildPageSlots(1, 1)).toEqual([1])
    expect(buildPageSlots(6, 7)).toEqual([1, 2, 3, 4, 5, 6, 7])
  })

  test.each([1, 2, 3, 4])('on page %i of 20 show the first five and the last one', (page) => {
    expect(buildPageSlots(page, 20)).toEqual([1, 2, 3, 4, 5, 'gap-after', 20])
  })

  test.each([17, 18, 19, 20])('on page %i of 20 show the first one and the last five', (page) => {
    expect(buildPageSlots(page, 20)).toEqual([1, 'gap-before', 16, 17, 18, 19, 20])
  })

  test.each([5, 10, 16])('on page %i of 20 show it between its neighbors', (page) => {
    expect(buildPageSlots(page, 20)).toEqual([1, 'gap-before', page - 1, page, page + 1, 'gap-after', 20])
  })

  test.each([5, 6, 7] as const)(
    'never have more than %i slots, and always show the current, first and last page',
    (maxSlots) => {
      for (let page = 1; page <= 60; page++) {
        const slots = buildPageSlots(page, 60, maxSlots)
        expect(slots.length).toBeLessThanOrEqual(maxSlots)
        expect(slots).toEqual(expect.arrayContaining([1, page, 60]))
        const numbers = slots.filter((slot) => typeof slot === 'number')
        expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
      }
    },
  )

  test('are fewer on a narrow screen', () => {
    expect(buildPageSlots(1, 6, 6)).toEqual([1, 2, 3, 4, 5, 6])
    expect(buildPageSlots(3, 20, 6)).toEqual([1, 2, 3, 4, 'gap-after', 20])
    expect(buildPageSlots(10, 20, 6)).toEqual([1, 'gap-before', 10, 11, 'gap-after', 20])
    expect(buildPageSlots(2, 20, 5)).toEqual([1, 2, 3, 'gap-after', 20])
    expect(buildPageSlots(10, 20, 5)).toEqual([1, 'gap-before', 10, 'gap-after', 20])
    expect(buildPageSlots(19, 20, 5)).toEqual([1, 'gap-before', 18, 19, 20])
  })

  test('show one page for an empty list', () => {
    expect([countPages(0, 20), countPages(20, 20), countPages(21, 20)]).toEqual([1, 1, 2])
  })

  test('accept a typed page only as a whole number', () => {
    expect(['3', ' 12 ', '０７', '-1', '2.5', '셋', ''].map(parsePage)).toEqual([3, 12, 7, -1, null, null, null])
  })
})
