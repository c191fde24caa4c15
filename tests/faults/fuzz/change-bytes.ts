/** A deterministic random generator (mulberry32). */
export interface Draw {
  /** An integer from 0 to below `end`. */
  below(end: number): number
  oneOf<T>(values: readonly [T, ...T[]]): T
}

export function createDraw(seed: number): Draw {
  let state = seed >>> 0
  const nextRandom = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const pickBelow = (end: number) => Math.floor(nextRandom() * Math.max(1, end))
  return { below: pickBelow, oneOf: ([first, ...more]) => [first, ...more][pickBelow(more.length + 1)] ?? first }
}

/** Larger files only take longer. */
const maxBytes = 3_000_000

type ByteChange = (bytes: Buffer, draw: Draw, other: Buffer) => Buffer

/**
 * Applies one to six changes like those of broken transfers, disks, other programs and attackers.
 * `other` supplies pieces of another file.
 */
export function changeBytes(bytes: Buffer, draw: Draw, other: Buffer): Buffer {
  let changed: Buffer = Buffer.from(bytes)
  for (let changesLeft = 1 + draw.below(6); changesLeft > 0; changesLeft -= 1)
    changed = draw.oneOf(changes)(changed, draw, other)
  return changed.subarray(0, maxBytes)
}

const changes: readonly [ByteChange, ...ByteChange[]] = [
  flipBit,
  writeByte,
  writeLength,
  writeLength,
  changeNumber,
  changeNumber,
  cutEnd,
  cutPiece,
  repeatPiece,
  movePiece,
  putInOther,
  fill,
]

function flipBit(bytes: Buffer, draw: Draw): Buffer {
  const at = draw.below(bytes.length)
  if (bytes.length > 0) bytes[at] = (bytes[at] ?? 0) ^ (1 << draw.below(8))
  return bytes
}

function writeByte(bytes: Buffer, draw: Draw): Buffer {
  if (bytes.length > 0) bytes[draw.below(bytes.length)] = draw.below(256)
  return bytes
}

/** Overwrites bytes that may be a length, count or offset with off-by-one and extreme values. */
function writeLength(bytes: Buffer, draw: Draw): Buffer {
  const size = draw.oneOf([1, 2, 4])
  if (bytes.length < size) return bytes
  const maxValue = 2 ** (8 * size) - 1
  const near = bytes.length + draw.below(5) - 2
  const value = draw.oneOf([
    0,
    1,
    maxValue,
    maxValue - 1,
    (maxValue + 1) / 2,
    (maxValue - 1) / 2,
    near,
    draw.below(maxValue),
  ])
  const at = draw.below(bytes.length - size + 1)
  const written = Math.min(maxValue, Math.max(0, value))
  if (draw.below(2) === 0) bytes.writeUIntLE(written, at, size)
  else bytes.writeUIntBE(written, at, size)
  return bytes
}

const numbers = ['0', '-1', '1048576', '4294967295', '99999999999999999999', '1e308', 'NaN', 'XFD1048576'] as const

/** Changes a decimal number in text, as in XML and PDF. */
function changeNumber(bytes: Buffer, draw: Draw): Buffer {
  const start = draw.below(bytes.length)
  const found = /\d+/.exec(bytes.toString('latin1', start, start + 400))
  if (!found) return bytes
  const at = start + found.index
  const number = Buffer.from(draw.oneOf([...numbers]))
  return Buffer.concat([bytes.subarray(0, at), number, bytes.subarray(at + found[0].length)])
}

function cutEnd(bytes: Buffer, draw: Draw): Buffer {
  return bytes.subarray(0, draw.below(bytes.length + 1))
}

function pickRange(bytes: Buffer, draw: Draw): [start: number, end: number] {
  const start = draw.below(bytes.length)
  return [start, Math.min(bytes.length, start + 1 + draw.below(draw.oneOf([4, 40, 400])))]
}

function cutPiece(bytes: Buffer, draw: Draw): Buffer {
  const [start, end] = pickRange(bytes, draw)
  return Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)])
}

function repeatPiece(bytes: Buffer, draw: Draw): Buffer {
  const [start, end] = pickRange(bytes, draw)
  const times = Math.min(draw.oneOf([1, 10, 1000, 30_000]), Math.ceil(maxBytes / Math.max(1, end - start)))
  const repeated = Buffer.alloc((end - start) * times, bytes.subarray(start, end))
  return Buffer.concat([bytes.subarray(0, end), repeated, bytes.subarray(end)])
}

function movePiece(bytes: Buffer, draw: Draw): Buffer {
  const [start, end] = pickRange(bytes, draw)
  const to = draw.below(bytes.length)
  bytes.copyWithin(to, start, end)
  return bytes
}

function putInOther(bytes: Buffer, draw: Draw, other: Buffer): Buffer {
  const [start, end] = pickRange(other, draw)
  const at = draw.below(bytes.length + 1)
  return Buffer.concat([bytes.subarray(0, at), other.subarray(start, end), bytes.subarray(at)])
}

function fill(bytes: Buffer, draw: Draw): Buffer {
  const [start, end] = pickRange(bytes, draw)
  return bytes.fill(draw.oneOf([0, 255, 32, 60]), start, end)
}
