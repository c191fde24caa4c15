import type { Database } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import { hashToken, newToken } from '#server/auth/token.ts'
import { demoAccountNames, demoAccounts } from './demo.ts'
import { localPage, type Picked } from './local-page.ts'
import { badCode, type CodeExchange, type LoginProvider } from './login-provider.ts'
import { challengeOf } from './pkce.ts'

/** The only client of the local provider. */
const localClientId = 'local'

const codeLifetimeMs = 60_000

type ProviderDeps = { db: Database; now: () => Date }

/**
 * The built-in provider: the same code flow as Kakao's on a machine without internet, so that no
 * part of sign-in is a mock.
 */
export function localProvider(deps: Deps): LoginProvider {
  const page = localPage(deps, { clientId: localClientId, issueCode: (picked) => issueCode(deps, picked) })
  return {
    name: 'local',
    clientId: localClientId,
    jsKey: localClientId,
    authorizeUrl: page.address,
    exchange: (request) => exchange(deps, request),
    register: page.register,
  }
}

/**
 * Issues a code for the chosen account; valid once within 60 seconds, for this redirect_uri and the
 * browser with the verifier.
 */
async function issueCode({ db, now }: ProviderDeps, picked: Picked): Promise<string> {
  const code = newToken('code')
  await db.deleteFrom('oauth_code').where('expires_at', '<', now().toISOString()).execute()
  await db
    .insertInto('oauth_code')
    .values({
      hash: hashToken(code),
      client_id: localClientId,
      redirect_uri: picked.redirectUri,
      account: picked.account,
      code_challenge: picked.codeChallenge,
      expires_at: new Date(now().getTime() + codeLifetimeMs).toISOString(),
    })
    .execute()
  return code
}

/**
 * Deleting the row makes the code single-use: of two concurrent callers only one gets it. A wrong
 * redirect_uri or verifier uses it up too.
 */
async function exchange({ db, now }: ProviderDeps, request: CodeExchange): ReturnType<LoginProvider['exchange']> {
  const issued = await db
    .deleteFrom('oauth_code')
    .where('hash', '=', hashToken(request.code))
    .returning(['client_id', 'redirect_uri', 'account', 'expires_at', 'code_challenge'])
    .executeTakeFirst()
  const account = demoAccountNames.find((name) => name === issued?.account)
  const isGood =
    issued?.client_id === localClientId &&
    issued.redirect_uri === request.redirectUri &&
    issued.code_challenge === challengeOf(request.codeVerifier) &&
    new Date(issued.expires_at).getTime() > now().getTime()
  if (!isGood || account === undefined) return { refused: badCode }
  return { person: demoAccounts[account].person }
}
