import { problemSchema } from '#contract/problem.ts'
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

/** A proxy says 428 as well; only our server says this. */
async function isAsking(response: Response): Promise<boolean | null> {
  const said = problemSchema.safeParse(parseJson(await response.text().catch(() => '')))
  return said.success && said.data.code === 'second_factor_needed' ? true : null
}
