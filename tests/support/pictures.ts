import { crc32, deflateSync } from 'node:zlib'

/** Pictures of 8 × 6 pixels, as a browser's canvas wrote them. */
export const smallPictures = {
  jpeg: Buffer.from(
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDACgcHiMeGSgjISMtKygwPGRBPDc3PHtYXUlkkYCZlo+AjIqgtObDoKrarYqMyP/L2u71////m8H////6/+b9//j/2wBDASstLTw1PHZBQXb4pYyl+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj/wAARCAAGAAgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAAAf/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AJgBD//Z',
    'base64',
  ),
  webp: Buffer.from('UklGRigAAABXRUJQVlA4IBwAAABwAQCdASoIAAYABUB8JZwC7AF1AAD+7ycnKAAA', 'base64'),
  png: pngOf(8, 6),
}

/** A grey PNG of any size. */
export function pngOf(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const pixels = Buffer.alloc((width + 1) * height, 128)
  // Each row begins with how it is filtered: not at all.
  for (let row = 0; row < height; row += 1) pixels[row * (width + 1)] = 0
  const rows = deflateSync(pixels)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)])
}

/** A multipart form as a browser sends it, for `inject`. A file is `[name, bytes, announced type]`. */
export async function formPayload(fields: Readonly<Record<string, string | readonly [string, Buffer, string]>>) {
  const form = new FormData()
  for (const [key, value] of Object.entries(fields)) {
    if (typeof value === 'string') form.set(key, value)
    else form.set(key, new File([new Uint8Array(value[1])], value[0], { type: value[2] }))
  }
  const request = new Request('http://server/', { method: 'POST', body: form })
  const contentType = request.headers.get('content-type') ?? ''
  return { payload: Buffer.from(await request.arrayBuffer()), headers: { 'content-type': contentType } }
}
