import { tokensSchema } from '#contract/session.ts'
import type { TestAccount } from './build-test-app.ts'
import { jsonPost, signInByCalls } from './sign-in-calls.ts'

/** Signs in at a spawned server through its local provider, as a browser does; answers the header that a signed-in call carries. */
export async function signInAt(origin: string, account: TestAccount): Promise<{ authorization: string }> {
  const answer = await fetch(`${origin}/oauth/callback/kakao`, jsonPost(await signInByCalls(origin, account)))
  return { authorization: `Bearer ${tokensSchema.parse(await answer.json()).access_token}` }
}
