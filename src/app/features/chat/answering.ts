import type { AnswerPart } from '#contract/chat/answer.ts'

/** What of an answer is there: all of it, or what had come when it was stopped or broke off. */
export interface Answering {
  readonly parts: readonly AnswerPart[]
  /** What is being looked up, in words; empty while text comes. */
  readonly doing: string
}

/** More text: of the part that is being written, or the first of a new one. */
export function withText(parts: readonly AnswerPart[], text: string): readonly AnswerPart[] {
  const last = parts.at(-1)
  if (last?.kind !== 'text') return [...parts, { kind: 'text', text }]
  return [...parts.slice(0, -1), { kind: 'text', text: last.text + text }]
}
