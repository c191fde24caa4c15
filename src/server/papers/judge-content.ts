import { isPdf, type PaperMediaType } from '#contract/papers/paper-limits.ts'
import { pictureKind } from '../documents/pictures/picture-parts.ts'

/**
 * Detects the type from the first and last bytes, regardless of name and declaration; undefined for
 * anything that is not a paper.
 */
export function judgeContent({ head, tail }: { head: Buffer; tail: Buffer }): PaperMediaType | undefined {
  const picture = pictureKind(head)
  if (picture) return pictureTypes[picture]
  return isPdf(head.toString('latin1'), tail.toString('latin1')) ? 'application/pdf' : undefined
}

const pictureTypes = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' } as const
