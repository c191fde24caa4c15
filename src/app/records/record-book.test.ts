import { expect, test } from 'vitest'
import type { CollectionName } from '#contract/books/collections.ts'
import type { AnyRecord } from '#contract/books/field.ts'
import { createPlainRow } from '#tests/support/books/array-row-source.ts'
import { deleteQuestion, getRecordBook } from './record-book.ts'

const group = { id: 'g', version: 1, name: '솔빛마을' } as unknown as AnyRecord

function deleteQuestionText(collection: CollectionName, fields: object): string {
  const record = { id: 'r', version: 1, ...fields } as unknown as AnyRecord
  return deleteQuestion(getRecordBook(collection), {
    record,
    joined: { ...createPlainRow(record).joined, group_id: group },
  })
}

test.each([
  ['real-estate', { owner: '최민준', purpose: '소유권이전' }, "'최민준 · 소유권이전' 건을 삭제하시겠습니까?"],
  ['real-estate', { owner: '최민준', purpose: null }, "'최민준' 건을 삭제하시겠습니까?"],
  ['real-estate', { owner: null, purpose: '소유권보존' }, "'솔빛마을 · 소유권보존' 건을 삭제하시겠습니까?"],
  [
    'deposit-cases',
    { owner_name: '한도담', business_section: '2공구', purpose: '수용' },
    "'한도담 · 수용' 건을 삭제하시겠습니까?",
  ],
  ['companies', { name: '한빛건설' }, "'한빛건설' 회사를 삭제하시겠습니까?"],
] as const)('names the record in the delete question of %s: %j', (collection, fields, question) => {
  expect(deleteQuestionText(collection, fields)).toBe(question)
})
