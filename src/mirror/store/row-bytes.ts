/**
 * Serializes a row for encryption: plain objects and arrays of text, numbers, booleans, null,
 * `Uint8Array` and other typed arrays. Undefined values are omitted, as in JSON.
 *
 * The first four bytes are the length of the JSON that follows. In it, long texts and typed arrays
 * are only referenced (`partMark`); their bytes follow in order, each aligned to eight bytes, so
 * that arrays are read in place. A block of a thousand records is a few long texts, and escaping
 * them in JSON would take longer than everything else.
 */
export function packRow(row: object): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = []
  const text = JSON.stringify(row, (_key, value: unknown) => extractPart(value, parts))
  const head = encoder.encode(text)
  const start = alignLength(headerBytes + head.length)
  const bytes = new Uint8Array(parts.reduce((end, part) => end + alignLength(part.length), start))
  new DataView(bytes.buffer).setUint32(0, head.length, true)
  bytes.set(head, headerBytes)
  let offset = start
  for (const part of parts) {
    bytes.set(part, offset)
    offset += alignLength(part.length)
  }
  return bytes
}

/**
 * Throws on bytes not made by `packRow`. Typed arrays share the memory of `bytes`; long texts are
 * decoded on first access, since a search reads few of a block's columns.
 */
export function unpackRow(bytes: ArrayBuffer): object {
  const length = new DataView(bytes).getUint32(0, true)
  const row = JSON.parse(decoder.decode(new Uint8Array(bytes, headerBytes, length))) as object
  restoreParts(row, { bytes, offset: alignLength(headerBytes + length) })
  return row
}

/** Replaces references with their parts, in the order in which `packRow` wrote them. */
function restoreParts(holder: object, reader: { readonly bytes: ArrayBuffer; offset: number }): void {
  for (const [key, value] of Object.entries(holder) as [string, unknown][]) {
    if (typeof value !== 'object' || value === null) continue
    if (isPart(value)) {
      const [kind, size] = value[partMark]
      restorePart(holder, key, readPart(kind, new Uint8Array(reader.bytes, reader.offset, size)))
      reader.offset += alignLength(size)
    } else restoreParts(value, reader)
  }
}

function restorePart(holder: object, key: string, part: unknown): void {
  const shape = { enumerable: true, configurable: true }
  if (typeof part !== 'function') {
    Object.defineProperty(holder, key, { ...shape, writable: true, value: part })
    return
  }
  const get = () => {
    const value: unknown = part()
    Object.defineProperty(holder, key, { ...shape, writable: true, value })
    return value
  }
  Object.defineProperty(holder, key, { ...shape, get })
}

/** No stored key has this name. */
const partMark = '\u0000part'
type PartKind = keyof typeof arrayKinds | 'text' | 'gaps' | 'units' | 'odd'
interface BytesPart {
  [partMark]: [kind: PartKind, size: number]
}

const arrayKinds = { Uint8Array, Uint16Array, Uint32Array, Float64Array }
const headerBytes = 4
const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
/** Shorter text stays in the JSON. */
const minPartLength = 200
/** The empty mark of blocks (record-block.ts), which UTF-8 cannot represent. */
const surrogateMarker = '\uD800'
const gapInBytes = '\u0001'

function extractPart(value: unknown, parts: Uint8Array[]): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) return addPart('odd', encoder.encode(String(value)), parts)
  if (typeof value === 'string') return value.length < minPartLength ? value : extractText(value, parts)
  if (!ArrayBuffer.isView(value)) return value
  const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
  return addPart(value.constructor.name as keyof typeof arrayKinds, bytes, parts)
}

function extractText(text: string, parts: Uint8Array[]): BytesPart {
  if (text.isWellFormed()) return addPart('text', encoder.encode(text), parts)
  const filled = text.includes(gapInBytes) ? surrogateMarker : text.replaceAll(surrogateMarker, gapInBytes)
  if (filled.isWellFormed()) return addPart('gaps', encoder.encode(filled), parts)
  const units = Uint16Array.from({ length: text.length }, (_, index) => text.charCodeAt(index))
  return addPart('units', new Uint8Array(units.buffer), parts)
}

function addPart(kind: PartKind, bytes: Uint8Array, parts: Uint8Array[]): BytesPart {
  parts.push(bytes)
  return { [partMark]: [kind, bytes.length] }
}

function isPart(value: unknown): value is BytesPart {
  return typeof value === 'object' && value !== null && partMark in value
}

/** Returns a function for parts that are decoded later. */
function readPart(kind: PartKind, bytes: Uint8Array<ArrayBuffer>): unknown {
  if (kind === 'text') return () => decoder.decode(bytes)
  if (kind === 'gaps') return () => decoder.decode(bytes).replaceAll(gapInBytes, surrogateMarker)
  if (kind === 'odd') return Number(decoder.decode(bytes))
  const { buffer, byteOffset, length } = bytes
  if (kind === 'units') return () => decodeUnits(new Uint16Array(buffer, byteOffset, length / 2))
  const Kind = arrayKinds[kind]
  return new Kind(buffer, byteOffset, length / Kind.BYTES_PER_ELEMENT)
}

/** Some engines refuse more arguments in one call. */
const unitsAtOnce = 8192

function decodeUnits(units: Uint16Array): string {
  const pieces: string[] = []
  for (let start = 0; start < units.length; start += unitsAtOnce)
    pieces.push(String.fromCharCode(...units.subarray(start, start + unitsAtOnce)))
  return pieces.join('')
}

function alignLength(length: number): number {
  return (length + 7) & ~7
}
