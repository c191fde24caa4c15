import { z } from 'zod'
import { idSchema } from '#contract/records/values.ts'
import { exportTermsShape } from '#contract/trail/export-reason.ts'

/**
 * The files of documents 서류철 (books/papers.ts), sent separately from the records: declared by `PUT`
 * and sent in pieces by `PATCH`, so that a broken connection costs one piece and repeats are
 * harmless. Staff only. HAZARD: every response names its content; a device must reject a response
 * that does not match `paperStateSchema` or names another content.
 */
export const paperContentsPath = '/api/staff/paper-contents'

/**
 * `PUT`: declares a file (`paperDeclarationSchema`). Repeating it returns the progress; another
 * declaration under the same id is 409 `conflict`.
 * `PATCH ?from=N`, `application/octet-stream`: a piece. Returns the new state and skips bytes
 * received before. A gap is 409 `conflict` with the state as `current`. The last piece gets 422
 * `digest_mismatch` if the bytes do not match the declaration (all bytes are dropped; start
 * again), and 422 `refused` if they are of another type (final; the declaration is removed).
 * `GET`: the bytes as sent; 404 `not_whole` while some are missing, 422 `refused` if the server's
 * key file is not the one that encrypted them.
 */
export function buildPaperContentPath(contentId: string): string {
  return `${paperContentsPath}/${contentId}`
}

/** `GET`: `paperStateSchema`, or 404 if it was never declared. */
export function buildPaperStatePath(contentId: string): string {
  return `${buildPaperContentPath(contentId)}/state`
}

/**
 * `GET`: the thumbnail made by the device, available from the declaration on; 404 if there is none.
 */
export function buildPaperThumbPath(contentId: string): string {
  return `${buildPaperContentPath(contentId)}/thumb`
}

/**
 * `?reason=` of file and thumbnail: reason for viewing a document of a record whose processing is
 * stopped 처리정지. Without it, such a request is 422 `refused`.
 */
export const paperReadingSchema = z.object({ reason: exportTermsShape.reason })

/** SHA-256, lower-case hex. */
const digestSchema = z.string().regex(/^[0-9a-f]{64}$/, '파일을 알아볼 수 없습니다. 파일을 다시 추가해 주세요.')

const tooLarge = '파일은 20MB 이하만 보관할 수 있습니다.'

/** Limits of a document's file, in bytes. */
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
  const index = head.slice(0, headBytes).indexOf('%PDF-')
  return index >= 0 && tail.slice(-headBytes).includes('%%EOF') && !/^(?:MZ|PK|#!)|[<\0]/.test(head.slice(0, index))
}

export const paperDeclarationSchema = z.strictObject({
  digest: digestSchema,
  size: z.int().min(1, '빈 파일입니다.').max(paperLimits.contentBytes, tooLarge),
  media_type: z.enum(paperMediaTypes, '사진(JPEG, PNG, WebP)과 PDF만 보관할 수 있습니다.'),
  /** JPEG or WebP in base64; null for none. Later ones are ignored. */
  thumb: z
    .base64()
    .max(Math.ceil(paperLimits.thumbBytes / 3) * 4)
    .nullable(),
})
export type PaperDeclaration = z.infer<typeof paperDeclarationSchema>

export const pieceQuerySchema = z.object({
  from: z.coerce.number().int().min(0).max(paperLimits.contentBytes),
})

/** Upload progress. `received`: number of leading bytes stored. */
export const paperStateSchema = z.object({
  content_id: idSchema,
  digest: digestSchema,
  size: z.int().positive(),
  received: z.int().nonnegative(),
  is_whole: z.boolean(),
})
export type PaperState = z.infer<typeof paperStateSchema>
