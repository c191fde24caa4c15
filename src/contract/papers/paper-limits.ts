/**
 * Limits of a document's file (papers.ts), in bytes. Kept apart from the schemas because
 * descriptions of books must not import zod.
 */
export const paperLimits = {
  contentBytes: 20_971_520,
  /** The piece size a device sends, and the maximum the server accepts. */
  pieceBytes: 262_144,
  maxPieceBytes: 524_288,
  thumbBytes: 49_152,
} as const

export const paperMediaTypes = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'] as const
export type PaperMediaType = (typeof paperMediaTypes)[number]

/** The type is detected from this many first and last bytes. */
export const headBytes = 1024

/**
 * Whether the first and last bytes, one character each, are those of a PDF. The markers may be
 * anywhere in the first and last 1,024 bytes, because scanners and mail programs put text before
 * the header. A web page or program that contains the marker is not a PDF.
 */
export function isPdf(head: string, tail: string): boolean {
  const at = head.slice(0, headBytes).indexOf('%PDF-')
  return at >= 0 && tail.slice(-headBytes).includes('%%EOF') && !/^(?:MZ|PK|#!)|[<\0]/.test(head.slice(0, at))
}
