import { z } from 'zod'
import { chatThreadsSchema, wholeThreadSchema, type ChatThread } from '#contract/chat/calls.ts'
import { chatPaths } from '#contract/chat/chat-words.ts'
import { problem } from '#contract/problem.ts'
import { idSchema, instantText } from '#contract/records/values.ts'
import { momentToTheSecond } from '#domain/dates/office-moment.ts'
import type { App, Deps } from '../../deps.ts'
import { requireStaff } from '../../plugins/bearer.ts'
import { Refusal } from '../../http/refusal.ts'
import { threadIsGone } from './save-answer.ts'
import { retentionMs, startThreadSweep, retentionCutoff } from './old-threads.ts'

const tags = ['채팅']
const params = z.object({ id: idSchema })

/** Conversations of staff. People see only their own, superusers included. */
export function chatThreadRoutes(app: App, deps: Deps): void {
  let stop: (() => Promise<void>) | undefined
  app.addHook('onReady', async () => {
    stop = startThreadSweep(app.log, deps)
  })
  app.addHook('onClose', async () => await stop?.())
  app.route({
    method: 'GET',
    url: chatPaths.threads,
    schema: { tags, summary: '내 지난 대화', response: { 200: chatThreadsSchema } },
    handler: async (request) => {
      const { id: userId } = requireStaff(request)
      const rows = await ownThreads(deps, userId).orderBy('asked_at', 'desc').execute()
      return { threads: rows.map(toThread) }
    },
  })
  registerOne(app, deps)
}

function registerOne(app: App, deps: Deps): void {
  app.route({
    method: 'GET',
    url: chatPaths.thread,
    schema: { tags, summary: '지난 대화 하나', params, response: { 200: wholeThreadSchema } },
    handler: async (request) => {
      const { id: userId } = requireStaff(request)
      const { id } = request.params
      const thread = await ownThreads(deps, userId).where('id', '=', id).executeTakeFirst()
      if (!thread) throw new Refusal(problem('not_found', { message: threadIsGone }))
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
          created_at: momentToTheSecond(Date.parse(message.created_at)),
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
      if (numDeletedRows === 0n) throw new Refusal(problem('not_found', { message: threadIsGone }))
      return await reply.code(204).send(null)
    },
  })
}

function ownThreads({ db, now }: Deps, userId: string) {
  return db
    .selectFrom('chat_thread')
    .select(['id', 'title', 'asked_at'])
    .where('user_id', '=', userId)
    .where('asked_at', '>', retentionCutoff(now()))
}

function toThread({ id, title, asked_at: at }: { id: string; title: string; asked_at: string }): ChatThread {
  const askedAt = Date.parse(at)
  return { id, title, asked_at: instantText(askedAt), expires_at: instantText(askedAt + retentionMs) }
}
