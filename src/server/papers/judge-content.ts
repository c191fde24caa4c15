import { isPdf, type PaperMediaType } from '#contract/papers/paper-limits.ts'
import { pictureKind } from '../documents/pictures/picture-parts.ts'

/** What a file is by its first and last bytes, whatever it is called and was announced as; undefined for everything that is no paper. */
export function judgeContent({ head, tail }: { head: Buffer; tail: Buffer }): PaperMediaType | undefined {
  const picture = pictureKind(head)
  if (picture) return pictureTypes[picture]
  return isPdf(head.toString('latin1'), tail.toString('latin1')) ? 'application/pdf' : undefined
}

const pictureTypes = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' } as const
