import { expect, test } from 'vitest'
import { bankBook } from '#contract/books/banks.ts'
import { depositCaseBook } from '#contract/books/deposit-cases.ts'
import type { Book } from '#contract/books/field.ts'
import { managerBook } from '#contract/books/master-data.ts'
import { realEstateUnitBook } from '#contract/books/real-estate-units.ts'
import { getRecordSchemas } from '#contract/books/record-schema.ts'

function read(book: Book, fields: object) {
  return getRecordSchemas(book).change.safeParse(fields)
}

test.each([
  [realEstateUnitBook, { dongho: '101-1203' }, { dongho: '101동 1203호' }],
  [realEstateUnitBook, { immovable_num: '12341996123456' }, { immovable_num: '1234-1996-123456' }],
  [realEstateUnitBook, { immovable_num: '' }, { immovable_num: null }],
  // Looks like 11 January 1911; its check digit fits no person.
  [bankBook, { corporate_num: '1101110062432' }, { corporate_num: '110111-0062432' }],
  // A wrong check digit is accepted.
  [bankBook, { corporate_num: '110111-0062433' }, { corporate_num: '110111-0062433' }],
  [bankBook, { corporate_num: '000000 0000001' }, { corporate_num: '000000-0000001' }],
  [realEstateUnitBook, { immovable_num: '１２３４–1996–123456' }, { immovable_num: '1234-1996-123456' }],
  [realEstateUnitBook, { mortgage_receipt_num: '제２３４５－６호' }, { mortgage_receipt_num: '제2345-6호' }],
  [bankBook, { company_num: '１２０–８１–\u200b４７５２１' }, { company_num: '120-81-47521' }],
  [depositCaseBook, { deposit_number: '２０２５년 금 제１７호' }, { deposit_number: '2025년 금 제17호' }],
  [managerBook, { tel: '０３１－９８７－６５４３' }, { tel: '031-987-6543' }],
  [managerBook, { tel: '031—987−6543' }, { tel: '031-987-6543' }],
  [managerBook, { name: '강\u200b여\u00ad울' }, { name: '강여울' }],
  [managerBook, { name: '강\u00a0여울' }, { name: '강 여울' }],
  // Variation selectors of emoji are kept.
  [managerBook, { position: '부장 ❤️' }, { position: '부장 ❤️' }],
])('normalizes numbers and names (%#)', (book, typed, written) => {
  expect(read(book, typed)).toEqual({ success: true, data: written })
})

test.each([
  [realEstateUnitBook, { immovable_num: '1234-1996' }, '부동산고유번호는'],
  [bankBook, { corporate_num: '110-81-41272' }, '법인등록번호는'],
  // A person's number is not a corporation's in any field.
  [bankBook, { corporate_num: '900101-1234568' }, '주민등록번호'],
])('refuses a number of another kind or length (%#)', (book, typed, expected) => {
  expect(read(book, typed).error?.issues[0]?.message).toContain(expected)
})
