import type { EngineName, Replaced } from '#contract/chat/answer.ts'
import type { AskedQuestion, EngineStep, Knowledge } from '#domain/chat/engine-step.ts'

/** Answers questions: by the rules here, or by the language model that the office has set up. */
export interface ChatEngine {
  readonly name: EngineName
  /** What of a question stays here. */
  replacedIn(question: string): Replaced
  answer(asked: AskedQuestion, knowledge: Knowledge, asker: Asker): AsyncIterable<EngineStep>
}

export interface Asker {
  /** Whose budget it is: a person, or a visitor's address. */
  readonly key: string
  /** Nobody waits for the answer any more. */
  readonly signal: AbortSignal
}
