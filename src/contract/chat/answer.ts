import { z } from 'zod'

/**
 * What an answer of the chat is made of. Text is plain, with `**` around a heading and a line break where a line ends. A link is always a path of this site
 * (`/services/real-estate#kinds`), never an address elsewhere.
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

/** Where what was said comes from; or, where nothing could be said, who knows more. */
const sourcesPart = z.strictObject({
  kind: z.literal('sources'),
  title: z.enum(['출처', '문의']),
  links: z.array(siteLinkSchema).min(1),
})

/** Questions that may be asked next; pressing one asks it. */
const suggestionsPart = z.strictObject({
  kind: z.literal('suggestions'),
  questions: z.array(z.string().max(200)).max(6),
})

export const answerPartSchema = z.discriminatedUnion('kind', [textPart, sourcesPart, suggestionsPart])
export type AnswerPart = z.infer<typeof answerPartSchema>
