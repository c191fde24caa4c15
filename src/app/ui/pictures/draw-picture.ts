import type { CropFrame } from './crop-frame.ts'
import { fittingSize } from './shrink-picture.ts'

/** Rotation and crop of a picture. */
export interface Adjustment {
  /** Quarter turns to the right. */
  readonly turns: 0 | 1 | 2 | 3
  /** Relative to the rotated picture. */
  readonly frame: CropFrame
}

/**
 * Draws the kept part of a picture on white, with no side longer than `longest` px. Drops the
 * camera's metadata (place, time, device).
 */
export function drawPicture(picture: ImageBitmap, { turns, frame }: Adjustment, longest: number): HTMLCanvasElement {
  const isUpright = turns % 2 === 0
  const rotatedSize = isUpright
    ? { width: picture.width, height: picture.height }
    : { width: picture.height, height: picture.width }
  const cropped = {
    width: (frame.right - frame.left) * rotatedSize.width,
    height: (frame.bottom - frame.top) * rotatedSize.height,
  }
  const { width, height } = fittingSize(cropped, longest)
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (!context) throw new Error('this browser draws no pictures')
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
export async function jpegOf(
  canvas: HTMLCanvasElement,
  { quality, maxBytes }: { quality: number; maxBytes: number },
): Promise<Uint8Array<ArrayBuffer> | null> {
  for (const attempt of [quality, quality * 0.75, quality * 0.5]) {
    const file = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', attempt))
    if (file && file.size <= maxBytes) return new Uint8Array(await file.arrayBuffer())
  }
  return null
}
