import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { characterMap } from './character-map.ts'
import { packWoff2 } from './pack-woff2.ts'
import { subsetFont } from './subset-font.ts'

const pretendard = readFont('pretendard/dist/public/static/alternative/Pretendard-Regular.ttf')
const serif = readFont('@expo-google-fonts/noto-serif-kr/600SemiBold/NotoSerifKR_600SemiBold.ttf')
const text = '등기부에 적히는 한 줄까지, 02-000-0000'

test.each([
  ['Pretendard', pretendard],
  ['Noto Serif KR', serif],
])('a cut of %s draws every character of the text as the whole font does, with the same width', (_name, font) => {
  const whole = subsetFont(font, everySyllable())
  const cut = subsetFont(font, text)
  for (const character of new Set(text)) {
    expect(drawing(cut, character), character).toEqual(drawing(whole, character))
    expect(drawing(cut, character).width, character).toBeGreaterThan(0)
  }
  expect(glyphOf(cut, '결')).toBe(0)
})

test('a composed sign keeps its parts', () => {
  const cut = subsetFont(pretendard, '가,')
  expect(outlineOf(cut, glyphOf(cut, ','))).toMatch(/^of [0-9a-f]{20}/)
  expect(table(cut, 'maxp').readUInt16BE(4)).toBe((table(cut, 'loca').length - 4) / 4)
})

test('characters that the font lacks are left to the next font', () => {
  const cut = subsetFont(pretendard, '가\u{1F600}龘')
  expect(glyphOf(cut, '가')).toBeGreaterThan(0)
  expect(glyphOf(cut, '龘')).toBe(0)
})

test('the packed file says truly how long it is and unpacks into the tables', () => {
  const tables = subsetFont(serif, text)
  const packed = packWoff2(tables)
  const plain = Buffer.concat([...tables.values()])
  expect(packed.toString('latin1', 0, 4)).toBe('wOF2')
  expect(packed.readUInt32BE(8)).toBe(packed.length)
  expect(unpack(packed).equals(plain)).toBe(true)
})

/** The stream is the last part but for at most three bytes of padding; the header gives its length. */
function unpack(packed: Buffer): Buffer {
  const length = packed.readUInt32BE(20)
  for (const padding of [0, 1, 2, 3]) {
    const end = packed.length - padding
    try {
      return brotliDecompressSync(packed.subarray(end - length, end))
    } catch {
      // The padding is longer.
    }
  }
  throw new Error('the stream is not where the header says')
}

function readFont(path: string): Buffer {
  return readFileSync(fileURLToPath(import.meta.resolve(path)))
}

function table(tables: ReadonlyMap<string, Buffer>, tag: string): Buffer {
  return tables.get(tag) ?? Buffer.alloc(0)
}

function glyphOf(tables: ReadonlyMap<string, Buffer>, character: string): number {
  return characterMap(table(tables, 'cmap'))(character.codePointAt(0) ?? 0)
}

function drawing(tables: ReadonlyMap<string, Buffer>, character: string) {
  const glyph = glyphOf(tables, character)
  return { outline: outlineOf(tables, glyph), width: table(tables, 'hmtx').readUInt16BE(4 * glyph) }
}

/** A composed glyph by its first part, whose number differs from font to font. */
function outlineOf(tables: ReadonlyMap<string, Buffer>, glyph: number): string {
  const loca = table(tables, 'loca')
  const outline = table(tables, 'glyf').subarray(loca.readUInt32BE(4 * glyph), loca.readUInt32BE(4 * glyph + 4))
  const isComposed = outline.length > 0 && outline.readInt16BE(0) < 0
  return isComposed ? `of ${outlineOf(tables, outline.readUInt16BE(12))}` : outline.toString('hex')
}

/** All of modern Hangul and what else the text holds. */
function everySyllable(): string {
  return Array.from({ length: 11_172 }, (_, place) => String.fromCodePoint(0xac00 + place)).join('') + text
}
