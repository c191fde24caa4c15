import { z } from 'zod'
import { problemSchema } from '../problem.ts'
import { idSchema, instantSchema, secretTextSchema } from '../values.ts'
import { answerPartSchema, engineNames, replacedSchema } from './answer.ts'
import { chatLimits } from './chat-words.ts'

/**
 * The calls of the chat (spec 3 §7 "AI chat"). The same call answers JSON, or with `Accept: text/event-stream` the events below. Visitors are told of public pages, staff of the
 * office too, with their own rights. Threads are the server's for staff and the tab's for everybody else.
 */

/** A message as the specification has it: `created_at` is `YYYY-MM-DD HH:mm:ss` of the office. */
export const chatMessageSchema = z.strictObject({
  role: z.enum(['user', 'ai', 'assistant']),
  content: z.union([z.string().max(chatLimits.answerLength), z.json()]),
  created_at: z.string().max(40),
})
export type ChatMessage = z.infer<typeof chatMessageSchema>

export const chatRequestSchema = z.strictObject({
  /** A resident number in it is masked before anything is done with it. */
  prompt: secretTextSchema(chatLimits.promptLength)
    .transform((text) => text.trim())
    .pipe(z.string().min(1, '질문을 입력해 주세요.')),
  /** What was said before, the oldest first. */
  messages: z.array(chatMessageSchema).max(chatLimits.messagesBefore).optional(),
  /** Staff: the thread it belongs to, or a new id that the device has made; absent: it is kept nowhere. */
  thread_id: idSchema.optional(),
  /** Staff: the question whose place this one takes; it and what came after it leave the thread. */
  instead_of: idSchema.optional(),
  /** A file that an upload has answered. */
  file_id: idSchema.optional(),
})
export type ChatRequest = z.infer<typeof chatRequestSchema>

export const chatAnswerSchema = z.object({
  /** All that was said as one text; `parts` have it with its sources. */
  message: z.string(),
  parts: z.array(answerPartSchema),
  engine: z.enum(engineNames),
  replaced: replacedSchema,
  /** Of the question in its thread; null where nothing is kept. */
  question_id: idSchema.nullable(),
  created_at: z.string(),
})
export type ChatAnswer = z.infer<typeof chatAnswerSchema>

/**
 * Events of a streamed answer, in this order: any of `delta` (more text), `tool` (what is looked up, in words) and `part` (a whole part, after the text so far); then
 * `done` with the whole answer, or `error`. Comments keep the line open.
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

/** What this chat is, in its own words, and questions that it can answer. */
export const chatAboutSchema = z.object({ greeting: z.string(), examples: z.array(z.string()) })
export type ChatAbout = z.infer<typeof chatAboutSchema>

/** The whole of it is shown as the assistant's message. `info.type` is `excel` for a sheet (spec 3 "Replies describing an excel file"), `text` for a text file. */
export const uploadAnswerSchema = z.object({
  message: z.string(),
  info: z.object({
    type: z.enum(['excel', 'text']),
    name: z.string(),
    /** Of a workbook with several sheets; one is read, that with the most titles or the form's `sheet`. */
    sheets: z.array(z.object({ name: z.string(), is_read: z.boolean() })).default([]),
    /** Rows of data, the header line not among them; lines of a text. */
    rows: z.int().nonnegative(),
    columns: z.array(z.object({ name: z.string(), type: z.enum(['text', 'number', 'date', 'empty']) })),
    /** Up to 20 rows, numbers of persons masked. */
    preview: z.array(z.array(z.union([z.string(), z.number(), z.null()]))),
  }),
  /** Names the file in later questions until `expires_at`; nobody else can use it. */
  file_id: idSchema,
  expires_at: instantSchema,
  replaced: replacedSchema,
  /** Which imports its columns fit, the best first: staff only. */
  imports: z.array(z.object({ collection: z.string(), label: z.string(), href: z.string() })),
})
export type UploadAnswer = z.infer<typeof uploadAnswerSchema>

export const chatThreadSchema = z.object({
  id: idSchema,
  /** The first question, shortened. */
  title: z.string(),
  asked_at: instantSchema,
  /** When it is destroyed. */
  expires_at: instantSchema,
})
export const chatThreadsSchema = z.object({ threads: z.array(chatThreadSchema) })
export type ChatThread = z.infer<typeof chatThreadSchema>

export const keptMessageSchema = z.object({
  id: idSchema,
  role: z.enum(['user', 'assistant']),
  /** A question has one part of text. */
  parts: z.array(answerPartSchema),
  engine: z.enum(engineNames).nullable(),
  created_at: z.string(),
})
export const wholeThreadSchema = chatThreadSchema.extend({ messages: z.array(keptMessageSchema) })
export type KeptMessage = z.infer<typeof keptMessageSchema>
