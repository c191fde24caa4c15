import { brotliCompressSync, constants } from 'node:zlib'
import type { FontTables } from './subset-font.ts'

/** Tags that the format writes as a number (WOFF2 §4.1); a tag's place is its number. */
const knownTags = 'cmap head hhea hmtx maxp name OS/2 post cvt  fpgm glyf loca prep CFF  VORG EBDT EBLC gasp'
  .match(/.{4}(?: |$)/g)
  ?.map((tag) => tag.slice(0, 4)) ?? ['']

/** The null transform is number 3 for outlines and their places, 0 for all other tables. */
const untransformed = new Map([
  ['glyf', 3],
  ['loca', 3],
])

/**
 * Tables of a TrueType font as a WOFF2 file (W3C WOFF 2.0). Outlines are left as they are instead of being rewritten first, which costs about a tenth of the
 * file's size and keeps this to one screen.
 */
export function packWoff2(tables: FontTables): Buffer {
  // `loca` has to follow `glyf`; the map is written that way.
  const entries = [...tables]
  const directory = Buffer.concat(entries.flatMap(([tag, table]) => [flagsOf(tag), base128(table.length)]))
  const plain = Buffer.concat(entries.map(([, table]) => table))
  const pressed = brotliCompressSync(plain, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_FONT,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    },
  })
  const used = 48 + directory.length + pressed.length
  const header = Buffer.alloc(48)
  header.write('wOF2', 0, 'latin1')
  header.writeUInt32BE(0x00010000, 4)
  header.writeUInt32BE(used + (-used & 3), 8)
  header.writeUInt16BE(entries.length, 12)
  header.writeUInt32BE(unpackedSize(entries), 16)
  header.writeUInt32BE(pressed.length, 20)
  header.writeUInt16BE(1, 24)
  return Buffer.concat([header, directory, pressed, Buffer.alloc(-used & 3)])
}

function flagsOf(tag: string): Buffer {
  const number = knownTags.indexOf(tag)
  if (number < 0) throw new Error(`the table ${tag} is none that a packed font carries`)
  return Buffer.from([((untransformed.get(tag) ?? 0) << 6) | number])
}

/** Seven bits a byte, the highest first; all but the last byte have their eighth bit set. */
function base128(value: number): Buffer {
  const bytes = [value & 0x7f]
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) bytes.unshift((rest & 0x7f) | 0x80)
  return Buffer.from(bytes)
}

function unpackedSize(entries: readonly (readonly [string, Buffer])[]): number {
  return entries.reduce((sum, [, table]) => sum + table.length + (-table.length & 3), 12 + 16 * entries.length)
}
