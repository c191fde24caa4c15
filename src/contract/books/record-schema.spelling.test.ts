import { expect, test } from 'vitest'
import { bankDescription } from '#contract/books/banks.ts'
import { depositCaseDescription } from '#contract/books/deposit-cases.ts'
import type { Book } from '#contract/books/field.ts'
import { managerDescription } from '#contract/books/master-data.ts'
import { realEstateUnitDescription } from '#contract/books/real-estate-units.ts'
import { getRecordSchemas } from '#contract/books/record-schema.ts'

function read(book: Book, fields: object) {
  return getRecordSchemas(book).change.safeParse(fields)
}

test.each([
  [realEstateUnitDescription, { dongho: '101-1203' }, { dongho: '101동 1203호' }],
  [realEstateUnitDescription, { immovable_num: '12341996123456' }, { immovable_num: '1234-1996-123456' }],
  [realEstateUnitDescription, { immovable_num: '' }, { immovable_num: null }],
  // Looks like 11 January 1911; its check digit fits no person.
  [bankDescription, { corporate_num: '1101110062432' }, { corporate_num: '110111-0062432' }],
  // A wrong check digit is accepted.
  [bankDescription, { corporate_num: '110111-0062433' }, { corporate_num: '110111-0062433' }],
  [bankDescription, { corporate_num: '000000 0000001' }, { corporate_num: '000000-0000001' }],
  [realEstateUnitDescription, { immovable_num: '１２３４–1996–123456' }, { immovable_num: '1234-1996-123456' }],
  [realEstateUnitDescription, { mortgage_receipt_num: '제２３４５－６호' }, { mortgage_receipt_num: '제2345-6호' }],
  [bankDescription, { company_num: '１２０–８１–\u200b４７５２１' }, { company_num: '120-81-47521' }],
  [depositCaseDescription, { deposit_number: '２０２５년 금 제１７호' }, { deposit_number: '2025년 금 제17호' }],
  [managerDescription, { tel: '０３１－９８７－６５４３' }, { tel: '031-987-6543' }],
  [managerDescription, { tel: '031—987−6543' }, { tel: '031-987-6543' }],
  [managerDescription, { name: '강\u200b여\u00ad울' }, { name: '강여울' }],
  [managerDescription, { name: '강\u00a0여울' }, { name: '강 여울' }],
  // Variation selectors of emoji are kept.
  [managerDescription, { position: '부장 ❤️' }, { position: '부장 ❤️' }],
])('normalizes numbers and names (%#)', (book, typed, written) => {
  expect(read(book, typed)).toEqual({ success: true, data: written })
})

test.each([
  [realEstateUnitDescription, { immovable_num: '1234-1996' }, '부동산고유번호는'],
  [bankDescription, { corporate_num: '110-81-41272' }, '법인등록번호는'],
  // A person's number is not a corporation's in any field.
  [bankDescription, { corporate_num: '900101-1234568' }, '주민등록번호'],
])('refuses a number of another kind or length (%#)', (book, typed, expected) => {
  expect(read(book, typed).error?.issues[0]?.message).toContain(expected)
})
