import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AnyRecord } from '#contract/books/field.ts'
import { realEstateBook } from '#contract/books/real-estate.ts'
import { buildSearchText } from '#domain/text/search-text.ts'
import { makeCase, makeId } from '#tests/support/books/mirror-fixtures.ts'
import { findIndexInBlock, packBlock, readRecordInBlock, unpackColumns } from './record-block.ts'
import { toColumns } from './record-columns.ts'
import { buildRecordSearchText, buildSearchTexts, encodeLetters } from './search-texts.ts'

const text = fc.oneof(
  fc.string({ unit: 'grapheme' }).map((value) => value.replaceAll('\u0000', '')),
  fc.constantFrom('솔빛 주식회사', ' 앞뒤 빈칸 ', 'café', 'ＡＢ 12', '㈜가온', null, '가각간', 'ㅋㅋ\n둘째 줄'),
)
const record = fc.record({
  owner: text,
  owner_address: text,
  fees: fc.oneof(fc.constant(null), fc.integer()),
  regi_date: fc.constantFrom(null, '2026-01-01', '2026-01-02'),
})
const records = fc
  .array(record, { minLength: 1, maxLength: 30 })
  .map((rows) => rows.map((row, index) => makeCase(index, row)))

const emptyAsNull = (row: AnyRecord) =>
  Object.fromEntries(Object.entries(row).map(([key, value]) => [key, value === '' ? null : value]))

test('records come out of a block unchanged and are found by id', () => {
  fc.assert(
    fc.property(records, (rows) => {
      const block = packBlock(realEstateBook, rows)
      const columns = unpackColumns(realEstateBook, block)
      for (const [index, row] of rows.entries()) {
        expect(readRecordInBlock(block, columns, index)).toEqual(emptyAsNull(row))
        expect(findIndexInBlock(block, row.id)).toBe(index)
      }
      expect(findIndexInBlock(block, makeId(rows.length))).toBe(-1)
    }),
  )
})

test("the search text of a block equals the server's, record by record", () => {
  fc.assert(
    fc.property(records, (rows) => {
      const texts = buildSearchTexts(realEstateBook, rows.length, toColumns(realEstateBook, rows))
      const own = rows.map((row) =>
        buildSearchText(
          [row['owner'], row['owner_address'], row['purpose']].map((value) =>
            typeof value === 'string' ? value : null,
          ),
        ),
      )
      expect(rows.map((row) => buildRecordSearchText(realEstateBook, row))).toEqual(own)
      const lines = own.map((entry) => entry.split('\n'))
      expect(splitLines(texts.words, texts.wordEnds)).toEqual(lines.map(([words]) => words))
      const initials = lines.map(([, line]) => line ?? '')
      const isOrdinary = texts.consonants !== null
      expect(texts.consonants ?? splitLines(texts.initials, texts.initialEnds)).toEqual(
        isOrdinary ? encodeLetters(initials.join('\u0000')) : initials,
      )
    }),
  )
})

function splitLines(joined: string, ends: Uint32Array): string[] {
  return [...ends].map((end, index) => joined.slice(index === 0 ? 0 : (ends[index - 1] ?? 0) + 1, end))
}

test('refuses a record whose id is no UUID', () => {
  expect(() => packBlock(realEstateBook, [{ ...makeCase(1), id: '17' }])).toThrow('not a UUID')
})
