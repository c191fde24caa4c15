import { providersSchema, type SignInProvider } from '#contract/session/session.ts'
import { callSignIn } from './sign-in-call.ts'

/**
 * Sign-in providers the server offers. Empty when the server does not respond; starting the sign-in
 * then says why.
 */
export async function fetchProviders(): Promise<readonly SignInProvider[]> {
  const result = await callSignIn('/oauth/providers', { schema: providersSchema, timeout: 5_000 })
  return result.ok ? result.value.providers : []
}
