import type { EngineName, Replaced } from '#contract/chat/answer.ts'
import type { ChatQuestion, EngineStep, Knowledge } from '#domain/chat/engine-step.ts'

/** Answers questions, by the rules here or by the office's language model. */
export interface ChatEngine {
  readonly name: EngineName
  /** Which secrets of a question are replaced before they leave the server. */
  replacedIn(question: string): Replaced
  answer(latest: ChatQuestion, knowledge: Knowledge, caller: Caller): AsyncIterable<EngineStep>
}

export interface Caller {
  /** Whose budget counts: a person's, or that of a visitor's address. */
  readonly key: string
  /** Aborts when nobody waits for the answer any more. */
  readonly signal: AbortSignal
}
