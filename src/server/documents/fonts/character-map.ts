/** Reads the `cmap` table of a font: character code to glyph number, 0 for a character it lacks. Knows the two forms that fonts of our time use (4 and 12). */
export function characterMap(cmap: Buffer): (code: number) => number {
  const ways = new Map<number, number>()
  for (let at = 4; at < 4 + 8 * cmap.readUInt16BE(2); at += 8) {
    const start = cmap.readUInt32BE(at + 4)
    ways.set(cmap.readUInt16BE(start), start)
  }
  const [wide, narrow] = [ways.get(12), ways.get(4)]
  if (wide !== undefined) return (code) => inGroups(cmap.subarray(wide), code)
  if (narrow !== undefined) return (code) => inSegments(cmap.subarray(narrow), code)
  throw new Error('the character map of this font is of a form that is not known here')
}

function inGroups(table: Buffer, code: number): number {
  for (let at = 16; at < 16 + 12 * table.readUInt32BE(12); at += 12) {
    if (code < table.readUInt32BE(at)) return 0
    if (code <= table.readUInt32BE(at + 4)) return table.readUInt32BE(at + 8) + code - table.readUInt32BE(at)
  }
  return 0
}

function inSegments(table: Buffer, code: number): number {
  const width = table.readUInt16BE(6)
  for (let at = 0; at < width; at += 2) {
    if (code > table.readUInt16BE(14 + at)) continue
    const start = table.readUInt16BE(16 + width + at)
    if (code < start) return 0
    const delta = table.readUInt16BE(16 + 2 * width + at)
    const rangeAt = 16 + 3 * width + at
    const range = table.readUInt16BE(rangeAt)
    if (range === 0) return (code + delta) & 0xffff
    const glyph = table.readUInt16BE(rangeAt + range + 2 * (code - start))
    return glyph === 0 ? 0 : (glyph + delta) & 0xffff
  }
  return 0
}

/** A `cmap` table of form 4 for characters in ascending order; all of them below U+FFFF. */
export function writeCharacterMap(placed: readonly (readonly [code: number, glyph: number])[]): Buffer {
  const runs: { start: number; end: number; glyph: number }[] = []
  for (const [code, glyph] of placed) {
    const last = runs.at(-1)
    if (last && code === last.end + 1 && glyph === last.glyph + code - last.start) last.end = code
    else runs.push({ start: code, end: code, glyph })
  }
  runs.push({ start: 0xffff, end: 0xffff, glyph: 0 })
  const column = (value: (run: (typeof runs)[number]) => number) => words(runs.map((run) => value(run) & 0xffff))
  const power = 2 ** Math.floor(Math.log2(runs.length))
  const form = Buffer.concat([
    words([0, runs.length * 2, power * 2, Math.log2(power), (runs.length - power) * 2]),
    column((run) => run.end),
    words([0]),
    column((run) => run.start),
    // The closing run maps U+FFFF to glyph 0.
    column((run) => run.glyph - run.start),
    column(() => 0),
  ])
  return Buffer.concat([words([0, 1, 3, 1, 0, 12]), words([4, form.length + 4]), form])
}

function words(values: readonly number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 2)
  for (const [place, value] of values.entries()) buffer.writeUInt16BE(value, place * 2)
  return buffer
}
