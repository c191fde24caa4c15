import { expect, test } from 'vitest'
import { readPdf } from '#tests/support/documents/read-pdf.ts'
import { largeCases } from '#tests/support/runner/test-depth.ts'
import type { PdfBlock, PdfDocument } from './pdf-document.ts'
import { writePdf } from './write-pdf.ts'

function makeDocument(...blocks: PdfBlock[]): PdfDocument {
  return {
    title: '시험 문서',
    author: '온결 법무사사무소',
    createdAt: '2026-11-21T00:00:00Z',
    pageLine: '제1호',
    blocks,
  }
}

const createProse = (text: string): PdfBlock => ({ kind: 'prose', text, size: 11 })

test('a page is A4 with a title, and its Hangul, Hanja and signs can be selected', async () => {
  const text = '온결 법무사사무소 金가온 ①㈜ “가온–솔빛” 1,204㎡ 「끝」'
  const { bytes, missing } = await writePdf(makeDocument(createProse(text)))
  const pdf = await readPdf(bytes)
  expect(pdf.pages.map(({ width, height }) => [Math.round(width), Math.round(height)])).toEqual([[595, 842]])
  expect(pdf.text).toContain(text)
  expect(pdf.info).toMatchObject({ Title: '시험 문서', Author: '온결 법무사사무소', Language: 'ko-KR' })
  expect(missing).toEqual([])
})

test('embeds only the letters used', async () => {
  const { bytes } = await writePdf(makeDocument(createProse('가나다')))
  expect(bytes.length).toBeLessThan(60_000)
})

test('equal documents give equal bytes', async () => {
  const [pdf, other] = await Promise.all([
    writePdf(makeDocument(createProse('가'))),
    writePdf(makeDocument(createProse('가'))),
  ])
  expect(Buffer.from(pdf.bytes).equals(Buffer.from(other.bytes))).toBe(true)
})

test('long text flows over pages without losing a line, and pages are numbered', async () => {
  const lines = Array.from({ length: 200 }, (_, index) => `${index + 1}. 제${index + 1}항의 내용을 적는다.`)
  const pdf = await readPdf(
    (
      await writePdf(
        makeDocument(createProse(lines.join('\n')), {
          kind: 'foot',
          above: [],
          blocks: [{ kind: 'line', size: 9, text: '결문' }],
        }),
      )
    ).bytes,
  )
  expect(pdf.pages.length).toBeGreaterThan(3)
  for (const line of lines) expect(pdf.text).toContain(line)
  const { length } = pdf.pages
  expect(pdf.pages.map(({ text }, index) => text.includes(`제1호 ${index + 1} / ${length}`))).toEqual(
    pdf.pages.map(() => true),
  )
  expect(pdf.pages.map(({ text }) => text.includes('결문'))).toEqual(pdf.pages.map((_, index) => index === length - 1))
})

test('a single page has no number', async () => {
  expect((await readPdf((await writePdf(makeDocument(createProse('가')))).bytes)).text).not.toContain('1 / 1')
})

test('prints a letter without a glyph as 〓 and lists it', async () => {
  const foot: PdfBlock = { kind: 'foot', above: [], blocks: [] }
  const { bytes, missing } = await writePdf(makeDocument(createProse('소유자 𠮷가온 😀'), foot))
  const { text } = await readPdf(bytes)
  expect(text).toContain('소유자 〓가온 〓')
  expect(text).toContain('글꼴에 없는 글자가 있습니다. (U+20BB7, U+1F600)')
  expect(missing).toEqual(['U+20BB7', 'U+1F600'])
})

test('composes decomposed Hangul and drops invisible characters', async () => {
  const { text } = await readPdf((await writePdf(makeDocument(createProse('한\u200b글 \ufeff표시\u0007')))).bytes)
  expect(text).toContain('한글 표시')
})

