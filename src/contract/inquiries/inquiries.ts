import { z } from 'zod'
import { inquiryErrors, inquiryFormats, inquiryLimits } from '#contract/books/inquiries.ts'
import { buildTextSchema, formatInstant, idSchema, instantSchema } from '#contract/records/values.ts'
import { normalizeNumber } from '#contract/text/normalize-number.ts'
import { formatTelephone, isCallable } from '#contract/text/telephone.ts'

/** One line of a visitor's text: line breaks become spaces, empty text becomes null. */
function line(maxLength: number) {
  return buildTextSchema(maxLength)
    .transform((text) => text.replace(/\s+/g, ' ').trim())
    .transform((text) => text || null)
    .nullish()
    .transform((text) => text ?? null)
}

function requireValue<T>(schema: z.ZodType<T | null>, label: string) {
  return schema.refine((value): boolean => value !== null, `${label}: 필수 항목입니다.`) as z.ZodType<T>
}

const email = line(inquiryLimits.email).refine(
  (value) => value === null || inquiryFormats.email.pattern.test(value),
  inquiryFormats.email.error,
)
const phone = line(inquiryLimits.phone)
  .transform((value) => value && formatTelephone(normalizeNumber(value)))
  .refine((value) => value === null || isCallable(value), inquiryFormats.phone.error)

/**
 * `POST /api/contact/`: an inquiry from a visitor. Markup in it is plain text and never rendered as
 * HTML. `website` is the honeypot, a field hidden from people. `consented_at`: when the visitor
 * agreed to collection and use, by their device's clock.
 */
export const contactBodySchema = z
  .strictObject({
    name: requireValue(line(inquiryLimits.name), '이름'),
    phone,
    email,
    subject: requireValue(line(inquiryLimits.subject), '제목'),
    message: requireValue(
      buildTextSchema(inquiryLimits.message)
        .transform((text) => text.replace(/\r\n?/g, '\n').trim() || null)
        .nullish()
        .transform((text) => text ?? null),
      '문의 내용',
    ),
    consent: z.literal(true, inquiryErrors.consent),
    consented_at: instantSchema.transform((text) => formatInstant(Date.parse(text))),
    website: z.string().max(1000).nullish(),
  })
  .superRefine((inquiry, context) => {
    if (inquiry.phone !== null || inquiry.email !== null) return
    context.addIssue({ code: 'custom', path: ['phone'], message: inquiryErrors.reach })
  })
export type ContactBody = z.output<typeof contactBodySchema>

/**
 * Response to the visitor: the id of the inquiry and nothing of its contents. `Op-Id` repeats the
 * id.
 */
export const contactResponseSchema = z.object({ id: idSchema, state: z.literal('received') })

export const contactHeadersSchema = z.object({ 'idempotency-key': idSchema.optional() })

export const inquiryAssigneesPath = '/api/staff/inquiries/assignees/'

/** Possible assignees: the staff's names, in order. */
export const inquiryAssigneesSchema = z.object({ results: z.array(z.string()) })

export const inquiryDestroyPath = '/api/staff/inquiries/destroy/'

/**
 * `POST`, superusers only: destroys an inquiry whose author withdrew consent or asked for deletion
 * (개인정보 보호법 제36조, 제37조). Cannot be undone.
 */
export const inquiryDestroySchema = z.strictObject({ id: idSchema })
export const inquiryDestroyedSchema = z.object({ destroyed: idSchema })
