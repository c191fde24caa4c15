import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { type KnownOpsAnswer, knownOpsAnswerSchema, knownOpsSchema } from '#contract/sync/sync.ts'
import type { App, Deps } from '../deps.ts'
import { requireStaff, type SignedInUser } from '../plugins/bearer.ts'
import { refuseOutdatedClient } from '../plugins/client-version.ts'

/**
 * `POST /api/sync/known-ops`: which of the person's edits this server has answered; it may have
 * been restored from an older backup. `epochFor` gives the epoch as shown to this person, the same
 * as with the changes.
 */
export function registerKnownOps(app: App, deps: Deps, epochFor: (user: SignedInUser) => Promise<string>): void {
  app.route({
    method: 'POST',
    url: '/api/sync/known-ops',
    schema: {
      tags: ['동기화'],
      summary: '백업에서 복원된 뒤, 이 서버가 아직 알고 있는 내 작업',
      body: knownOpsSchema,
      response: { 200: knownOpsAnswerSchema },
    },
    // Devices ask only after a restore, at most ten times each, but a whole office behind one
    // address asks in the same minute.
    config: { rateLimit: { max: 600, timeWindow: '1 minute' } },
    onRequest: [refuseOutdatedClient, async (request: FastifyRequest) => void requireStaff(request)],
    handler: async (request) => {
      const user = requireStaff(request)
      return {
        user_id: user.id,
        epoch: await epochFor(user),
        answers: await answersOf(deps, user.id, request.body.op_ids),
      }
    },
  })
}

async function answersOf({ db }: Deps, userId: string, opIds: readonly string[]): Promise<KnownOpsAnswer['answers']> {
  const { rows } = await sql<{ op_id: string }>`
    select op_id from op where op_id = any(${sql.val(opIds)}::uuid[]) and user_id = ${userId}
  `.execute(db)
  const known = new Set(rows.map((row) => row.op_id))
  return opIds.map((opId) => ({ op_id: opId, is_known: known.has(opId) }))
}
