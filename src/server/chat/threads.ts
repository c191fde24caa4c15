import type { FastifyBaseLogger } from 'fastify'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { AnswerPart, EngineName } from '#contract/chat/answer.ts'
import { type ChatThread, chatThreadsSchema, threadWithMessagesSchema } from '#contract/chat/calls.ts'
import { chatLimits, chatPaths } from '#contract/chat/chat-texts.ts'
import { dayMs } from '#contract/dates/day-ms.ts'
import { problem } from '#contract/problem.ts'
import { formatInstant, idSchema } from '#contract/records/values.ts'
import { formatMomentWithSeconds } from '#domain/dates/office-moment.ts'
import type { Database } from '#server/db/client.ts'
import type { App, Deps } from '#server/deps.ts'
import { HttpProblem } from '#server/http/http-problem.ts'
import { requireStaff } from '#server/plugins/bearer.ts'
import type { Tables } from '#server/schema/tables/tables.ts'
import { startDaily } from '#server/tasks/daily.ts'

const tags = ['채팅']
const params = z.object({ id: idSchema })

/** Conversations of staff. People see only their own, superusers included. */
export function chatThreadRoutes(app: App, deps: Deps): void {
  let stopSweep: (() => Promise<void>) | undefined
  app.addHook('onReady', async () => {
    stopSweep = startThreadSweep(app.log, deps)
  })
  app.addHook('onClose', async () => await stopSweep?.())
  app.route({
    method: 'GET',
    url: chatPaths.threads,
    schema: { tags, summary: '내 지난 대화', response: { 200: chatThreadsSchema } },
    handler: async (request) => {
      const { id: userId } = requireStaff(request)
      const rows = await selectOwnThreads(deps, userId).orderBy('asked_at', 'desc').execute()
      return { threads: rows.map(toThread) }
    },
  })
  registerThread(app, deps)
}

function registerThread(app: App, deps: Deps): void {
  app.route({
    method: 'GET',
    url: chatPaths.thread,
    schema: { tags, summary: '지난 대화 하나', params, response: { 200: threadWithMessagesSchema } },
    handler: async (request) => {
      const { id: userId } = requireStaff(request)
      const { id } = request.params
      const thread = await selectOwnThreads(deps, userId).where('id', '=', id).executeTakeFirst()
      if (!thread) throw new HttpProblem(problem('not_found', { message: threadNotFoundText }))
      const messages = await deps.db
        .selectFrom('chat_message')
        .select(['id', 'role', 'parts', 'engine', 'created_at'])
        .where('thread_id', '=', id)
        .orderBy('seq')
        .execute()
      return {
        ...toThread(thread),
        messages: messages.map((message) => ({
          ...message,
          created_at: formatMomentWithSeconds(Date.parse(message.created_at)),
        })),
      }
    },
  })
  app.route({
    method: 'DELETE',
    url: chatPaths.thread,
    schema: { tags, summary: '지난 대화 지우기', params, response: { 204: z.null() } },
    handler: async (request, reply) => {
      const { id: userId } = requireStaff(request)
      const { id } = request.params
      const { numDeletedRows } = await deps.db
        .deleteFrom('chat_thread')
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow()
      if (numDeletedRows === 0n) throw new HttpProblem(problem('not_found', { message: threadNotFoundText }))
      return await reply.code(204).send(null)
    },
  })
}

function selectOwnThreads({ db, now }: Deps, userId: string) {
  return db
    .selectFrom('chat_thread')
    .select(['id', 'title', 'asked_at'])
    .where('user_id', '=', userId)
    .where('asked_at', '>', retentionCutoff(now()))
}

function toThread({ id, title, asked_at: at }: { id: string; title: string; asked_at: string }): ChatThread {
  const askedAt = Date.parse(at)
  return { id, title, asked_at: formatInstant(askedAt), expires_at: formatInstant(askedAt + threadLifetimeMs) }
}

/** Deletes threads whose last question is thirty days old. Returns how many. */
export async function destroyOldThreads(db: Database, now: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('chat_thread')
    .where('asked_at', '<=', retentionCutoff(now))
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Older threads are hidden even before they are deleted. */
function retentionCutoff(now: Date): string {
  return new Date(now.getTime() - threadLifetimeMs).toISOString()
}

const threadLifetimeMs = chatLimits.retentionDays * dayMs

/** Runs now and every 24 hours. Returns a function that stops it. */
function startThreadSweep(log: FastifyBaseLogger, deps: Pick<Deps, 'db' | 'now'>): () => Promise<void> {
  return startDaily(log, {
    async run() {
      const count = await destroyOldThreads(deps.db, deps.now())
      if (count > 0) log.info({ count }, 'deleted conversations older than thirty days')
    },
    onFailure: 'could not delete old conversations',
  })
}

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
  if (thread.user_id !== userId) throw new HttpProblem(problem('not_found', { message: threadNotFoundText }))
  const { count } = await db
    .selectFrom('chat_message')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('thread_id', '=', threadId)
    .executeTakeFirstOrThrow()
  if (Number(count) >= chatLimits.messagesPerThread)
    throw new HttpProblem(problem('refused', { message: threadFullText }))
}

const threadNotFoundText = '대화를 찾을 수 없습니다. 30일이 지난 대화는 지워집니다.'
const threadFullText = '이 대화는 더 이어 갈 수 없습니다. 새 대화를 시작해 주세요.'

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
  const thread = await trx
    .insertInto('chat_thread')
    .values({ id: threadId, user_id: userId, title: cutTitle(question), asked_at: now })
    // Also locks the thread, so that two questions are stored one after the other.
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ asked_at: now }).where('chat_thread.user_id', '=', userId),
    )
    .returning('id')
    .executeTakeFirst()
  if (!thread) throw new HttpProblem(problem('not_found', { message: threadNotFoundText }))
  if (insteadOf !== undefined) await deleteMessagesFrom(trx, threadId, insteadOf)
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
  await deleteOldestThreads(trx, userId)
  return id
}

async function deleteMessagesFrom(trx: Transaction<Tables>, threadId: string, questionId: string): Promise<void> {
  const first = trx
    .selectFrom('chat_message')
    .select('seq')
    .where('id', '=', questionId)
    .where('thread_id', '=', threadId)
  await trx.deleteFrom('chat_message').where('thread_id', '=', threadId).where('seq', '>=', first).execute()
}

/** Keeps only a person's newest threads. */
async function deleteOldestThreads(trx: Transaction<Tables>, userId: string): Promise<void> {
  const newest = trx.selectFrom('chat_thread').select('id').where('user_id', '=', userId).orderBy('asked_at', 'desc')
  await trx
    .deleteFrom('chat_thread')
    .where('user_id', '=', userId)
    .where('id', 'not in', newest.limit(chatLimits.threadsPerPerson))
    .execute()
}

function cutTitle(question: string): string {
  const line = question.replace(/\s+/g, ' ').trim()
  return line.length <= titleLength ? line : `${line.slice(0, titleLength - 1)}…`
}

const titleLength = 60
