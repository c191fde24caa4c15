import { z } from 'zod'
import { paperLimits, paperMediaTypes } from './paper-limits.ts'
import { takeOutShape } from './take-out.ts'
import { idSchema } from './values.ts'

/**
 * The files of papers 서류철 (books/papers.ts), which travel apart from their records: declared by `PUT`, sent in pieces by `PATCH`, so that a connection that breaks costs a piece, and each byte is
 * kept exactly once whatever is repeated. Staff only. HAZARD: every answer names its content; a device believes none that does not fit `paperStateSchema` and name the content it asked about.
 */
export const paperContentsPath = '/api/staff/paper-contents'

/**
 * `PUT`: declares (`paperDeclarationSchema`), the same again answers how far it is, another one under the same id is 409 `conflict`.
 * `PATCH ?from=N`, `application/octet-stream`: a piece. Answers the state after it; what was sent before is passed over. A gap is 409 `conflict` with the state as `current`. The piece that makes it whole is
 * answered 422 `digest_mismatch` where the bytes are not what was declared (nothing of them is kept: begin anew), and 422 `refused` where they are of another type (for good: the declaration is gone).
 * `GET`: the bytes as they were sent; 404 `not_whole` while some are missing, 422 `refused` where the server's key file is not the one they were sealed under.
 */
export function paperContentPath(contentId: string): string {
  return `${paperContentsPath}/${contentId}`
}

/** `GET`: `paperStateSchema`, or 404 where it was never declared. */
export function paperStatePath(contentId: string): string {
  return `${paperContentPath(contentId)}/state`
}

/** `GET`: the small picture that the device made; 404 where there is none. There from the declaration on. */
export function paperThumbPath(contentId: string): string {
  return `${paperContentPath(contentId)}/thumb`
}

/** `?reason=` of both: why the paper of a record whose processing is stopped 처리정지 is looked at; without it such a one is 422 `refused`. */
export const paperReadingSchema = z.object({ reason: takeOutShape.reason })

/** SHA-256, lower-case hex. */
const digestSchema = z.string().regex(/^[0-9a-f]{64}$/, '파일을 알아볼 수 없습니다. 파일을 다시 추가해 주세요.')

const tooLarge = '파일은 20MB 이하만 보관할 수 있습니다.'

export const paperDeclarationSchema = z.strictObject({
  digest: digestSchema,
  size: z.int().min(1, '빈 파일입니다.').max(paperLimits.contentBytes, tooLarge),
  media_type: z.enum(paperMediaTypes, '사진(JPEG, PNG, WebP)과 PDF만 보관할 수 있습니다.'),
  /** JPEG or WebP in base64; null: there is none. The first one given stays. */
  thumb: z
    .base64()
    .max(Math.ceil(paperLimits.thumbBytes / 3) * 4)
    .nullable(),
})
export type PaperDeclaration = z.infer<typeof paperDeclarationSchema>

export const pieceQuestionSchema = z.object({
  from: z.coerce.number().int().min(0).max(paperLimits.contentBytes),
})

/** How far a content has come. `received`: the bytes from the first on that are kept. */
export const paperStateSchema = z.object({
  content_id: idSchema,
  digest: digestSchema,
  size: z.int().positive(),
  received: z.int().nonnegative(),
  is_whole: z.boolean(),
})
export type PaperState = z.infer<typeof paperStateSchema>
