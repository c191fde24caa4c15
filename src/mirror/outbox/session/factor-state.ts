import { problemSchema, type FactorReason } from '#contract/problem.ts'
import type { Outbox } from '../open-outbox.ts'
import { parseJson } from '../sending/classify-answer.ts'
import { writeOutbox } from '../write-outbox.ts'

/**
 * Notes next to the session, for every tab and worker, whether the server asks for the second
 * factor or answers again. Deletes nothing; what waits goes on waiting. Returns the response.
 */
export async function recordFactorState(outbox: Outbox, response: Response): Promise<Response> {
  const needsFactor = response.status === 428 ? await asksForFactor(response.clone()) : response.ok ? false : null
  const isFactorNeeded = outbox.image.session?.needsFactor === true
  if (needsFactor === null || needsFactor === isFactorNeeded) return response
  // If the device cannot store it, the next call notes it.
  await writeOutbox(outbox, async (write) => {
    const session = await write.getSession()
    if (session) write.setSession({ ...session, needsFactor })
  }).catch(() => undefined)
  return response
}

/**
 * Only our server's own problem counts, because a proxy may answer 428 too. When one act asks for a
 * fresh factor, all others are answered as before.
 */
async function asksForFactor(response: Response): Promise<boolean | null> {
  const factor = await requiredFactor(response)
  return factor === null || factor === 'fresh' ? null : true
}

/** Why our server asks for the second factor; null when it does not. */
export async function requiredFactor(response: Response): Promise<FactorReason | null> {
  const parsed = problemSchema.safeParse(parseJson(await response.text().catch(() => '')))
  if (!parsed.success || parsed.data.code !== 'second_factor_needed') return null
  return parsed.data.factor ?? 'pass'
}
