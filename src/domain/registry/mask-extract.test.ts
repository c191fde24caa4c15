import { expect, test } from 'vitest'
import { createEntry, createExtract, createParty } from '#tests/support/documents/registry-extracts.ts'
import { classifyPersonNumber, maskExtract, maskNumber } from './mask-extract.ts'

test.each([
  ['900101-1000002', '900101-1******', 'person'],
  ['9001011000002', '900101-1******', 'person'],
  ['900101-1******', '900101-1******', 'person'],
  ['000000-0000001', '000000-0000001', 'corporation'],
  ['110111-0062432', '110111-0062432', 'corporation'],
  ['', '', 'person'],
])('masks %s as %s: a %s', (num, shown, kind) => {
  expect(maskNumber(num)).toBe(shown)
  expect(classifyPersonNumber(num)).toBe(kind)
})

test("no text of a stored extract contains a person's number, in any field of the source", () => {
  const num = '900101-1000002'
  const maskedExtract = maskExtract(
    createExtract({
      description: { address: `달빛동 1 ${num}`, land_kind: '대', area: 1, details: [`소유자 ${num}`] },
      ownership: [
        createEntry(`1 소유권이전 ${num}`, [
          { name: `김가온 ${num}`, num_masked: '9001011000002', address: num, share: '' },
        ]),
        createEntry('2 가압류', [createParty('해든은행')], { cause: num, receipt_num: num }),
      ],
    }),
  )
  expect(JSON.stringify(maskedExtract)).not.toContain('000002')
  expect(maskedExtract.num).toBe('2501-2020-000123')
  expect(maskedExtract.ownership[0]?.parties[0]?.num_masked).toBe('900101-1******')
})
