import type { ChatRequest } from '#contract/chat/calls.ts'
import type { ChatQuestion } from './engine-step.ts'

/**
 * The question of a chat request with the earlier messages as text; parts that are not text are
 * left out.
 */
export function chatQuestion({ prompt, messages = [] }: Pick<ChatRequest, 'prompt' | 'messages'>): ChatQuestion {
  const history = messages.flatMap(({ role, content }) =>
    typeof content === 'string'
      ? [{ role: role === 'user' ? ('user' as const) : ('assistant' as const), text: content }]
      : [],
  )
  return { question: prompt, before: history }
}
