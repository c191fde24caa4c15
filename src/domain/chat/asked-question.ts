import type { ChatRequest } from '#contract/chat/calls.ts'
import type { AskedQuestion } from './engine-step.ts'

/** What a request of the chat asks, and what was said before in words; parts that are no text say nothing to a reader of questions. */
export function askedQuestion({ prompt, messages = [] }: Pick<ChatRequest, 'prompt' | 'messages'>): AskedQuestion {
  const before = messages.flatMap(({ role, content }) =>
    typeof content === 'string'
      ? [{ role: role === 'user' ? ('user' as const) : ('assistant' as const), text: content }]
      : [],
  )
  return { question: prompt, before }
}
