import { expect, test } from 'vitest'
import type { AnyRecord } from '#contract/books/field.ts'
import { addDerivedFields, listDecidedTogether } from './book-rules.ts'
import { realEstateUnitRules } from './real-estate-units.ts'

test('derives 동 and 호 from 동호수', () => {
  expect(addDerivedFields(realEstateUnitRules, { dongho: '101동 1203호' })).toEqual({
    dongho: '101동 1203호',
    dong: '101동',
    ho: '1203호',
  })
  expect(addDerivedFields(realEstateUnitRules, { dongho: '지하1층' })).toEqual({
    dongho: '지하1층',
    dong: null,
    ho: '지하1층',
  })
  expect(addDerivedFields(realEstateUnitRules, { owner: '김가온' })).toEqual({ owner: '김가온' })
})

test('treats 동호수, 동 and 호 as one field in a conflict', () => {
  for (const key of ['dongho', 'dong', 'ho']) {
    expect(listDecidedTogether(realEstateUnitRules, key)).toEqual(['dongho', 'dong', 'ho'])
  }
})

test.each([
  [{ dongho: '101동 1203호', owner: '김가온' }, '101동 1203호 · 해든마을'],
  [{ dongho: '', owner: '김가온' }, '김가온 · 해든마을'],
  [{}, '세대 · 해든마을'],
])('names %j %s', (record, caption) => {
  expect(realEstateUnitRules.captionOf(record, { group_id: { name: '해든마을' } as unknown as AnyRecord })).toBe(
    caption,
  )
})
