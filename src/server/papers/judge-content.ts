import type { PaperMediaType } from '#contract/paper-limits.ts'
import { pictureKind } from '../documents/pictures/picture-parts.ts'

/** So many of a file's first bytes say what it is. */
export const headBytes = 1024

/** What a file is by its first bytes, whatever it is called and was announced as; undefined for everything that is no paper. */
export function judgeContent(head: Buffer): PaperMediaType | undefined {
  const picture = pictureKind(head)
  if (picture) return pictureTypes[picture]
  // Readers of PDF look for the mark within the first 1,024 bytes: scanners and mail programs write in front of it.
  return head.subarray(0, headBytes).includes('%PDF-') ? 'application/pdf' : undefined
}

const pictureTypes = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' } as const
