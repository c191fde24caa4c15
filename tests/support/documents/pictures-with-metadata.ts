import { crc32 } from 'node:zlib'
import { smallPictures } from './pictures.ts'

/** Metadata that no visitor may see in a picture. */
export const secrets = ['37.5665,126.9780', 'Camera of Kim Gaon', '900101-1234567'] as const

/** EXIF as a phone writes it, little-endian: orientation, the camera, and the location. */
export function createExif(orientation: number): Buffer {
  const texts = Buffer.from(`${secrets[1]}\0${secrets[0]}\0`, 'latin1')
  const cameraLength = secrets[1].length + 1
  const dataAt = 8 + 2 + 3 * 12 + 4
  const gpsAt = dataAt + texts.length
  const head = Buffer.alloc(dataAt)
  head.write('II', 0, 'latin1')
  head.writeUInt16LE(42, 2)
  head.writeUInt32LE(8, 4)
  head.writeUInt16LE(3, 8)
  writeEntry(head, 10, { tag: 0x010f, type: 2, count: cameraLength, value: dataAt })
  writeEntry(head, 22, { tag: 0x0112, type: 3, count: 1, value: orientation })
  writeEntry(head, 34, { tag: 0x8825, type: 4, count: 1, value: gpsAt })
  const gps = Buffer.alloc(2 + 12 + 4)
  gps.writeUInt16LE(1, 0)
  writeEntry(gps, 2, { tag: 0x001d, type: 2, count: texts.length - cameraLength, value: dataAt + cameraLength })
  return Buffer.concat([head, texts, gps])
}

function writeEntry(
  into: Buffer,
  index: number,
  { tag, type, count, value }: { tag: number; type: number; count: number; value: number },
): void {
  into.writeUInt16LE(tag, index)
  into.writeUInt16LE(type, index + 2)
  into.writeUInt32LE(count, index + 4)
  into.writeUInt32LE(value, index + 8)
}

/**
 * The small pictures as a phone and a drawing program save them: EXIF with a location, XMP, IPTC,
 * comments, text.
 */
export function createPicturesWithMetadata(orientation: number): Record<'jpeg' | 'png' | 'webp', Buffer> {
  return {
    jpeg: createJpegWithMetadata(orientation),
    png: createPngWithMetadata(orientation),
    webp: createWebpWithMetadata(orientation),
  }
}

const xmp = `<x:xmpmeta><rdf:li>${secrets.join(' ')}</rdf:li></x:xmpmeta>`

function createJpegWithMetadata(orientation: number): Buffer {
  const { jpeg } = smallPictures
  // SOI, then JFIF with a thumbnail of one pixel, then the metadata, then the rest.
  const jfif = Buffer.concat([jpeg.subarray(6, 18), Buffer.from([1, 1, 0x39, 0x30, 0x30])])
  const restStart = 4 + jpeg.readUInt16BE(4)
  return Buffer.concat([
    jpeg.subarray(0, 2),
    createSegment(0xe0, jfif),
    createSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), createExif(orientation)])),
    createSegment(0xe1, Buffer.from(`http://ns.adobe.com/xap/1.0/\0${xmp}`)),
    createSegment(0xe2, Buffer.from(`MPF\0${secrets[0]}`)),
    createSegment(0xed, Buffer.from(`Photoshop 3.0\0${secrets.join(' ')}`)),
    createSegment(0xfe, Buffer.from(secrets.join(' '))),
    jpeg.subarray(restStart),
    Buffer.from(secrets[2]),
  ])
}

function createSegment(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}

function createPngWithMetadata(orientation: number): Buffer {
  const { png } = smallPictures
  const headerEnd = 8 + 12 + 13
  return Buffer.concat([
    png.subarray(0, headerEnd),
    createPngChunk('tEXt', Buffer.from(`Author\0${secrets.join(' ')}`)),
    createPngChunk('iTXt', Buffer.from(`XML:com.adobe.xmp\0\0\0\0\0${xmp}`)),
    createPngChunk('eXIf', createExif(orientation)),
    createPngChunk('tIME', Buffer.from([7, 0xea, 11, 20, 1, 2, 3])),
    createPngChunk('prVt', Buffer.from(secrets[2])),
    png.subarray(headerEnd),
  ])
}

function createPngChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** With a VP8X header, without which a WebP contains only the picture. */
function createWebpWithMetadata(orientation: number): Buffer {
  const extended = Buffer.alloc(10)
  extended.writeUInt8(0x0c, 0)
  extended.writeUIntLE(7, 4, 3)
  extended.writeUIntLE(5, 7, 3)
  const chunks = Buffer.concat([
    Buffer.from('WEBP', 'latin1'),
    createWebpChunk('VP8X', extended),
    smallPictures.webp.subarray(12),
    createWebpChunk('EXIF', createExif(orientation)),
    createWebpChunk('XMP ', Buffer.from(xmp)),
  ])
  return createWebpChunk('RIFF', chunks)
}

function createWebpChunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(type, 0, 'latin1')
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}
