import { expect, test } from 'vitest'
import { bookOf, collectionNames } from '#contract/books/collections.ts'
import type { SourceRow } from '#contract/row-source.ts'
import { recordCreate, recordDelete, recordUpdate } from '#app/records/record-edits.ts'
import { recordBook } from '#app/records/record-book.ts'

const row: SourceRow = {
  id: 'e1',
  record: {
    id: 'e1',
    version: 3,
    inserted_at: '',
    updated_at: '',
    group_id: 'g1',
    owner: '김가온',
    fees: 100_000,
    fees_vat: 10_000,
  },
  joined: {},
  marks: {},
  state: 'plain',
  isOutside: false,
}

test('the tax follows the fee', () => {
  expect(recordUpdate(recordBook('real-estate'), row, { fees: 250_005 })).toEqual({
    edit: {
      kind: 'update',
      caption: '김가온',
      collection: 'real-estate',
      id: 'e1',
      baseVersion: 3,
      changes: { fees: { old: 100_000, new: 250_005 }, fees_vat: { old: 10_000, new: 25_001 } },
    },
  })
  expect(recordUpdate(recordBook('real-estate'), row, { fees: null })).toMatchObject({
    edit: { changes: { fees_vat: { new: 0 } } },
  })
})

test.each(collectionNames)('what a record of %s must hold it is not made without, and does not lose later', (name) => {
  for (const { key, required, editable } of bookOf(name).fields) {
    if (!required || editable === false) continue
    const fields = expect.objectContaining({ [key]: expect.stringMatching(/[가-힣]/) })
    expect(recordCreate(recordBook(name), 'n1', { [key]: ' ' })).toMatchObject({ fields })
    expect(recordUpdate(recordBook(name), row, { [key]: null })).toMatchObject({ fields })
  }
})

test('a tax set by hand stays', () => {
  expect(recordUpdate(recordBook('real-estate'), row, { fees: 200_000, fees_vat: 0 })).toMatchObject({
    edit: { changes: { fees_vat: { new: 0 } } },
  })
})

test('what did not change is not sent', () => {
  expect(recordUpdate(recordBook('real-estate'), row, { owner: '김가온', fees: 100_000 })).toMatchObject({
    edit: { changes: {} },
  })
})

test('an entry needs a group, on adding and on editing', () => {
  expect(recordCreate(recordBook('real-estate'), 'n1', { owner: '박새론', group_id: null })).toMatchObject({
    refusal: '사업구간(그룹)을 선택하세요.',
  })
  expect(
    recordUpdate(recordBook('real-estate'), { ...row, record: { ...row.record, group_id: null } }, { owner: '박새론' }),
  ).toMatchObject({
    refusal: '사업구간(그룹) 정보가 없습니다.',
  })
})

test('a tax that is left as it is although the fee changes is named, so that nobody derives it', () => {
  const taxed = { ...row, record: { ...row.record, fees: 100_000, fees_vat: 0 } }
  expect(recordUpdate(recordBook('real-estate'), taxed, { fees: 200_000, fees_vat: 0 })).toMatchObject({
    edit: { changes: { fees: { old: 100_000, new: 200_000 }, fees_vat: { old: 0, new: 0 } } },
  })
})

test('a new entry brings its tax along', () => {
  expect(recordCreate(recordBook('real-estate'), 'n1', { group_id: 'g1', fees: 45 })).toEqual({
    edit: { kind: 'create', collection: 'real-estate', id: 'n1', fields: { group_id: 'g1', fees: 45, fees_vat: 5 } },
  })
})

test('a delete remembers whose entry it was', () => {
  expect(recordDelete(recordBook('real-estate'), row)).toMatchObject({
    kind: 'delete',
    caption: '김가온',
    baseVersion: 3,
  })
  expect(
    recordBook('real-estate').rules.captionOf(
      { ...row.record, owner: null },
      { group_id: { ...row.record, name: '해든 우회도로' } },
    ),
  ).toBe('해든 우회도로')
})
