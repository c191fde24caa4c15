/** A picture ready to be sent, or the Korean reason why it cannot be. */
export type ShrunkPicture =
  | { readonly ok: true; readonly picture: Blob }
  | { readonly ok: false; readonly reason: string }

/** What may be uploaded, and how large it is needed. */
export interface PictureDeps {
  readonly maxBytes: number
  readonly types: readonly string[]
  /** Longest side at which it is ever shown or printed, in px. */
  readonly shownSide: number
  /** Kind of file that is made of it; absent: as it was. */
  readonly drawnAs?: 'image/png'
}

/**
 * Draws the chosen file anew at the size it is needed in: a photograph of 12 megapixels costs a field worker's connection a minute, and what a camera writes
 * into its files is nobody's business. The server judges the result by its content once more.
 */
export async function shrinkPicture(file: File, deps: PictureDeps): Promise<ShrunkPicture> {
  const refusal = refusalOf(file, deps)
  if (refusal !== null) return { ok: false, reason: refusal }
  const drawn = await createImageBitmap(file).catch(() => null)
  if (!drawn) return { ok: false, reason: '이미지 파일을 읽지 못했습니다. 다른 파일을 선택해 주세요.' }
  const { width, height } = fittingSize(drawn, deps.shownSide)
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  canvas.getContext('2d')?.drawImage(drawn, 0, 0, width, height)
  drawn.close()
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, deps.drawnAs ?? file.type, 0.9))
  return picture
    ? { ok: true, picture }
    : { ok: false, reason: '이미지를 변환하지 못했습니다. 다른 파일을 선택해 주세요.' }
}

/** What can be said without opening the file. */
export function refusalOf(
  { type, size }: Pick<File, 'type' | 'size'>,
  { types, maxBytes }: PictureDeps,
): string | null {
  if (!types.includes(type)) return 'PNG, JPEG, WebP 이미지만 올릴 수 있습니다.'
  return size > maxBytes ? `이미지는 ${Math.floor(maxBytes / 1_048_576)}MB 이하만 올릴 수 있습니다.` : null
}

/** The same shape, no side longer than `longest`, never larger than it was. */
export function fittingSize(
  { width, height }: { width: number; height: number },
  longest: number,
): { width: number; height: number } {
  const scale = Math.min(1, longest / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
