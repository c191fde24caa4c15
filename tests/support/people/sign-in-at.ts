import type { TestAccount } from '../servers/build-test-app.ts'
import { signInForTokens } from './sign-in-calls.ts'

/**
 * Signs in at a spawned server through its local provider, as a browser does; returns the
 * authorization header.
 */
export async function signInAt(origin: string, account: TestAccount): Promise<{ authorization: string }> {
  return { authorization: `Bearer ${(await signInForTokens(origin, account)).access_token}` }
}
