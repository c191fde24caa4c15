import { z } from 'zod'
import { idSchema } from '#contract/records/values.ts'

export const maxHrefLength = 2000

/**
 * The parts of a chat answer. Text is plain, with `**` around headings and line breaks. Figures are
 * always in tables, never in sentences, so that screens can align and copy them. A link is always a
 * path of this site (`/services/real-estate#kinds`).
 */
export const siteLinkSchema = z.strictObject({
  label: z.string().min(1).max(300),
  href: z
    .string()
    .max(maxHrefLength)
    .regex(/^\/(?![/\\])[^\s\\]*$/, '이 사이트 안의 주소가 아닙니다.'),
})
export type SiteLink = z.infer<typeof siteLinkSchema>

const textPart = z.strictObject({ kind: z.literal('text'), text: z.string() })

/**
 * Sources of the answer; contacts if there is no answer; for an uploaded sheet, the imports that
 * fit it.
 */
const sourcesPart = z.strictObject({
  kind: z.literal('sources'),
  title: z.enum(['출처', '문의', '혹시 이것을 찾으셨나요', '가져오기']),
  links: z.array(siteLinkSchema).min(1),
})

/** Suggested next questions; pressing one asks it. */
const suggestionsPart = z.strictObject({
  kind: z.literal('suggestions'),
  questions: z.array(z.string().max(200)).max(6),
})

/** Offers to undo what was applied last in this conversation; the screen knows what that is. */
const undoPart = z.strictObject({ kind: z.literal('undo') })

const cellSchema = z.union([z.string(), z.number(), z.null()])
export type AnswerCell = z.infer<typeof cellSchema>

const cellKinds = ['text', 'won', 'number', 'date'] as const

const valueSchema = z.union([z.string(), z.number(), z.boolean(), z.null()])

/** A proposed change. 적용 sends it through the user's outbox with the version it was read at. */
const changePart = z.strictObject({
  kind: z.literal('change'),
  collection: z.string(),
  record_id: idSchema,
  version: z.int().nonnegative(),
  /** Name of the record, as in the outbox. */
  caption: z.string(),
  /** What tells the record apart from others of that name: section, parcel, state. */
  details: z.string().optional(),
  field: z.string(),
  label: z.string(),
  before: valueSchema,
  after: valueSchema,
  /** Both as display text. */
  before_text: z.string(),
  after_text: z.string(),
  /** Fields that follow the changed one, as display text. */
  follows: z.array(z.strictObject({ label: z.string(), before_text: z.string(), after_text: z.string() })).optional(),
  link: siteLinkSchema,
})
export type ChangePart = z.infer<typeof changePart>

/**
 * At most `shownRows` rows; `count` is the full number, and `link` opens the same filter in the
 * screen.
 */
const tablePart = z.strictObject({
  kind: z.literal('table'),
  title: z.string(),
  columns: z.array(z.strictObject({ label: z.string(), kind: z.enum(cellKinds) })).min(1),
  /** One cell per column; enums and references as display text. */
  rows: z.array(z.array(cellSchema)),
  /** One per row, to the record that it shows. */
  rowLinks: z.array(siteLinkSchema).optional(),
  /** One per row of a choice: its proposed change; null if it has the value already. */
  rowChanges: z.array(changePart.nullable()).optional(),
  /** One cell per column, over all counted rows and not only the shown ones. */
  total: z.array(cellSchema).optional(),
  count: z.int().nonnegative(),
  link: siteLinkSchema.optional(),
})
export type TablePart = z.infer<typeof tablePart>
export const shownRows = 20

export const answerPartSchema = z.discriminatedUnion('kind', [
  textPart,
  tablePart,
  sourcesPart,
  changePart,
  suggestionsPart,
  undoPart,
])
export type AnswerPart = z.infer<typeof answerPartSchema>

/**
 * Kinds of numbers that were removed from a question before it left the server. The numbers
 * themselves are not recorded.
 */
export const replacedNumberKinds = ['resident', 'corporation', 'card', 'account', 'passport', 'phone'] as const
export type ReplacedNumberKind = (typeof replacedNumberKinds)[number]
export const replacedNumbersSchema = z.array(
  z.strictObject({ kind: z.enum(replacedNumberKinds), count: z.int().positive() }),
)
export type ReplacedNumbers = z.infer<typeof replacedNumbersSchema>

/**
 * `local`: rules on the server. `model`: the language model the office has configured. `device`:
 * the same rules on the offline copy.
 */
export const engineNames = ['local', 'model', 'device'] as const
export type EngineName = (typeof engineNames)[number]
