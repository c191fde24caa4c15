import { knownOpsAnswerSchema, knownOpsMost } from '#contract/sync/sync.ts'
import { askServer, type Request } from './ask-server.ts'

/**
 * Asks the server which of these edits of one person it knows (sync/sync.ts). Null when it did not answer all of them, or when what answered is not the server
 * that holds this data of this person: what something on the way calls unknown must not come back as lost.
 */
export async function askKnownOps(
  request: Request,
  opIds: readonly string[],
  about: { userId: string; epoch: string },
): Promise<ReadonlySet<string> | null> {
  const known = new Set<string>()
  for (let from = 0; from < opIds.length; from += knownOpsMost) {
    const asked = opIds.slice(from, from + knownOpsMost)
    const sent = { op_ids: asked }
    const answer = await askServer(request, '/api/sync/known-ops', { schema: knownOpsAnswerSchema, sent })
    if (answer.kind !== 'ok') return null
    const { user_id: userId, epoch, answers } = answer.value
    const told = new Map(answers.map((one) => [one.op_id, one.is_known]))
    const isOurs = userId === about.userId && epoch === about.epoch
    if (!isOurs || answers.length !== asked.length || !asked.every((opId) => told.has(opId))) return null
    for (const opId of asked) if (told.get(opId)) known.add(opId)
  }
  return known
}
