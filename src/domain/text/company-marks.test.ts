import { expect, test } from 'vitest'
import { splitAtMarks } from './company-marks.ts'

test.each([
  ['가온부동산신탁(주)', ['가온부동산신탁', '(주)', '']],
  ['(유)해든과 (재)누리', ['', '(유)', '해든과 ', '(재)', '누리']],
  ['주식회사 가온', ['', '주식회사', ' 가온']],
  ['가온(주식회사)', ['가온', '(주식회사)', '']],
  ['농업회사법인（주）솔빛', ['', '농업회사법인', '', '（주）', '솔빛']],
  ['달빛로 12 (달빛동, 가온채)', ['달빛로 12 (달빛동, 가온채)']],
  ['', ['']],
])('splits %s so that every second piece is a company mark', (text, pieces) => {
  expect(splitAtMarks(text)).toEqual(pieces)
})
