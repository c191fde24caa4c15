import type { FastifyRequest } from 'fastify'
import type { AnswerPart, EngineName } from '#contract/chat/answer.ts'
import type { ChatRequest } from '#contract/chat/calls.ts'
import type { Deps } from '../../deps.ts'
import { audit } from '../../plugins/audit.ts'
import { isOfOffice } from '../is-of-office.ts'
import { keepAnswer, type KeptQuestion } from './keep-answer.ts'

/** Threads are kept for staff alone: of everybody else nothing is. */
export function keepingOf(request: FastifyRequest<{ Body: ChatRequest }>, question: string): KeptQuestion | null {
  const { thread_id: threadId, instead_of: insteadOf } = request.body
  if (threadId === undefined || !request.user || !isOfOffice(request)) return null
  return { threadId, userId: request.user.id, question, insteadOf }
}

/** Question and answer go into their thread, and into the trail of staff that something was asked and by which tools it was answered: never the text. */
export async function settleQuestion(
  deps: Deps,
  request: FastifyRequest,
  answered: {
    readonly keeping: KeptQuestion | null
    readonly parts: readonly AnswerPart[]
    readonly engine: EngineName
    readonly tools: readonly string[]
  },
): Promise<string | null> {
  const { keeping, parts, engine, tools } = answered
  const { user } = request
  if (!user || !isOfOffice(request)) return null
  return await deps.db.transaction().execute(async (trx) => {
    const detail = { engine, tools }
    await audit(trx, { user, address: request.ip, act: 'read', collection: 'chat', detail })
    return keeping && (await keepAnswer(trx, deps, { ...keeping, parts, engine }))
  })
}
