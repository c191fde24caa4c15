import type { Transaction } from 'kysely'
import type { AnswerPart, EngineName } from '#contract/chat/answer.ts'
import { chatLimits } from '#contract/chat/chat-words.ts'
import { problem } from '#contract/problem.ts'
import type { Database } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Tables } from '../../schema/tables/tables.ts'

/** A question to store in a thread. */
export interface SavedQuestion {
  readonly threadId: string
  readonly userId: string
  /** Masked. */
  readonly question: string
  /** The question it replaces; that one and everything after it are deleted. */
  readonly insteadOf: string | undefined
}

/**
 * Throws 404 for another person's thread, revealing nothing, and 409 for a full one. Call it before
 * looking anything up.
 */
export async function requireOwnThread(db: Database, { threadId, userId }: SavedQuestion): Promise<void> {
  const thread = await db.selectFrom('chat_thread').select('user_id').where('id', '=', threadId).executeTakeFirst()
  if (!thread) return
  if (thread.user_id !== userId) throw new Refusal(problem('not_found', { message: threadIsGone }))
  const { count } = await db
    .selectFrom('chat_message')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('thread_id', '=', threadId)
    .executeTakeFirstOrThrow()
  if (Number(count) >= chatLimits.messagesPerThread) throw new Refusal(problem('refused', { message: threadIsFull }))
}

export const threadIsGone = '대화를 찾을 수 없습니다. 30일이 지난 대화는 지워집니다.'
const threadIsFull = '이 대화는 더 이어 갈 수 없습니다. 새 대화를 시작해 주세요.'

/**
 * Stores question and answer together; the first question creates the thread. Returns the id of the
 * question.
 */
export async function saveAnswer(
  trx: Transaction<Tables>,
  deps: Pick<Deps, 'newId' | 'now'>,
  answered: SavedQuestion & { parts: readonly AnswerPart[]; engine: EngineName },
): Promise<string> {
  const { threadId, userId, question, insteadOf, parts, engine } = answered
  const now = deps.now().toISOString()
  const opened = await trx
    .insertInto('chat_thread')
    .values({ id: threadId, user_id: userId, title: titleOf(question), asked_at: now })
    // Also locks the thread, so that two questions are stored one after the other.
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ asked_at: now }).where('chat_thread.user_id', '=', userId),
    )
    .returning('id')
    .executeTakeFirst()
  if (!opened) throw new Refusal(problem('not_found', { message: threadIsGone }))
  if (insteadOf !== undefined) await dropFrom(trx, threadId, insteadOf)
  const id = deps.newId()
  const message = { thread_id: threadId, created_at: now }
  const questionParts: AnswerPart[] = [{ kind: 'text', text: question }]
  await trx
    .insertInto('chat_message')
    .values([
      { ...message, id, role: 'user', parts: JSON.stringify(questionParts), engine: null },
      { ...message, id: deps.newId(), role: 'assistant', parts: JSON.stringify(parts), engine },
    ])
    .execute()
  await dropOldest(trx, userId)
  return id
}

async function dropFrom(trx: Transaction<Tables>, threadId: string, questionId: string): Promise<void> {
  const first = trx
    .selectFrom('chat_message')
    .select('seq')
    .where('id', '=', questionId)
    .where('thread_id', '=', threadId)
  await trx.deleteFrom('chat_message').where('thread_id', '=', threadId).where('seq', '>=', first).execute()
}

/** Keeps only a person's newest threads. */
async function dropOldest(trx: Transaction<Tables>, userId: string): Promise<void> {
  const newest = trx.selectFrom('chat_thread').select('id').where('user_id', '=', userId).orderBy('asked_at', 'desc')
  await trx
    .deleteFrom('chat_thread')
    .where('user_id', '=', userId)
    .where('id', 'not in', newest.limit(chatLimits.threadsPerPerson))
    .execute()
}

function titleOf(question: string): string {
  const line = question.replace(/\s+/g, ' ').trim()
  return line.length <= titleLength ? line : `${line.slice(0, titleLength - 1)}…`
}

const titleLength = 60
