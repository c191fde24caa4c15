import type { AnswerPart, EngineName, Replaced, TablePart } from '#contract/chat/answer.ts'
import type { ChatMessage } from '#contract/chat/calls.ts'
import { chatLimits } from '#contract/chat/chat-words.ts'
import { momentToTheSecond } from '#domain/dates/office-moment.ts'

/** One message of the conversation. */
export interface Bubble {
  readonly id: number
  readonly role: 'user' | 'assistant'
  readonly parts: readonly AnswerPart[]
  /** `YYYY-MM-DD HH:mm:ss` in the office's time zone. */
  readonly createdAt: string
  /** The answer was stopped or interrupted and is incomplete. */
  readonly isCut?: true
  /** Answers only: which engine gave it. */
  readonly engine?: EngineName
  /** Questions only: which personal numbers were masked in it. */
  readonly replaced?: Replaced
  /** The message is an attached file, so there is no question to repeat. */
  readonly isFile?: true
  /** Id of a question that the server stored. */
  readonly questionId?: string
}

/** Creates the next bubble after these. */
export function newBubble(before: readonly Bubble[], role: Bubble['role'], parts: Bubble['parts']): Bubble {
  return { id: (before.at(-1)?.id ?? 0) + 1, role, parts, createdAt: momentToTheSecond(Date.now()) }
}

export function textBubble(before: readonly Bubble[], role: Bubble['role'], text: string): Bubble {
  return newBubble(before, role, [{ kind: 'text', text }])
}

/** A bubble as plain text; tables as lines of tab-separated cells, ready to paste into a sheet. */
export function textOf(bubble: Bubble | undefined): string {
  const texts = bubble?.parts.flatMap((part) => {
    if (part.kind === 'text') return part.text.replaceAll('**', '')
    return part.kind === 'table' ? linesOf(part) : []
  })
  return texts?.join('\n') ?? ''
}

function linesOf({ columns, rows, total }: TablePart): string {
  const lines = [columns.map(({ label }) => label), ...rows, ...(total ? [total] : [])]
  return lines.map((cells) => cells.map((cell) => String(cell ?? '').replace(/[\t\n]+/g, ' ')).join('\t')).join('\n')
}

/** The last messages in the API's format. */
export function messagesOf(bubbles: readonly Bubble[]): ChatMessage[] {
  return bubbles.slice(-chatLimits.messagesBefore).map((bubble) => ({
    role: bubble.role,
    content: textOf(bubble).slice(0, chatLimits.answerLength),
    created_at: bubble.createdAt,
  }))
}
