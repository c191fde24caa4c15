/** What a file of a paper may be (papers.ts), in bytes. Apart from the schemas, because descriptions of books carry no zod. */
export const paperLimits = {
  contentBytes: 20_971_520,
  /** What a device sends at once, and the most that is taken. */
  pieceBytes: 262_144,
  maxPieceBytes: 524_288,
  thumbBytes: 49_152,
} as const

export const paperMediaTypes = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'] as const
export type PaperMediaType = (typeof paperMediaTypes)[number]

/** So many of a file's first and last bytes say what it is. */
export const headBytes = 1024

/**
 * Whether the first and last bytes, a letter for each, are those of a PDF. Its marks stand within the first and the last 1,024 bytes: scanners and mail programs write in front of it. What they
 * write is text; a page or a program with the mark of a PDF in it is none.
 */
export function isPdf(head: string, tail: string): boolean {
  const at = head.slice(0, headBytes).indexOf('%PDF-')
  return at >= 0 && tail.slice(-headBytes).includes('%%EOF') && !/^(?:MZ|PK|#!)|[<\0]/.test(head.slice(0, at))
}
