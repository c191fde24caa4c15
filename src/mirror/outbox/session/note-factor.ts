import { problemSchema, type FactorReason } from '#contract/problem.ts'
import type { Outbox } from '../open-outbox.ts'
import { parseJson } from '../sending/classify-answer.ts'
import { writeOutbox } from '../write-outbox.ts'

/**
 * Notes beside the session, for every tab and worker, that the server wants the second step before it answers, or that it answers again. Nothing ends and nothing is deleted by it: what waits
 * goes on waiting. Hands the answer on.
 */
export async function noteFactor(outbox: Outbox, response: Response): Promise<Response> {
  const needsFactor = response.status === 428 ? await isAsking(response.clone()) : response.ok ? false : null
  const noted = outbox.image.session?.needsFactor === true
  if (needsFactor === null || needsFactor === noted) return response
  // A device that cannot keep it asks again with the next call.
  await writeOutbox(outbox, async (write) => {
    const session = await write.getSession()
    if (session) write.setSession({ ...session, needsFactor })
  }).catch(() => undefined)
  return response
}

/** A proxy says 428 as well; only our server says this. Where one act wants a fresh factor, all others are answered as before. */
async function isAsking(response: Response): Promise<boolean | null> {
  const factor = await factorAsked(response)
  return factor === null || factor === 'fresh' ? null : true
}

/** Why our server wants the second step before it answers; null: it does not. */
export async function factorAsked(response: Response): Promise<FactorReason | null> {
  const said = problemSchema.safeParse(parseJson(await response.text().catch(() => '')))
  if (!said.success || said.data.code !== 'second_factor_needed') return null
  return said.data.factor ?? 'pass'
}
