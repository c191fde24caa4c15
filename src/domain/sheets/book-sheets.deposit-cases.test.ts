import { expect, test } from 'vitest'
import { depositCaseBook, type DepositCaseRecord } from '#contract/books/deposit-cases.ts'
import { depositSheet } from './book-sheets.ts'

const empty = Object.fromEntries(depositCaseBook.fields.map(({ key }) => [key, null]))
const buildCells = (fields: Partial<DepositCaseRecord>) =>
  depositSheet.toCells({
    ...empty,
    id: 'c1',
    version: 1,
    inserted_at: '',
    updated_at: '',
    ...fields,
  } as DepositCaseRecord)
const getCell = (header: string, cells: readonly unknown[]) =>
  cells[depositSheet.columns.findIndex((column) => column.header === header)]

test('the register has every field of a case, the sum after its amounts, and its row ids last', () => {
  const headers = depositSheet.columns.map(({ header }) => header)
  expect(headers).toHaveLength(depositCaseBook.fields.length + 3)
  expect(headers[headers.indexOf('증지·인지') + 1]).toBe('합계')
  expect(headers.slice(-2)).toEqual(['번호', '내보낸 기준'])
})

test('shows a state by its label and a document number as text', () => {
  const cells = buildCells({ status: 'surveying', request_number: '00123', owner_name: '=합' })
  expect(getCell('상태', cells)).toBe('조사중')
  expect(getCell('의뢰번호', cells)).toBe('00123')
  expect(getCell('소유자', cells)).toBe("'=합")
})

test('the total adds up the amounts; a case without any has an empty sum', () => {
  const total = depositSheet.total()
  for (const cells of [
    buildCells({ fees: 100_000, fees_vat: 10_000, tax: 5 }),
    buildCells({ fees: 1 }),
    buildCells({}),
  ])
    total.add(cells)
  expect(getCell('합계', buildCells({}))).toBeNull()
  expect(getCell('합계', total.row())).toBe(110_006)
  expect(getCell('보수료', total.row())).toBe(100_001)
})
