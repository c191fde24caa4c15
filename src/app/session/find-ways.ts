import { providersSchema, type SignInProvider } from '#contract/session.ts'
import { callSignIn } from './sign-in-call.ts'

/** Which ways to sign in the server offers; none when nobody answers, and then beginning to sign in says why. */
export async function findWays(): Promise<readonly SignInProvider[]> {
  const answer = await callSignIn('/oauth/providers', { schema: providersSchema, timeout: 5_000 })
  return answer.ok ? answer.value.providers : []
}
