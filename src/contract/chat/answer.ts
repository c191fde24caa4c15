import { z } from 'zod'
import { idSchema } from '../values.ts'

/**
 * What an answer of the chat is made of. Text is plain, with `**` around a heading and a line break where a line ends; figures travel as tables and never inside sentences, so
 * that screens align and copy them. A link is always a path of this site (`/services/real-estate#kinds`), never an address elsewhere.
 */
export const siteLinkSchema = z.strictObject({
  label: z.string().min(1).max(300),
  href: z
    .string()
    .max(2000)
    .regex(/^\/(?![/\\])[^\s\\]*$/, '이 사이트 안의 주소가 아닙니다.'),
})
export type SiteLink = z.infer<typeof siteLinkSchema>

const textPart = z.strictObject({ kind: z.literal('text'), text: z.string() })

/** Where what was said comes from; where nothing could be said, who knows more; of a sheet, the imports that it fits. */
const sourcesPart = z.strictObject({
  kind: z.literal('sources'),
  title: z.enum(['출처', '문의', '가져오기']),
  links: z.array(siteLinkSchema).min(1),
})

/** Questions that may be asked next; pressing one asks it. */
const suggestionsPart = z.strictObject({
  kind: z.literal('suggestions'),
  questions: z.array(z.string().max(200)).max(6),
})

const cellSchema = z.union([z.string(), z.number(), z.null()])
export type AnswerCell = z.infer<typeof cellSchema>

export const cellKinds = ['text', 'won', 'number', 'date'] as const

/** At most `shownRows` rows; `count` says how many there are, and `link` opens the same filter in the real screen. */
const tablePart = z.strictObject({
  kind: z.literal('table'),
  title: z.string(),
  columns: z.array(z.strictObject({ label: z.string(), kind: z.enum(cellKinds) })).min(1),
  /** A cell per column; enums and references as people read them. */
  rows: z.array(z.array(cellSchema)),
  /** A cell per column, of all that was counted and not of the shown rows alone. */
  total: z.array(cellSchema).optional(),
  count: z.int().nonnegative(),
  link: siteLinkSchema.optional(),
})
export type TablePart = z.infer<typeof tablePart>
export const shownRows = 20

const valueSchema = z.union([z.string(), z.number(), z.boolean(), z.null()])

/** A change that is only proposed: 적용 sends it through the outbox of whoever presses it, with the version it was read at. */
const changePart = z.strictObject({
  kind: z.literal('change'),
  collection: z.string(),
  record_id: idSchema,
  version: z.int().nonnegative(),
  /** Whose record it is, as the outbox names it. */
  caption: z.string(),
  field: z.string(),
  label: z.string(),
  before: valueSchema,
  after: valueSchema,
  /** Both as people read them. */
  before_text: z.string(),
  after_text: z.string(),
  link: siteLinkSchema,
})
export type ChangePart = z.infer<typeof changePart>

export const answerPartSchema = z.discriminatedUnion('kind', [
  textPart,
  tablePart,
  sourcesPart,
  changePart,
  suggestionsPart,
])
export type AnswerPart = z.infer<typeof answerPartSchema>

/** What of a question stayed here: which kinds of numbers, how often. The numbers themselves are nowhere in it. */
export const replacedKinds = ['resident', 'corporation', 'card', 'account', 'passport', 'phone'] as const
export type ReplacedKind = (typeof replacedKinds)[number]
export const replacedSchema = z.array(z.strictObject({ kind: z.enum(replacedKinds), count: z.int().positive() }))
export type Replaced = z.infer<typeof replacedSchema>

/** `local`: by rules, here. `model`: by the language model that the office has set up. `device`: by the same rules from the offline copy. */
export const engineNames = ['local', 'model', 'device'] as const
export type EngineName = (typeof engineNames)[number]
