import type { AnswerPart } from '#contract/chat/answer.ts'
import type { EngineStep } from '#domain/chat/engine-step.ts'

/**
 * Collects the parts of an answer, merging consecutive texts. Calls `notify` with each step before
 * asking for the next; stops when it returns false, because the reader has left.
 */
export async function collectAnswer(
  steps: AsyncIterable<EngineStep>,
  notify: (step: EngineStep) => boolean = () => true,
): Promise<AnswerPart[]> {
  const parts: AnswerPart[] = []
  for await (const step of steps) {
    const last = parts.at(-1)
    if (step.kind === 'part') parts.push(step.part)
    else if (step.kind === 'delta' && last?.kind === 'text') last.text += step.text
    else if (step.kind === 'delta') parts.push({ kind: 'text', text: step.text })
    if (!notify(step)) break
  }
  return parts
}
