import type { KyInstance } from 'ky'
import { chatThreadsSchema, wholeThreadSchema, type ChatThread, type KeptMessage } from '#contract/chat/calls.ts'
import { chatPaths } from '#contract/chat/chat-words.ts'
import { answerOf } from '#app/session/answer-of.ts'
import type { Bubble } from '../bubbles.ts'
import type { Conversation } from '../kept-conversation.ts'

/** The user's conversations of the last thirty days, latest first; null if they cannot be read. */
export async function readThreads(api: KyInstance): Promise<readonly ChatThread[] | null> {
  const answer = await answerOf(api.get(chatPaths.threads).json())
  return answer.ok ? chatThreadsSchema.parse(answer.value).threads : null
}

/** One conversation to continue; null if it cannot be read. */
export async function openThread(api: KyInstance, id: string): Promise<Conversation | null> {
  const answer = await answerOf(api.get(pathOf(id)).json())
  if (!answer.ok) return null
  const { messages } = wholeThreadSchema.parse(answer.value)
  return { bubbles: messages.map(toBubble), draft: '', threadId: id }
}

/** Deletes it; also true if it was already gone. */
export async function removeThread(api: KyInstance, id: string): Promise<boolean> {
  const answer = await answerOf(api.delete(pathOf(id)).text())
  return answer.ok || answer.problem.code === 'not_found'
}

function pathOf(id: string): string {
  return chatPaths.thread.replace(':id', encodeURIComponent(id))
}

function toBubble({ id, role, parts, engine, created_at: createdAt }: KeptMessage, at: number): Bubble {
  return {
    id: at + 1,
    role,
    parts,
    createdAt,
    ...(engine !== null && { engine }),
    ...(role === 'user' && { questionId: id }),
  }
}
