import type { EngineName } from '#contract/chat/answer.ts'
import type { AskedQuestion, EngineStep, Knowledge } from '#domain/chat/engine-step.ts'

/** Answers questions: by the rules here, or by the language model that the office has set up. `signal` says that nobody waits for the answer any more. */
export interface ChatEngine {
  readonly name: EngineName
  answer(asked: AskedQuestion, knowledge: Knowledge, signal: AbortSignal): AsyncIterable<EngineStep>
}
