import type { AnswerPart, EngineName, Replaced, TablePart } from '#contract/chat/answer.ts'
import type { ChatMessage } from '#contract/chat/calls.ts'
import { chatLimits } from '#contract/chat/chat-words.ts'
import { momentToTheSecond } from '#domain/office-moment.ts'

/** One thing that was said. */
export interface Bubble {
  readonly id: number
  readonly role: 'user' | 'assistant'
  readonly parts: readonly AnswerPart[]
  /** `YYYY-MM-DD HH:mm:ss` of the office. */
  readonly createdAt: string
  /** It was stopped, or broke off: what stands there is not all. */
  readonly isCut?: true
  /** Of an answer: who gave it. */
  readonly engine?: EngineName
  /** Of a question: which numbers of persons were masked in it. */
  readonly replaced?: Replaced
  /** Of a file that was attached: nothing was asked, so nothing can be asked again. */
  readonly isFile?: true
  /** Of a question that the server keeps: its id there. */
  readonly questionId?: string
}

/** The next bubble after these. */
export function newBubble(before: readonly Bubble[], role: Bubble['role'], parts: Bubble['parts']): Bubble {
  return { id: (before.at(-1)?.id ?? 0) + 1, role, parts, createdAt: momentToTheSecond(Date.now()) }
}

export function textBubble(before: readonly Bubble[], role: Bubble['role'], text: string): Bubble {
  return newBubble(before, role, [{ kind: 'text', text }])
}

/** What a bubble says, as one text; tables as lines of cells with tabs between them, as a sheet takes them. */
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

/** As the specification sends them, the last ones only. */
export function messagesOf(bubbles: readonly Bubble[]): ChatMessage[] {
  return bubbles.slice(-chatLimits.messagesBefore).map((bubble) => ({
    role: bubble.role,
    content: textOf(bubble).slice(0, chatLimits.answerLength),
    created_at: bubble.createdAt,
  }))
}
