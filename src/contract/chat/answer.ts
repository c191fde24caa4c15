import { z } from 'zod'
import { idSchema } from '../values.ts'

/**
 * What an answer of the chat is made of. Text is Markdown of the safe kind; figures travel as tables and never inside sentences, so that screens align and copy them. A link
 * is always a path of this app (`/services/real-estate`, `/staff/inquiries?q=…`), never an address elsewhere.
 */
export const appLinkSchema = z.strictObject({
  label: z.string().min(1).max(200),
  href: z
    .string()
    .max(2000)
    .regex(/^\/(?![/\\])[^\s\\]*$/, '이 사이트 안의 주소가 아닙니다.'),
})
export type AppLink = z.infer<typeof appLinkSchema>

export const cellKinds = ['text', 'won', 'number', 'date'] as const

const cell = z.union([z.string(), z.number(), z.null()])

const textPart = z.strictObject({ kind: z.literal('text'), text: z.string() })

/** At most `shownRows` rows; `count` says how many there are, and `link` opens the same filter in the real screen. */
const tablePart = z.strictObject({
  kind: z.literal('table'),
  title: z.string(),
  columns: z.array(z.strictObject({ key: z.string(), label: z.string(), kind: z.enum(cellKinds) })),
  rows: z.array(z.array(cell)),
  /** One cell per column, of all that was counted and not of the shown rows alone. */
  total: z.array(cell).optional(),
  count: z.int().nonnegative(),
  link: appLinkSchema.optional(),
})
export type TablePart = z.infer<typeof tablePart>
export const shownRows = 20

/** Where a claim comes from. */
const sourcesPart = z.strictObject({ kind: z.literal('sources'), links: z.array(appLinkSchema).min(1) })

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
  before: z.union([z.string(), z.number(), z.boolean(), z.null()]),
  after: z.union([z.string(), z.number(), z.boolean(), z.null()]),
  /** Both as people read them. */
  before_text: z.string(),
  after_text: z.string(),
  link: appLinkSchema,
})
export type ChangePart = z.infer<typeof changePart>

/** Questions that may be asked next; pressing one asks it. */
const suggestionsPart = z.strictObject({
  kind: z.literal('suggestions'),
  questions: z.array(z.string().max(200)).max(6),
})

/** Anything else, as a tree. */
const jsonPart = z.strictObject({ kind: z.literal('json'), value: z.json() })

export const answerPartSchema = z.discriminatedUnion('kind', [
  textPart,
  tablePart,
  sourcesPart,
  changePart,
  suggestionsPart,
  jsonPart,
])
export type AnswerPart = z.infer<typeof answerPartSchema>

/** What of a question stayed here: which kinds of numbers, how often. The numbers themselves are nowhere in it. */
export const replacedKinds = ['resident', 'corporation', 'card', 'account', 'passport', 'phone'] as const
export type ReplacedKind = (typeof replacedKinds)[number]
export const replacedSchema = z.array(z.strictObject({ kind: z.enum(replacedKinds), count: z.int().positive() }))
export type Replaced = z.infer<typeof replacedSchema>

/** `local`: by rules, here. `remote`: by the language model that the office has set up. `device`: by the same rules from the offline copy. */
export const engineNames = ['local', 'remote', 'device'] as const
export type EngineName = (typeof engineNames)[number]
