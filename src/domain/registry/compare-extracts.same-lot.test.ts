import { expect, test } from 'vitest'
import { isSameLot, parseLot } from './compare-extracts.ts'

test.each([
  ['가람도 솔빛시 해든구 달빛동 123-4', '달빛동 123-4'],
  ['누리군 하늘면 별빛리 산 12-3 임야 1,204㎡', '별빛리 산12-3'],
  ['누리군 하늘면 별빛리 산12', '별빛리 산12'],
  ['솔빛시 해든구 달빛동 0123 - 04 외 2필지', '달빛동 123-4'],
  ['솔빛시 종로1가 7번지', '종로1가 7'],
  ['솔빛시 해든구 달빛동 5 해든마을 제101동 제12층', '달빛동 5'],
  ['해든구 달빛로 7, 101동 2503호', null],
  ['별지 목록 기재와 같음', null],
])('reads the lot of %s: %s', (text, expected) => {
  const lot = parseLot(text)
  expect(lot && `${lot.place} ${lot.lot}`).toBe(expected)
})

test.each<[string, string, boolean | undefined]>([
  ['해든구 달빛동 123-4', '가람도 솔빛시 해든구 달빛동 123-4', true],
  ['해든구 달빛동 123-4', '해든구 달빛동 123-5', false],
  ['해든구 달빛동 123-4', '해든구 별빛동 123-4', false],
  ['별빛리 산 12', '별빛리 12', false],
  ['달빛로 7', '달빛동 7', undefined],
])('compares %s and %s', (a, b, same) => {
  expect(isSameLot(a, b)).toBe(same)
})
