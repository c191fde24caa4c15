import { z } from 'zod'
import type { registerEntryBook } from '#contract/books/register-entries.ts'
import { buildTextSchema, dateSchema, idSchema, instantSchema } from '#contract/records/values.ts'

/**
 * The statutory register 법정 사건부 beyond its entries (법무사법 제22조·제25조, 법무사규칙 제32조–제35조·제49조): months,
 * corrections, the printed form and the yearly report. Staff read; superusers close, reopen,
 * correct and mark as sent.
 */
export const registerPath = '/api/register'

const yearNumber = z.int().min(1900).max(9998)
const monthNumber = z.int().min(1).max(12)
const reason = buildTextSchema(300).transform((text) => text.trim())
const requiredReason = reason.pipe(z.string().min(1, '사유를 입력해 주세요.'))

/** `GET` months, corrections and reports. */
export const registerYearQuerySchema = z.object({ year: z.coerce.number().pipe(yearNumber) })

/** Entries counted by the month of their 기재일. */
const sumsShape = { count: z.int().nonnegative(), fees: z.int() }

/** A month with 월계 and 누계. */
const registerMonthSchema = z.object({
  month: monthNumber,
  ...sumsShape,
  /** 누계: from January to this month. */
  total_count: z.int().nonnegative(),
  total_fees: z.int(),
  is_closed: z.boolean(),
  /** Absent: it may be closed. Korean; a month is closed once it is over, after those before it. */
  close_refusal: z.string().optional(),
  /** Closings and reopenings, newest first. */
  log: z.array(
    z.object({ act: z.enum(['close', 'reopen']), reason: z.string(), user_name: z.string(), at: instantSchema }),
  ),
})
export type RegisterMonth = z.infer<typeof registerMonthSchema>

/** `GET /months?year=`. */
export const registerMonthsPath = `${registerPath}/months`
export const registerMonthsSchema = z.object({ year: yearNumber, months: z.array(registerMonthSchema).length(12) })
export type RegisterMonths = z.infer<typeof registerMonthsSchema>

/** `POST`; both respond with the year's months. Closing a closed month changes nothing. */
export const closeMonthPath = `${registerPath}/months/close`
export const closeMonthSchema = z.strictObject({ year: yearNumber, month: monthNumber })
export const reopenMonthPath = `${registerPath}/months/reopen`
export const reopenMonthSchema = closeMonthSchema.extend({ reason: requiredReason })

/** What a correction may change; numbers and days of entry never. */
export const correctableKeys = [
  'mandated_on',
  'matter',
  'fee',
  'client',
  'client_birth',
  'client_others',
  'client_address',
  'verification',
  'closed_on',
  'remark',
] as const satisfies readonly (typeof registerEntryBook)['fields'][number]['key'][]
export type CorrectableKey = (typeof correctableKeys)[number]

/**
 * `POST /corrections`, for entries of closed months. The device makes the id, so a repeated call
 * corrects once. `value` as the field of the entry has it.
 */
export const registerCorrectionsPath = `${registerPath}/corrections`
export const correctionCreateSchema = z.strictObject({
  id: idSchema,
  entry_id: idSchema,
  field: z.enum(correctableKeys),
  value: z.union([z.string(), z.number(), z.null()]),
  reason: requiredReason,
})

const correctionSchema = z.object({
  id: idSchema,
  entry_id: idSchema,
  year: yearNumber,
  serial: z.int(),
  field: z.enum(correctableKeys),
  /** As text, in the form of the wire. */
  old_value: z.string().nullable(),
  new_value: z.string().nullable(),
  reason: z.string(),
  user_name: z.string(),
  at: instantSchema,
})
export type RegisterCorrection = z.infer<typeof correctionSchema>

/** `GET /corrections?year=`, newest first. */
export const registerCorrectionsSchema = z.object({ results: z.array(correctionSchema) })

/** `GET /report?year=`: the report to the association, due on 15 January (법무사규칙 제49조). */
export const registerReportPath = `${registerPath}/report`
export const registerReportSchema = z.object({
  year: yearNumber,
  /** 월별 건수·보수 총액. */
  months: z.array(z.object({ month: monthNumber, ...sumsShape })).length(12),
  ...sumsShape,
  /** Sums over the case books for the same cases, to compare with those of the register. */
  ledger: z.object(sumsShape),
  /** Entries whose case was deleted; they count in neither sum. */
  cancelled: z.int().nonnegative(),
  /** Entries of closed months whose case now says something else. */
  differing: z.int().nonnegative(),
  /** Months that are not closed. */
  open_months: z.array(monthNumber),
  sent: z.object({ sent_on: dateSchema, user_name: z.string(), at: instantSchema }).nullable(),
})
export type RegisterReport = z.infer<typeof registerReportSchema>

/** `PUT`: marks a year's report as sent, or with null as not sent; responds with the report. */
export const registerSentPath = `${registerPath}/report/sent`
export const registerSentSchema = z.strictObject({ year: yearNumber, sent_on: dateSchema.nullable() })

/** The report as files, `GET` with `year`. */
export const registerReportExcelPath = `${registerPath}/export_report_excel`
export const registerReportPdfPath = `${registerPath}/export_report_pdf`
export function buildReportFileNames(year: number, extension: 'xlsx' | 'pdf') {
  return { ascii: `case-report-${year}.${extension}`, korean: `사건 수임 보고_${year}년.${extension}` }
}

/** `GET /report/due`: the year whose report waits, from 2 January until it is marked as sent. */
export const registerDuePath = `${registerPath}/report/due`
export const registerDueSchema = z.object({
  due: z.object({ year: yearNumber, due_on: dateSchema, days: z.int() }).nullable(),
})
export type RegisterDue = z.infer<typeof registerDueSchema>

/**
 * `GET /print?year=&month=`: what the printed form shows, of one month or, without it, the whole
 * year. Cancelled entries are included.
 */
export const registerPrintPath = `${registerPath}/print`
export const registerPrintQuerySchema = registerYearQuerySchema.extend({
  month: z.coerce.number().pipe(monthNumber).optional(),
})

const printedEntrySchema = z.object({
  id: idSchema,
  serial: z.int(),
  month: monthNumber,
  mandated_on: dateSchema,
  matter: z.string(),
  fee: z.int().nullable(),
  /** With 생년월일 and "외 n명" where there are several. */
  clients: z.string(),
  client_address: z.string(),
  verification: z.string(),
  closed_on: dateSchema.nullable(),
  remark: z.string(),
  is_cancelled: z.boolean(),
})
export type PrintedEntry = z.infer<typeof printedEntrySchema>

export const registerPrintSchema = z.object({
  year: yearNumber,
  month: monthNumber.nullable(),
  entries: z.array(printedEntrySchema),
  /** Of the printed months. */
  months: z.array(registerMonthSchema),
  corrections: z.array(correctionSchema),
})
export type RegisterPrint = z.infer<typeof registerPrintSchema>
