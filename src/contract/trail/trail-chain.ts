import { z } from 'zod'
import { instantSchema } from '#contract/records/values.ts'
import { trailDescription, trailPath } from './trail.ts'

/** The hash chain over 접속기록: `GET` its state, `POST` runs a check now. Superusers only. */
export const trailChainPath = `${trailPath}/chain`

/** Possible findings of a check, with the texts used on screen and by the command. */
export const chainErrorKinds = {
  row_changed: '내용이 바뀐 기록',
  row_removed: '지워진 기록',
  row_inserted: '나중에 끼워 넣은 기록',
  link_changed: '내용이 바뀐 연결',
  link_removed: '지워진 연결',
  head_lost: '따로 적어 둔 값과 다른 연결',
  beginning_changed: '맞지 않는 시작',
} as const
type ChainErrorKind = keyof typeof chainErrorKinds

const errorKinds = Object.keys(chainErrorKinds) as [ChainErrorKind, ...ChainErrorKind[]]

/**
 * `seq`: row number; `link`: link number in the chain; `day`: in the office's time zone, if known.
 */
const chainErrorSchema = z.object({
  kind: z.enum(errorKinds),
  seq: z.int().nullable(),
  link: z.int().nullable(),
  day: z.string().nullable(),
})
export type ChainError = z.infer<typeof chainErrorSchema>

/** One check. `faults` lists only the first ones. */
export const chainCheckSchema = z.object({
  checked_at: instantSchema,
  checked_by: z.string(),
  is_whole: z.boolean(),
  row_count: z.int(),
  link_count: z.int(),
  head_number: z.int(),
  head_hash: z.string(),
  faults: z.array(chainErrorSchema),
})
export type ChainCheck = z.infer<typeof chainCheckSchema>

/** `last` is null if never checked. `public_key`: key of signed exports, Ed25519 as PEM. */
export const chainStateSchema = z.object({
  last: chainCheckSchema.nullable(),
  public_key: z.string(),
  fingerprint: z.string(),
})
export type ChainState = z.infer<typeof chainStateSchema>

/** `GET`: rows of the trail as a signed file that can be verified on its own. Superusers only. */
export const trailSignedPath = `${trailPath}/export_signed`
export const buildTrailSignedNames = (today: string) => ({
  ascii: `${trailDescription.name}_${today}_signed.jsonl`,
  korean: `${trailDescription.label}_${today}_서명.jsonl`,
})

const text = z.string()
const nullableText = text.nullable()

/**
 * The file is JSON lines in UTF-8, each ended by a line feed: this header, then for every link of
 * the chain that holds a requested row the link and its rows, then the end.
 * src/domain/trail/canonical.ts defines how rows and links are hashed.
 */
export const signedHeaderSchema = z.object({
  format: z.literal('ongyeol-office-trail'),
  format_version: z.literal(1),
  /** Instructions for readers who have only the file. */
  how_to_check: text,
  office: text,
  exported_at: text,
  exported_by: text,
  question: z.record(text, z.unknown()),
  /** The newest link when the file was made. */
  head: z.object({ number: z.int(), hash: text, epoch: text, at: text }),
  public_key: text,
  fingerprint: text,
})
export type SignedHeader = z.infer<typeof signedHeaderSchema>

/** `rows`: number and SHA-256 of every row of the link, including rows that were not requested. */
export const signedLinkSchema = z.object({
  link: z.object({
    number: z.int(),
    epoch: text,
    made_at: text,
    row_count: z.int(),
    first_seq: text,
    last_seq: text,
    first_at: text,
    last_at: text,
    rows_hash: text,
    previous: text,
    settled_below: text,
    hash: text,
  }),
  rows: z.array(z.tuple([text, text])),
})
export type SignedLink = z.infer<typeof signedLinkSchema>

/**
 * `is_masked`: the row contains a resident number, which is masked in the file; the hash is that of
 * the unmasked row.
 */
export const signedRowSchema = z.object({
  row: z.object({
    seq: text,
    at: text,
    user_id: nullableText,
    user_name: text,
    address: nullableText,
    act: text,
    collection: nullableText,
    record_id: nullableText,
    subject: nullableText,
    detail: nullableText,
  }),
  is_masked: z.literal(true).optional(),
})

/**
 * `sha256`: of all bytes before this line; `signature`: Ed25519, base64, over the text that
 * `formatSigned` makes of it.
 */
export const signedEndSchema = z.object({
  end: z.object({ rows: z.int(), links: z.int(), sha256: text }),
  signature: text,
})

export function formatSigned(sha256: string): string {
  return `ongyeol-office-trail 1 ${sha256}`
}
