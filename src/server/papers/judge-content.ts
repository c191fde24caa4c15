import type { PaperMediaType } from '#contract/paper-limits.ts'
import { pictureKind } from '../documents/pictures/picture-parts.ts'

/** So many of a file's first and last bytes say what it is. */
export const headBytes = 1024

/** What a file is by its first and last bytes, whatever it is called and was announced as; undefined for everything that is no paper. */
export function judgeContent({ head, tail }: { head: Buffer; tail: Buffer }): PaperMediaType | undefined {
  const picture = pictureKind(head)
  if (picture) return pictureTypes[picture]
  return isPdf(head, tail) ? 'application/pdf' : undefined
}

/**
 * Readers of PDF look for its marks within the first and the last 1,024 bytes: scanners and mail programs write in front of it. What they write is text and no page; a program with the mark
 * of a PDF somewhere in it is still a program.
 */
function isPdf(head: Buffer, tail: Buffer): boolean {
  const at = head.subarray(0, headBytes).indexOf('%PDF-')
  if (at < 0 || !tail.subarray(-headBytes).includes('%%EOF')) return false
  return !/^(?:MZ|PK|#!)|[<\0]/.test(head.subarray(0, at).toString('latin1'))
}

const pictureTypes = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' } as const
