import { expect, test } from 'vitest'
import { getRecordBook } from '#app/records/record-book.ts'
import { buildCreate, buildDelete, buildUpdate } from '#app/records/record-edits.ts'
import { collectionNames, getBook } from '#contract/books/collections.ts'
import type { SourceRow } from '#contract/records/row-source.ts'

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

test('updates the tax with the fee', () => {
  expect(buildUpdate(getRecordBook('real-estate'), row, { fees: 250_005 })).toEqual({
    edit: {
      kind: 'update',
      caption: '김가온',
      collection: 'real-estate',
      id: 'e1',
      baseVersion: 3,
      changes: { fees: { old: 100_000, new: 250_005 }, fees_vat: { old: 10_000, new: 25_001 } },
    },
  })
  expect(buildUpdate(getRecordBook('real-estate'), row, { fees: null })).toMatchObject({
    edit: { changes: { fees_vat: { new: 0 } } },
  })
})

test.each(collectionNames)(
  'refuses to create a record of %s without a required field, or to clear it later',
  (name) => {
    for (const { key, required, editable } of getBook(name).fields) {
      if (!required || editable === false) continue
      const fields = expect.objectContaining({ [key]: expect.stringMatching(/[가-힣]/) })
      expect(buildCreate(getRecordBook(name), 'n1', { [key]: ' ' })).toMatchObject({ fields })
      expect(buildUpdate(getRecordBook(name), row, { [key]: null })).toMatchObject({ fields })
    }
  },
)

test('keeps a tax set by hand', () => {
  expect(buildUpdate(getRecordBook('real-estate'), row, { fees: 200_000, fees_vat: 0 })).toMatchObject({
    edit: { changes: { fees_vat: { new: 0 } } },
  })
})

test('leaves unchanged fields out of the edit', () => {
  expect(buildUpdate(getRecordBook('real-estate'), row, { owner: '김가온', fees: 100_000 })).toMatchObject({
    edit: { changes: {} },
  })
})

test('requires a group when adding and when editing', () => {
  expect(buildCreate(getRecordBook('real-estate'), 'n1', { owner: '박새론', group_id: null })).toMatchObject({
    refusal: '사업구간(그룹)을 선택하세요.',
  })
  expect(
    buildUpdate(
      getRecordBook('real-estate'),
      { ...row, record: { ...row.record, group_id: null } },
      { owner: '박새론' },
    ),
  ).toMatchObject({
    refusal: '사업구간(그룹) 정보가 없습니다.',
  })
})

test('names an unchanged tax when the fee changes, so that it is not derived', () => {
  const taxed = { ...row, record: { ...row.record, fees: 100_000, fees_vat: 0 } }
  expect(buildUpdate(getRecordBook('real-estate'), taxed, { fees: 200_000, fees_vat: 0 })).toMatchObject({
    edit: { changes: { fees: { old: 100_000, new: 200_000 }, fees_vat: { old: 0, new: 0 } } },
  })
})

test('derives the tax of a new record', () => {
  expect(buildCreate(getRecordBook('real-estate'), 'n1', { group_id: 'g1', fees: 45 })).toEqual({
    edit: { kind: 'create', collection: 'real-estate', id: 'n1', fields: { group_id: 'g1', fees: 45, fees_vat: 5 } },
  })
})

test("keeps the record's name in a delete", () => {
  expect(buildDelete(getRecordBook('real-estate'), row)).toMatchObject({
    kind: 'delete',
    caption: '김가온',
    baseVersion: 3,
  })
  expect(
    getRecordBook('real-estate').rules.captionOf(
      { ...row.record, owner: null },
      { group_id: { ...row.record, name: '해든 우회도로' } },
    ),
  ).toBe('해든 우회도로')
})
