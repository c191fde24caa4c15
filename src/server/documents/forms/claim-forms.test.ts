import { describe, expect, test } from 'vitest'
import type { FilledForm } from '#domain/filings/filing.ts'
import {
  buildClaimFoot,
  buildClaimHead,
  buildClaimRows,
  type ClaimedRecord,
  depositClaim,
  findLongestTexts,
} from '#domain/sheets/cost-claim.ts'
import { printForms } from '#tests/support/documents/print-forms.ts'
import { findClashes, readBoxes } from '#tests/support/documents/read-boxes.ts'

const office = {
  name: '온결 법무사사무소',
  address: '서울특별시 (가상의 주소)',
  telephone: '02-000-0000',
  account: '가람은행 000-00-000000',
  scrivener_title: '법무사',
  scrivener: '한온결',
}
const context = {
  addressees: { recipient: '가상도로공사', reference: '' },
  project: '가온',
  range: {},
  today: '2026-11-20',
  office,
}

function createClaimCase(fees: number, overrides: Partial<ClaimedRecord> = {}): ClaimedRecord {
  const costs = { fees, fees_vat: fees / 10, proof: 3000, tax: null, stamp: null }
  return {
    ...costs,
    created_at: '2026-11-20',
    owner_name: '김가온',
    address: '솔빛시',
    purpose: '소유권이전',
    ...overrides,
  }
}

function buildClaimParts(records: readonly ClaimedRecord[], isMeasured = true): FilledForm[] {
  const rows = records.map((record, index) => depositClaim.sheet.toCells({ position: index + 1, record }))
  const total = ['합계', null, null, null, null, ...[5, 6, 7, 8, 9, 10].map((at) => sumOf(rows, at))]
  const sums = { count: rows.length, total }
  const parts = [
    buildClaimHead('deposit_claim', depositClaim, context),
    buildClaimRows('deposit_claim', depositClaim, rows),
    buildClaimFoot('deposit_claim', depositClaim, { sums, context }),
  ]
  const longest = findLongestTexts(depositClaim, [...rows, total])
  return isMeasured ? parts.map((part) => ({ ...part, longest })) : parts
}

function sumOf(rows: readonly (readonly unknown[])[], at: number): number {
  return rows.reduce((sum, row) => sum + Number(row[at] ?? 0), 0)
}

async function readPrintedLines(parts: readonly FilledForm[]) {
  const { pages } = await printForms(...parts)
  expect(pages.flatMap(findClashes)).toEqual([])
  return pages.flatMap(readBoxes)
}

const large = [createClaimCase(4_812_345_670), createClaimCase(198_765_432_100)]

describe('large amounts', () => {
  test('never break, and keep their letter size where the columns can be wider', async () => {
    const { pages } = await printForms(...buildClaimParts(large))
    const pieces = pages.flatMap((page) => page.pieces)
    for (const amount of ['4,812,345,670', '198,765,432,100', '203,577,777,770']) {
      const found = pieces.filter(({ text }) => text === amount)
      expect(found.length, amount).toBeGreaterThan(0)
      for (const { size } of found) expect(size).toBeCloseTo(8.5)
    }
    expect(pages.flatMap(findClashes)).toEqual([])
  })

  test('shrink rather than break where the width is fixed', async () => {
    const boxes = await readPrintedLines(buildClaimParts(large, false))
    expect(boxes.map(({ lines }) => lines.join('/'))).toEqual(
      expect.arrayContaining(['198,765,432,100', '203,577,777,770']),
    )
  })
})

test('a nearly empty column leaves its room to the texts', async () => {
  const address = '가람도 솔빛시 해든구 달빛로 12길 34, 101동 1203호'
  const boxes = await readPrintedLines(buildClaimParts([createClaimCase(1000, { address })]))
  expect(boxes.map(({ lines }) => lines.join('/'))).toContain(address)
})

test('the amount is in words and in digits', async () => {
  const boxes = await readPrintedLines(buildClaimParts(large))
  expect(boxes.map(({ lines }) => lines.join(' '))).toContainEqual(
    expect.stringMatching(/^금.+원정 \(₩223,935,561,547\)$/),
  )
})