test('a table keeps its rows whole and repeats its header on every page', async () => {
  const rows = Array.from({ length: 60 }, (_, index) => [
    `소유자${index + 1}`,
    '가람도 솔빛시 해든구 달빛동 산 12-3 임야 1,204㎡ '.repeat(3),
  ])
  const columns = [
    { header: '소유자', share: 0.3 },
    { header: '부동산의 표시', share: 0.7 },
  ]
  const { pages, text } = await readPdf(
    (await writePdf(makeDocument({ kind: 'table', size: 10, columns, rows }))).bytes,
  )
  expect(pages.length).toBeGreaterThan(2)
  for (const page of pages) expect(page.text).toContain('부동산의 표시')
  for (const [owner = ''] of rows) expect(text).toContain(owner)
})

test.each(largeCases('breaks ten thousand characters without a space, and ten thousand empty lines, over pages'))(
  '%s',
  async () => {
    for (const text of ['가'.repeat(10_000), '\n'.repeat(9_999), '1'.repeat(10_000)]) {
      expect((await writePdf(makeDocument(createProse(text)))).bytes.length).toBeGreaterThan(1000)
    }
  },
)

test('a document that takes too long is aborted', async () => {
  const long = makeDocument(createProse('긴 문서의 한 줄을 적는다.\n'.repeat(2000)))
  await expect(writePdf(long, { timeoutMs: 1 })).rejects.toThrow('no PDF after 1 ms')
})

test('no line breaks within a company’s mark, in text, fields or tables', async () => {
  const names = Array.from({ length: 16 }, (_, index) => [
    `${'가'.repeat(index + 32)}(주)`,
    `${'나'.repeat(index + 32)}주식회사 다`,
  ]).flat()
  const { pages } = await readPdf(
    (
      await writePdf(
        makeDocument(
          createProse(names.join('\n')),
          { kind: 'fields', size: 11, rows: names.map((value) => ({ label: '수신', value })) },
          { kind: 'table', size: 11, columns: [{ header: '소유자', share: 1 }], rows: names.map((name) => [name]) },
        ),
      )
    ).bytes,
  )
  const texts = pages.flatMap(({ pieces }) => pieces.map(({ text }) => text))
  expect(texts.filter((text) => text.includes('(주)'))).toHaveLength(3 * 16)
  expect(texts.filter((text) => text.includes('주식회사'))).toHaveLength(3 * 16)
})

test('items are indented by level, with hanging indents', async () => {
  const long = '내용이 길어서 다음 줄로 넘어가는 항목입니다. '.repeat(4).trim()
  const { pages } = await readPdf(
    (await writePdf(makeDocument(createProse(`1. 하나\n가. ${long}\n1) 셋\n가) 넷`)))).bytes,
  )
  const pieces = pages[0]?.pieces.filter(({ text }) => text.trim() !== '') ?? []
  const findX = (start: string) => pieces.find(({ text }) => text.startsWith(start))?.x ?? NaN
  expect(['1.', '가.', '1)', '가)'].map((marker) => Math.round((findX(marker) - findX('1.')) / 11))).toEqual([
    0, 1, 2, 3,
  ])
  const [first, ...rest] = pieces.filter(({ text }) => /항목|내용|다음|넘어/.test(text)).map(({ x }) => Math.round(x))
  expect(rest.length).toBeGreaterThan(0)
  expect(new Set(rest)).toEqual(new Set([first]))
})

test('the end mark follows two blanks after the last letter, or one letter in on the next line', async () => {
  const readTexts = async (block: PdfBlock) => {
    const { pages } = await readPdf((await writePdf(makeDocument(block))).bytes)
    return pages[0]?.pieces.filter((piece) => piece.text.trim() !== '') ?? []
  }
  const [ended, typed, close] = await Promise.all([
    readTexts({ kind: 'prose', text: '통지합니다.', size: 11, end: '끝.' }),
    readTexts(createProse('통지합니다.  끝.')),
    readTexts(createProse('통지합니다. 끝.')),
  ])
  expect(ended).toEqual(typed)
  expect(ended[0]?.width).toBeGreaterThan(close[0]?.width ?? NaN)
  const full = await readTexts({ kind: 'prose', text: '가'.repeat(45), size: 11, end: '끝.' })
  expect(full.map(({ text, x }) => [text, Math.round(x - (full[0]?.x ?? 0))])).toEqual([
    ['가'.repeat(45), 0],
    ['끝.', 11],
  ])
})
