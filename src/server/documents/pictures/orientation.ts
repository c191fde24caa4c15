const orientationTag = 0x0112

/**
 * The EXIF orientation (2 to 8); undefined when the picture is upright or the value is unreadable.
 */
export function orientationIn(tiff: Buffer): number | undefined {
  const order = tiff.toString('latin1', 0, 2)
  if (order !== 'II' && order !== 'MM') return undefined
  const isLittle = order === 'II'
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  try {
    const start = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
    const count = short(start)
    for (let entry = start + 2; entry < start + 2 + count * 12; entry += 12) {
      if (short(entry) !== orientationTag) continue
      const orientation = short(entry + 8)
      return orientation >= 2 && orientation <= 8 ? orientation : undefined
    }
    return undefined
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** EXIF with only the orientation: a TIFF header and one directory with one entry, 26 bytes. */
export function orientationOnly(orientation: number): Buffer {
  const tiff = Buffer.alloc(26)
  tiff.write('MM', 0, 'latin1')
  tiff.writeUInt16BE(42, 2)
  tiff.writeUInt32BE(8, 4)
  tiff.writeUInt16BE(1, 8)
  tiff.writeUInt16BE(orientationTag, 10)
  // Type SHORT, count 1, the value left-aligned in four bytes; no further directory.
  tiff.writeUInt16BE(3, 12)
  tiff.writeUInt32BE(1, 14)
  tiff.writeUInt16BE(orientation, 18)
  return tiff
}
