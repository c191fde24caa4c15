import { z } from 'zod'
import { problemSchema } from '#contract/problem.ts'
import { buildSecretTextSchema, idSchema, instantSchema } from '#contract/records/values.ts'
import { answerPartSchema, engineNames, replacedNumbersSchema } from './answer.ts'
import { chatLimits } from './chat-texts.ts'

/**
 * The calls of the chat. A call returns JSON, or the events below with `Accept: text/event-stream`.
 * Visitors get answers about public pages; staff also about the office, within their own rights.
 * Threads of staff are stored on the server, those of visitors only in the tab.
 */

/** `created_at` is `YYYY-MM-DD HH:mm:ss` in the office's time zone. */
export const chatMessageSchema = z.strictObject({
  role: z.enum(['user', 'ai', 'assistant']),
  content: z.union([z.string().max(chatLimits.answerLength), z.json()]),
  created_at: z.string().max(40),
})
export type ChatMessage = z.infer<typeof chatMessageSchema>

export const chatRequestSchema = z.strictObject({
  /** Resident numbers in it are masked first. */
  prompt: buildSecretTextSchema(chatLimits.promptLength)
    .transform((text) => text.trim())
    .pipe(z.string().min(1, '질문을 입력해 주세요.')),
  /** Earlier messages, oldest first. */
  messages: z.array(chatMessageSchema).max(chatLimits.messagesBefore).optional(),
  /** Staff: the thread, or a new id made by the device. Absent: the question is not stored. */
  thread_id: idSchema.optional(),
  /**
   * Staff: the question that this one replaces. It and everything after it are removed from the
   * thread.
   */
  instead_of: idSchema.optional(),
  file_id: idSchema.optional(),
})
export type ChatRequest = z.infer<typeof chatRequestSchema>

export const chatAnswerSchema = z.object({
  /** The whole answer as one text; `parts` has it in parts with sources. */
  message: z.string(),
  parts: z.array(answerPartSchema),
  engine: z.enum(engineNames),
  replaced: replacedNumbersSchema,
  /** Id of the question in its thread; null if nothing is stored. */
  question_id: idSchema.nullable(),
  created_at: z.string(),
})
export type ChatAnswer = z.infer<typeof chatAnswerSchema>

/**
 * Events of a streamed answer, in this order: any number of `delta` (more text), `tool` (what is
 * being looked up) and `part` (a whole part, after the text so far), then `done` with the whole
 * answer or `error`. SSE comments keep the connection open.
 */
export const chatEventSchemas = {
  delta: z.object({ text: z.string() }),
  tool: z.object({ label: z.string() }),
  part: answerPartSchema,
  done: chatAnswerSchema,
  error: problemSchema,
} as const
export type ChatEvent = {
  [Name in keyof typeof chatEventSchemas]: { name: Name; data: z.infer<(typeof chatEventSchemas)[Name]> }
}[keyof typeof chatEventSchemas]

/** Introduction and example questions. */
export const chatAboutSchema = z.object({ greeting: z.string(), examples: z.array(z.string()) })
export type ChatAbout = z.infer<typeof chatAboutSchema>

/**
 * Shown as the assistant's message. `info.type` is `excel` for a sheet and `text` for a text file.
 */
export const uploadResponseSchema = z.object({
  message: z.string(),
  info: z.object({
    type: z.enum(['excel', 'text']),
    name: z.string(),
    /**
     * For a workbook with several sheets. One is read: the form's `sheet`, or the one with the most
     * known titles.
     */
    sheets: z.array(z.object({ name: z.string(), is_read: z.boolean() })).default([]),
    /** Data rows without the header, or lines of a text. */
    rows: z.int().nonnegative(),
    columns: z.array(z.object({ name: z.string(), type: z.enum(['text', 'number', 'date', 'empty']) })),
    /** Up to 20 rows, personal numbers masked. */
    preview: z.array(z.array(z.union([z.string(), z.number(), z.null()]))),
  }),
  /** Identifies the file in later questions until `expires_at`; only the uploader can use it. */
  file_id: idSchema,
  expires_at: instantSchema,
  replaced: replacedNumbersSchema,
  /** Imports that fit its columns, best first; staff only. */
  imports: z.array(z.object({ collection: z.string(), label: z.string(), href: z.string() })),
})
export type UploadResponse = z.infer<typeof uploadResponseSchema>

export const chatThreadSchema = z.object({
  id: idSchema,
  /** The first question, shortened. */
  title: z.string(),
  asked_at: instantSchema,
  /** When it is deleted. */
  expires_at: instantSchema,
})
export const chatThreadsSchema = z.object({ threads: z.array(chatThreadSchema) })
export type ChatThread = z.infer<typeof chatThreadSchema>

export const storedMessageSchema = z.object({
  id: idSchema,
  role: z.enum(['user', 'assistant']),
  /** A question has one text part. */
  parts: z.array(answerPartSchema),
  engine: z.enum(engineNames).nullable(),
  created_at: z.string(),
})
export const threadWithMessagesSchema = chatThreadSchema.extend({ messages: z.array(storedMessageSchema) })
export type StoredMessage = z.infer<typeof storedMessageSchema>
