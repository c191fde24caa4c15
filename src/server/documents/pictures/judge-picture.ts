import { imageSize } from 'image-size'
import { problem, type Problem } from '#contract/problem.ts'
import { pictureEnd, pictureKind, type PictureKind } from './picture-end.ts'

export type JudgedPicture =
  | { mediaType: string; bytes: Buffer; size: { width: number; height: number } }
  | { refused: Problem }

/**
 * Is this a PNG, JPEG or WebP picture within the limits? Decided by the content alone: name and announced type are a stranger's word. Kept are the bytes of the
 * picture itself; whatever a file carries behind its end is cut off. `field` is where the refusal is shown.
 */
export function judgePicture(given: Uint8Array, { maxSide, field }: { maxSide: number; field: string }): JudgedPicture {
  const refuse = (code: 'unsupported_file' | 'refused', message: string): JudgedPicture => ({
    refused: problem(code, { message, fields: { [field]: message } }),
  })
  const file = Buffer.from(given.buffer, given.byteOffset, given.byteLength)
  const kind = pictureKind(file)
  if (kind === undefined) return refuse('unsupported_file', 'PNG, JPEG, WebP 그림만 올릴 수 있습니다.')
  const end = pictureEnd(file, kind)
  const size = end === undefined ? undefined : sizeOf(file.subarray(0, end), kind)
  if (end === undefined || size === undefined) {
    return refuse('unsupported_file', '그림 파일이 손상되어 읽을 수 없습니다. 다시 저장한 뒤 올려 주세요.')
  }
  if (Math.max(size.width, size.height) > maxSide) {
    return refuse('refused', `그림의 가로와 세로는 ${maxSide.toLocaleString('ko-KR')}픽셀 이하여야 합니다.`)
  }
  return { mediaType: mediaTypes[kind], bytes: file.subarray(0, end), size }
}

const mediaTypes = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' } as const satisfies Record<
  PictureKind,
  string
>

function sizeOf(bytes: Buffer, kind: PictureKind): { width: number; height: number } | undefined {
  try {
    const { width, height, type } = imageSize(bytes)
    return type === kind && width > 0 && height > 0 ? { width, height } : undefined
  } catch {
    // image-size throws for whatever it cannot make sense of.
    return undefined
  }
}
