import type { AnswerPart } from '#contract/chat/answer.ts'
import type { EngineStep } from '#domain/chat/knowledge.ts'

/** An answer so far: complete, or what arrived before it was stopped or interrupted. */
export interface AnswerProgress {
  readonly parts: readonly AnswerPart[]
  /** Description of the current lookup; empty while text arrives. */
  readonly activity: string
}

/** Appends text to the last text part, or starts a new one. */
export function appendText(parts: readonly AnswerPart[], text: string): readonly AnswerPart[] {
  const last = parts.at(-1)
  if (last?.kind !== 'text') return [...parts, { kind: 'text', text }]
  return [...parts.slice(0, -1), { kind: 'text', text: last.text + text }]
}

export function applyStep({ parts }: AnswerProgress, step: EngineStep): AnswerProgress {
  if (step.kind === 'tool') return { parts, activity: step.label }
  return { parts: step.kind === 'part' ? [...parts, step.part] : appendText(parts, step.text), activity: '' }
}
