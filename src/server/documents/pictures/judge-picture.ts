import { imageSize } from 'image-size'
import { problem, type Problem } from '#contract/problem.ts'
import { cleanPicture } from './clean-picture.ts'
import { pictureKind, pictureParts, type PictureKind } from './picture-parts.ts'

export type JudgedPicture =
  | { mediaType: string; bytes: Buffer; size: { width: number; height: number } }
  | { refused: Problem }

/**
 * Checks that bytes are a PNG, JPEG or WebP picture within the limits. Decides by content alone,
 * because name and announced type are untrusted. Returns the picture without metadata
 * (clean-picture.ts) and without data after its end. `field` is where a refusal is shown.
 */
export function judgePicture(input: Uint8Array, { maxSide, field }: { maxSide: number; field: string }): JudgedPicture {
  const refuse = (code: 'unsupported_file' | 'refused', message: string): JudgedPicture => ({
    refused: problem(code, { message, fields: { [field]: message } }),
  })
  const file = Buffer.from(input.buffer, input.byteOffset, input.byteLength)
  const kind = pictureKind(file)
  if (kind === undefined) return refuse('unsupported_file', 'PNG, JPEG, WebP 이미지만 올릴 수 있습니다.')
  const parts = pictureParts(file, kind)
  const bytes = parts && cleanPicture(file, kind, parts)
  const size = bytes && sizeOf(bytes, kind)
  if (bytes === undefined || size === undefined) {
    return refuse('unsupported_file', '이미지 파일이 손상되어 읽을 수 없습니다. 다시 저장한 뒤 올려 주세요.')
  }
  if (Math.max(size.width, size.height) > maxSide) {
    return refuse('refused', `이미지의 가로와 세로는 ${maxSide.toLocaleString('ko-KR')}픽셀 이하여야 합니다.`)
  }
  return { mediaType: mediaTypes[kind], bytes, size }
}

/**
 * Cleans a picture stored before pictures were cleaned on upload, so that it can be shown publicly.
 */
export function cleanedForServing(stored: Buffer): Buffer {
  const kind = pictureKind(stored)
  const parts = kind && pictureParts(stored, kind)
  return parts ? cleanPicture(stored, kind, parts) : stored
}

const mediaTypes = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' } as const satisfies Record<
  PictureKind,
  string
>

function sizeOf(bytes: Buffer, kind: PictureKind): { width: number; height: number } | undefined {
  try {
    const { width, height, type, orientation = 1 } = imageSize(bytes)
    if (type !== kind || width <= 0 || height <= 0) return undefined
    // Values from 5 swap width and height.
    return orientation >= 5 ? { width: height, height: width } : { width, height }
  } catch {
    // image-size throws for anything it cannot read.
    return undefined
  }
}
