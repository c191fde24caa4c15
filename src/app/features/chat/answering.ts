import type { AnswerPart } from '#contract/chat/answer.ts'

/** An answer so far: complete, or what arrived before it was stopped or interrupted. */
export interface Answering {
  readonly parts: readonly AnswerPart[]
  /** Description of the current lookup; empty while text arrives. */
  readonly doing: string
}

/** Appends text to the last text part, or starts a new one. */
export function withText(parts: readonly AnswerPart[], text: string): readonly AnswerPart[] {
  const last = parts.at(-1)
  if (last?.kind !== 'text') return [...parts, { kind: 'text', text }]
  return [...parts.slice(0, -1), { kind: 'text', text: last.text + text }]
}
