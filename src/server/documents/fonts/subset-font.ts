import { characterMap, writeCharacterMap } from './character-map.ts'

/** Parts of a TrueType font by their four-letter tag. */
export type FontTables = Map<string, Buffer>

/**
 * A TrueType font with only the glyphs of `characters` and what those are composed of. Outlines, widths and names (with the licence) stay; vertical setting, kerning
 * and alternatives go. Characters the font lacks are left out: the next font of the page's list shows them.
 */
export function subsetFont(font: Buffer, characters: Iterable<string>): FontTables {
  const tables = readTables(font)
  const glyphOf = characterMap(part(tables, 'cmap'))
  const codes = [...new Set([...characters].map((character) => character.codePointAt(0) ?? 0))]
  const kept = keepGlyphs(
    outlinesOf(tables),
    codes.filter((code) => glyphOf(code) > 0).toSorted((one, other) => one - other),
    glyphOf,
  )
  return writeTables(tables, kept)
}

type Outlines = (glyph: number) => Buffer

interface Kept {
  /** Old glyph numbers in their new order; 0 stays 0, the sign for a missing character. */
  order: number[]
  outlines: Buffer[]
  /** Character code and new glyph number, by code. */
  placed: [code: number, glyph: number][]
}

function readTables(font: Buffer): FontTables {
  const tables: FontTables = new Map()
  for (let at = 12; at < 12 + 16 * font.readUInt16BE(4); at += 16) {
    const start = font.readUInt32BE(at + 8)
    tables.set(font.toString('latin1', at, at + 4), font.subarray(start, start + font.readUInt32BE(at + 12)))
  }
  return tables
}

function part(tables: FontTables, tag: string): Buffer {
  const table = tables.get(tag)
  if (!table) throw new Error(`not a TrueType font: it has no table ${tag}`)
  return table
}

function outlinesOf(tables: FontTables): Outlines {
  const [glyf, loca] = [part(tables, 'glyf'), part(tables, 'loca')]
  const isLong = part(tables, 'head').readInt16BE(50) === 1
  const offset = (glyph: number) => (isLong ? loca.readUInt32BE(glyph * 4) : loca.readUInt16BE(glyph * 2) * 2)
  return (glyph) => glyf.subarray(offset(glyph), offset(glyph + 1))
}

/** New numbers in the order of the characters, so that the character map has few pieces; parts of composed glyphs come last. */
function keepGlyphs(outline: Outlines, codes: number[], glyphOf: (code: number) => number): Kept {
  const numbers = new Map([[0, 0]])
  const keep = (glyph: number) => {
    const number = numbers.get(glyph) ?? numbers.size
    numbers.set(glyph, number)
    return number
  }
  const placed = codes.map((code): [number, number] => [code, keep(glyphOf(code))])
  const outlines: Buffer[] = []
  // The map grows while it is walked: parts are appended and walked in their turn.
  for (const glyph of numbers.keys()) outlines.push(withRenumberedParts(outline(glyph), keep))
  return { order: [...numbers.keys()], outlines, placed }
}

/** A composed glyph names its parts by number. */
function withRenumberedParts(outline: Buffer, keep: (glyph: number) => number): Buffer {
  if (outline.length === 0 || outline.readInt16BE(0) >= 0) return outline
  const copy = Buffer.from(outline)
  let flags = 0
  let at = 10
  do {
    flags = copy.readUInt16BE(at)
    copy.writeUInt16BE(keep(copy.readUInt16BE(at + 2)), at + 2)
    const scale = flags & 0x8 ? 2 : flags & 0x40 ? 4 : flags & 0x80 ? 8 : 0
    at += 4 + (flags & 0x1 ? 4 : 2) + scale
  } while (flags & 0x20)
  return copy
}

function writeTables(tables: FontTables, { order, outlines, placed }: Kept): FontTables {
  const copyOf = (tag: string) => Buffer.from(part(tables, tag))
  const [head, hhea, maxp, os2, post] = [
    copyOf('head'),
    copyOf('hhea'),
    copyOf('maxp'),
    copyOf('OS/2'),
    copyOf('post').subarray(0, 32),
  ]
  head.writeUInt32BE(0, 8)
  // Says that the font was taken through a lossless conversion, as the WOFF2 format asks.
  head.writeUInt16BE(head.readUInt16BE(16) | 0x800, 16)
  head.writeInt16BE(1, 50)
  const metrics = order.map(metricOf(part(tables, 'hmtx'), hhea.readUInt16BE(34)))
  hhea.writeUInt16BE(order.length, 34)
  maxp.writeUInt16BE(order.length, 4)
  os2.writeUInt16BE(placed[0]?.[0] ?? 0, 64)
  os2.writeUInt16BE(placed.at(-1)?.[0] ?? 0, 66)
  post.writeUInt32BE(0x00030000, 0)
  const padded = outlines.map((outline) => Buffer.concat([outline, Buffer.alloc(-outline.length & 3)]))
  const loca = Buffer.alloc(4 * (padded.length + 1))
  let end = 0
  for (const [place, outline] of padded.entries()) loca.writeUInt32BE((end += outline.length), 4 * (place + 1))
  const hints = ['cvt ', 'fpgm', 'prep', 'gasp'].filter((tag) => tables.has(tag))
  return new Map([
    ['OS/2', os2],
    ['cmap', writeCharacterMap(placed)],
    ['glyf', Buffer.concat(padded)],
    ['loca', loca],
    ['head', head],
    ['hhea', hhea],
    ['hmtx', Buffer.concat(metrics)],
    ['maxp', maxp],
    ['name', copyOf('name')],
    ['post', post],
    ...hints.map((tag): [string, Buffer] => [tag, copyOf(tag)]),
  ])
}

/** Width and left edge of a glyph: after the first `count`, only the left edge is written, the width is that of the last. */
function metricOf(hmtx: Buffer, count: number): (glyph: number) => Buffer {
  return (glyph) => {
    if (glyph < count) return hmtx.subarray(4 * glyph, 4 * glyph + 4)
    const edge = 4 * count + 2 * (glyph - count)
    return Buffer.concat([hmtx.subarray(4 * count - 4, 4 * count - 2), hmtx.subarray(edge, edge + 2)])
  }
}
