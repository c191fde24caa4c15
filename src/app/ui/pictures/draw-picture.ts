import type { CropFrame } from './crop-frame.ts'

/** Rotation and crop of a picture. */
export interface Adjustment {
  /** Quarter turns to the right. */
  readonly turns: 0 | 1 | 2 | 3
  /** Relative to the rotated picture. */
  readonly frame: CropFrame
}

/**
 * Draws the kept part of a picture on white, with no side longer than `maxSide` px. Drops the
 * camera's metadata (place, time, device).
 */
export function drawPicture(picture: ImageBitmap, { turns, frame }: Adjustment, maxSide: number): HTMLCanvasElement {
  const isUpright = turns % 2 === 0
  const rotatedSize = isUpright
    ? { width: picture.width, height: picture.height }
    : { width: picture.height, height: picture.width }
  const cropped = {
    width: (frame.right - frame.left) * rotatedSize.width,
    height: (frame.bottom - frame.top) * rotatedSize.height,
  }
  const { width, height } = fitSize(cropped, maxSide)
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (!context) throw new Error('the canvas has no 2d context')
  context.fillStyle = 'white'
  context.fillRect(0, 0, width, height)
  context.imageSmoothingQuality = 'high'
  context.scale(width / cropped.width, height / cropped.height)
  context.translate(-frame.left * rotatedSize.width, -frame.top * rotatedSize.height)
  context.translate(rotatedSize.width / 2, rotatedSize.height / 2)
  context.rotate((turns * Math.PI) / 2)
  context.drawImage(picture, -picture.width / 2, -picture.height / 2)
  return canvas
}

/** The canvas as a JPEG of at most `maxBytes`; null when the browser cannot make one that small. */
export async function encodeJpeg(
  canvas: HTMLCanvasElement,
  { quality, maxBytes }: { quality: number; maxBytes: number },
): Promise<Uint8Array<ArrayBuffer> | null> {
  for (const attempt of [quality, quality * 0.75, quality * 0.5]) {
    const file = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', attempt))
    if (file && file.size <= maxBytes) return new Uint8Array(await file.arrayBuffer())
  }
  return null
}

/** A picture ready to upload, or the Korean reason why it is refused. */
type ShrunkPicture = { readonly ok: true; readonly picture: Blob } | { readonly ok: false; readonly reason: string }

/** Which files are accepted, and the size to shrink them to. */
export interface PictureOptions {
  readonly maxBytes: number
  readonly types: readonly string[]
  /** Longest side at which it is shown or printed, in px. */
  readonly shownSide: number
  /** Output file type; by default the original one. */
  readonly outputType?: 'image/png'
}

/**
 * Redraws the chosen file at the size it is needed in. A 12-megapixel photo takes a minute to
 * upload on a mobile connection, and camera metadata is private. The server checks the result's
 * content again.
 */
export async function shrinkPicture(file: File, options: PictureOptions): Promise<ShrunkPicture> {
  const refusal = checkPicture(file, options)
  if (refusal !== null) return { ok: false, reason: refusal }
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (!bitmap) return { ok: false, reason: '이미지 파일을 읽지 못했습니다. 다른 파일을 선택해 주세요.' }
  const { width, height } = fitSize(bitmap, options.shownSide)
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, width, height)
  bitmap.close()
  const picture = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, options.outputType ?? file.type, 0.9),
  )
  return picture
    ? { ok: true, picture }
    : { ok: false, reason: '이미지를 변환하지 못했습니다. 다른 파일을 선택해 주세요.' }
}

/** Checks that need no decoding of the file. */
export function checkPicture(
  { type, size }: Pick<File, 'type' | 'size'>,
  { types, maxBytes }: PictureOptions,
): string | null {
  if (!types.includes(type)) return 'PNG, JPEG, WebP 이미지만 올릴 수 있습니다.'
  return size > maxBytes ? `이미지는 ${Math.floor(maxBytes / 1_048_576)}MB 이하만 올릴 수 있습니다.` : null
}

/** Scales down to at most `maxSide` per side, keeping the proportions; never enlarges. */
export function fitSize(
  { width, height }: { width: number; height: number },
  maxSide: number,
): { width: number; height: number } {
  const scale = Math.min(1, maxSide / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
