import { Buffer } from 'node:buffer'
import * as XLSX from '@e965/xlsx'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countPropertyRuns } from '#tests/support/runner/test-depth.ts'
import { writeZip } from '../zip-stream.ts'
import { checkWorkbook } from './check-workbook.ts'
import { buildWorkbookParts, sheetPart, writeSheetXml } from './sheet-xml.ts'
import type { SheetChunk, SheetLayout } from './sheet.ts'
import { writeSheet } from './write-sheet.ts'

const layout: SheetLayout = {
  name: '사건부 <1>',
  frozenColumns: 1,
  columns: [
    { header: '소유자 & "주소"', width: 20, numberFormat: '@', align: 'left' },
    { header: '금액', width: 12, numberFormat: '#,##0', align: 'right' },
    { header: '일자', width: 11, numberFormat: 'yyyy-mm-dd', align: 'center' },
  ],
}

test('reads back what was written: text, money, dates, empty cells and the total', async () => {
  const rows = [
    ['박새론', 4_812_345_670, 46_346],
    [null, 0, null],
    ['끝 공백 ', null, 1],
  ]
  const bytes = await writeChunks([{ rows }, { rows: [['합계', 4_812_345_670, null]], isTotal: true }])
  const sheet = read(bytes)
  expect(readCellValues(sheet)).toEqual([
    layout.columns.map(({ header }) => header),
    ...rows,
    ['합계', 4_812_345_670, null],
  ])
  expect(sheet['B2']).toMatchObject({ t: 'n', z: '#,##0', w: '4,812,345,670' })
  expect(sheet['C2']).toMatchObject({ t: 'n', z: 'yyyy-mm-dd', w: '2026-11-20' })
  expect(sheet['!autofilter']).toEqual({ ref: 'A1:C4' })
})

test('any text survives, and the file passes our own upload check', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string({ unit: 'binary' }), { minLength: 1, maxLength: 20 }), async (texts) => {
      const cells = texts.map((text) => text.toWellFormed())
      const bytes = await writeInline([{ rows: cells.map((text) => [text, null, null]) }])
      expect(await checkWorkbook({ name: 'a.xlsx', bytes }, { maxBytes: 1e7 })).toBeNull()
      const back = readCellValues(read(bytes))
        .slice(1)
        .map(([text]) => text ?? '')
      expect(back).toEqual(cells.map(stripUnstorable))
    }),
    { numRuns: countPropertyRuns(60) },
  )
})

test.each(['_x000D_', '줄\n바꿈', '\n앞', '<b>&amp;</b>', ' 앞뒤 ', '𠮷野家', '탭\t'])(
  '%j is not changed',
  async (text) => {
    expect(readCellValues(read(await writeInline([{ rows: [[text, null, null]] }])))[1]?.[0]).toBe(text)
  },
)

test('every part is well-formed XML and references existing parts', () => {
  for (const { name, xml } of buildWorkbookParts(layout)) {
    expect(xml, name).toMatch(/^<\?xml /)
    expect(countUnclosedTags(xml), name).toBe(0)
  }
})

test('equal rows give equal bytes', async () => {
  const chunks = [{ rows: [['가', 1, 2]] }]
  expect(Buffer.compare(await writeChunks(chunks), await writeChunks(chunks))).toBe(0)
})

test('puts heading lines above the header, which filter, print titles and frozen rows follow', async () => {
  const heading = [
    { text: '온결 법무사사무소', style: 'title' },
    { text: '=청구 & "서"', style: 'left' },
  ] as const
  const bytes = await writeInline([{ rows: [['가', 1, 2]] }], { ...layout, heading })
  const sheet = read(bytes)
  expect(readCellValues(sheet)).toEqual([
    ['온결 법무사사무소', null, null],
    ['=청구 & "서"', null, null],
    layout.columns.map(({ header }) => header),
    ['가', 1, 2],
  ])
  expect(sheet['!merges']).toHaveLength(2)
  expect(sheet['!autofilter']).toEqual({ ref: 'A3:C4' })
  const parts = buildWorkbookParts({ ...layout, heading })
  for (const { name, xml } of parts) expect(countUnclosedTags(xml), name).toBe(0)
  expect(parts.find(({ name }) => name === 'xl/workbook.xml')?.xml).toContain('!$3:$3<')
  expect((await Array.fromAsync(writeSheetXml({ ...layout, heading }, yieldChunks([])))).join('')).toContain(
    'ySplit="3"',
  )
})

test('an error while reading rows ends the file with that error', async () => {
  async function* yieldThenFail(): AsyncGenerator<SheetChunk> {
    yield await Promise.resolve({ rows: [['가', 1, 2]] })
    throw new Error('the database went away')
  }
  await expect(writeSheet(layout, yieldThenFail()).toArray()).rejects.toThrow('the database went away')
})

test('a reader that stops ends the row source too', async () => {
  let isEnded = false
  async function* yieldEndlessly(): AsyncGenerator<SheetChunk> {
    try {
      for (;;) yield await Promise.resolve({ rows: Array.from({ length: 500 }, (_, n) => [crypto.randomUUID(), n, n]) })
    } finally {
      isEnded = true
    }
  }
  for await (const _piece of writeSheet(layout, yieldEndlessly())) break
  await expect.poll(() => isEnded).toBe(true)
})

async function writeChunks(chunks: readonly SheetChunk[]): Promise<Buffer> {
  return Buffer.concat(await writeSheet(layout, yieldChunks(chunks)).toArray())
}

/** Runs without the worker thread, which is sixty times faster for property tests. */
async function writeInline(chunks: readonly SheetChunk[], of: SheetLayout = layout): Promise<Buffer> {
  const entries = [
    ...buildWorkbookParts(of).map(({ name, xml }) => ({ name, pieces: [xml] })),
    { name: sheetPart, pieces: writeSheetXml(of, yieldChunks(chunks)) },
  ]
  return Buffer.concat(await Array.fromAsync(writeZip(entries)))
}

async function* yieldChunks(chunks: readonly SheetChunk[]): AsyncGenerator<SheetChunk> {
  for (const chunk of chunks) yield await Promise.resolve(chunk)
}

function read(bytes: Uint8Array): XLSX.WorkSheet {
  const sheet = XLSX.read(bytes, { cellNF: true }).Sheets[layout.name]
  if (sheet === undefined) throw new Error('the sheet is missing')
  return sheet
}

/** Raw cell values: sheet_to_json would turn dates into Date objects. */
function readCellValues(sheet: XLSX.WorkSheet): unknown[][] {
  const { e: end } = XLSX.utils.decode_range(sheet['!ref'] ?? 'A1')
  return Array.from({ length: end.r + 1 }, (_row, r) =>
    Array.from({ length: end.c + 1 }, (_cell, c) => {
      const cell: unknown = sheet[XLSX.utils.encode_cell({ r, c })]
      return typeof cell === 'object' && cell !== null && 'v' in cell ? cell.v : null
    }),
  )
}

/**
 * Text as it survives XML: invalid characters are gone, and Windows line breaks are single line
 * feeds.
 */
function stripUnstorable(text: string): string {
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '').replaceAll('\r\n', '\n')
}

function countUnclosedTags(xml: string): number {
  const tags = [...xml.replace(/<\?.*?\?>/g, '').matchAll(/<(\/?)[\w:]+(?:\s[^<>]*?)?(\/?)>/g)]
  return tags.reduce((depth, [, end, isEmpty]) => depth + (end === '/' ? -1 : isEmpty === '/' ? 0 : 1), 0)
}
