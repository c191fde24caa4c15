import { expect, test } from 'vitest'
import { computeRowsOfPage, listRenderedPages } from './screen-reader-rows.tsx'

test('draws the hundred rows around the active one and those in view', () => {
  expect(listRenderedPages({ active: 5, top: 0, bottom: 20 }, 1000)).toEqual([0])
  expect(listRenderedPages({ active: 5, top: 690, bottom: 710 }, 1000)).toEqual([0, 6, 7])
  expect(computeRowsOfPage(9, 950)).toEqual({ first: 900, last: 949 })
})

test('draws the first hundred for the header, none for an empty result, and nothing beyond the end', () => {
  expect(listRenderedPages({ active: -2, top: 0, bottom: 20 }, 50)).toEqual([0])
  expect(listRenderedPages({ active: 0, top: 0, bottom: 20 }, 0)).toEqual([])
  expect(listRenderedPages({ active: 99, top: 90, bottom: 110 }, 100)).toEqual([0])
})
