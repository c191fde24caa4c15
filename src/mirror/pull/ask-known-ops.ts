import { knownOpsAnswerSchema, maxKnownOps } from '#contract/sync/sync.ts'
import { askServer, type Request } from './ask-server.ts'

/**
 * Asks the server which of this user's edits it knows. Null when an answer is missing or doesn't
 * come from the server that holds this user's data: an edit must never be treated as lost because
 * something on the way called it unknown.
 */
export async function askKnownOps(
  request: Request,
  opIds: readonly string[],
  about: { userId: string; epoch: string },
): Promise<ReadonlySet<string> | null> {
  const known = new Set<string>()
  for (let from = 0; from < opIds.length; from += maxKnownOps) {
    const batch = opIds.slice(from, from + maxKnownOps)
    const sent = { op_ids: batch }
    const answer = await askServer(request, '/api/sync/known-ops', { schema: knownOpsAnswerSchema, sent })
    if (answer.kind !== 'ok') return null
    const { user_id: userId, epoch, answers } = answer.value
    const knownByOpId = new Map(answers.map((one) => [one.op_id, one.is_known]))
    const isSameCopy = userId === about.userId && epoch === about.epoch
    if (!isSameCopy || answers.length !== batch.length || !batch.every((opId) => knownByOpId.has(opId))) return null
    for (const opId of batch) if (knownByOpId.get(opId)) known.add(opId)
  }
  return known
}
