import { z } from 'zod'
import { problemSchema } from '../problem.ts'
import { textSchema } from '../values.ts'
import { answerPartSchema } from './answer.ts'
import { chatLimits } from './chat-words.ts'

/** The calls of the chat (spec 3 §7 "AI chat"). The same call answers JSON, or with `Accept: text/event-stream` the events below. Whoever asks is told of public pages. */

/** A message as the specification has it: `created_at` is `YYYY-MM-DD HH:mm:ss` of the office. */
export const chatMessageSchema = z.strictObject({
  role: z.enum(['user', 'ai', 'assistant']),
  content: z.union([z.string().max(chatLimits.answerLength), z.json()]),
  created_at: z.string().max(40),
})
export type ChatMessage = z.infer<typeof chatMessageSchema>

export const chatRequestSchema = z.strictObject({
  prompt: textSchema(chatLimits.promptLength)
    .transform((text) => text.trim())
    .pipe(z.string().min(1, '질문을 입력해 주세요.')),
  /** What was said before, the oldest first. */
  messages: z.array(chatMessageSchema).max(chatLimits.messagesBefore).optional(),
})
export type ChatRequest = z.infer<typeof chatRequestSchema>

export const chatAnswerSchema = z.object({
  /** All that was said as one text; `parts` have it with its sources. */
  message: z.string(),
  parts: z.array(answerPartSchema),
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
