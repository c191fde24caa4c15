import { paperLimits, type PaperMediaType } from '#contract/papers/paper-limits.ts'
import { drawPicture, jpegOf, type Adjustment } from '#app/ui/pictures/draw-picture.ts'
import { fullFrame } from '#app/ui/pictures/crop-frame.ts'
import { tooLargeText } from './check-file.ts'

/** A file as it is stored and sent. */
export interface PreparedFile {
  readonly mediaType: PaperMediaType
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly thumb: Uint8Array<ArrayBuffer> | null
}

/** Longest side in px; small print of a photographed document is still readable. */
const maxSide = 2560
const thumbSide = 320

export const noAdjustment: Adjustment = { turns: 0, frame: fullFrame }

/** A PDF is kept unchanged. */
export async function preparePdf(file: Blob): Promise<PreparedFile> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return { mediaType: 'application/pdf', bytes, thumb: null }
}

/** Redraws a picture, rotated and cropped as chosen, small enough for a mobile connection. */
export async function preparePicture(
  picture: ImageBitmap,
  adjustment: Adjustment,
): Promise<PreparedFile | { refusal: string }> {
  const drawn = drawPicture(picture, adjustment, maxSide)
  const bytes = await jpegOf(drawn, { quality: 0.85, maxBytes: paperLimits.contentBytes })
  if (!bytes) return { refusal: tooLargeText }
  const small = drawPicture(picture, adjustment, thumbSide)
  const thumb = await jpegOf(small, { quality: 0.75, maxBytes: paperLimits.thumbBytes })
  return { mediaType: 'image/jpeg', bytes, thumb }
}
