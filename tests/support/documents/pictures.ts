import { writePng } from '#server/documents/pictures/write-png.ts'

/** Pictures of 8 × 6 pixels, as written by a browser's canvas. */
export const smallPictures = {
  jpeg: Buffer.from(
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDACgcHiMeGSgjISMtKygwPGRBPDc3PHtYXUlkkYCZlo+AjIqgtObDoKrarYqMyP/L2u71////m8H////6/+b9//j/2wBDASstLTw1PHZBQXb4pYyl+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj/wAARCAAGAAgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAAAf/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AJgBD//Z',
    'base64',
  ),
  webp: Buffer.from('UklGRigAAABXRUJQVlA4IBwAAABwAQCdASoIAAYABUB8JZwC7AF1AAD+7ycnKAAA', 'base64'),
  png: makeGrayPng(8, 6),
}

/** A gray PNG of any size. */
export function makeGrayPng(width: number, height: number): Buffer {
  const pixels = Buffer.alloc((width + 1) * height, 128)
  // Each row begins with its filter type: none.
  for (let row = 0; row < height; row += 1) pixels[row * (width + 1)] = 0
  return writePng({ width, height, depth: 8 }, pixels)
}

/**
 * A multipart form as a browser sends it, for `inject`. A file is `[name, bytes, declared type]`.
 */
export async function createFormPayload(fields: Readonly<Record<string, string | readonly [string, Buffer, string]>>) {
  const form = new FormData()
  for (const [key, value] of Object.entries(fields)) {
    if (typeof value === 'string') form.set(key, value)
    else form.set(key, new File([new Uint8Array(value[1])], value[0], { type: value[2] }))
  }
  const request = new Request('http://server/', { method: 'POST', body: form })
  const contentType = request.headers.get('content-type') ?? ''
  return { payload: Buffer.from(await request.arrayBuffer()), headers: { 'content-type': contentType } }
}
