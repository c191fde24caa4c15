import { headBytes, isPdf, paperLimits, type PaperMediaType } from '#contract/papers/paper-limits.ts'

export type FileCheck = { readonly kind: PaperMediaType } | { readonly refusal: string }

/**
 * Type of a file by its content, or why it is refused. The name doesn't matter. A picture is
 * redrawn before it is kept, so its original size isn't limited.
 */
export async function checkFile(file: Blob): Promise<FileCheck> {
  if (file.size === 0) return { refusal: '빈 파일입니다.' }
  const kind = kindOf(await lettersOf(file.slice(0, headBytes)), await lettersOf(file.slice(-headBytes)))
  if (!kind) return { refusal: '사진(JPEG, PNG, WebP)과 PDF만 추가할 수 있습니다.' }
  const isTooLarge = kind === 'application/pdf' && file.size > paperLimits.contentBytes
  return isTooLarge ? { refusal: tooLargeText } : { kind }
}

export const tooLargeText = '파일은 20MB 이하만 추가할 수 있습니다.'

/** One character per byte. */
async function lettersOf(part: Blob): Promise<string> {
  return String.fromCodePoint(...new Uint8Array(await part.arrayBuffer()))
}

function kindOf(text: string, suffix: string): PaperMediaType | null {
  if (text.startsWith('\u00ff\u00d8\u00ff')) return 'image/jpeg'
  if (text.startsWith('\u0089PNG\r\n\u001a\n')) return 'image/png'
  if (text.startsWith('RIFF') && text.startsWith('WEBP', 8)) return 'image/webp'
  return isPdf(text, suffix) ? 'application/pdf' : null
}
