/** What a file of a paper may be (papers.ts), in bytes. Apart from the schemas, because descriptions of books carry no zod. */
export const paperLimits = {
  contentBytes: 20_971_520,
  /** What a device sends at once, and the most that is taken. */
  pieceBytes: 262_144,
  mostPieceBytes: 524_288,
  thumbBytes: 49_152,
} as const

export const paperMediaTypes = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'] as const
export type PaperMediaType = (typeof paperMediaTypes)[number]
