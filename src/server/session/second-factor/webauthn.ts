import { isIP } from 'node:net'
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type WebAuthnCredential,
} from '@simplewebauthn/server'
import type { FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import type { Database } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import { parseOriginHost } from '#server/http/loopback.ts'
import { resolveOrigin } from '#server/http/own-origin.ts'
import type { Tables } from '#server/schema/tables/tables.ts'

/** Lifetime of a challenge (ms), which can be used once. */
const challengeMs = 300_000

/**
 * Ed25519, ES256 and RS256, as authenticators use. By default the library asks Node for more, and
 * Node logs a warning at every start.
 */
const algorithms = [-8, -7, -257]

/** The domain to which passkeys are bound: the host name of this office. */
export interface RelyingParty {
  readonly id: string
  readonly origin: string
}

/** Null where browsers cannot store passkeys: at a URL without a host name. */
export function resolveRelyingParty(request: FastifyRequest, config: Deps['config']): RelyingParty | null {
  const origin = resolveOrigin(request, config)
  const id = origin === '' ? '' : parseOriginHost(origin)
  return id === '' || isIP(id) !== 0 ? null : { id, origin }
}

type PasskeyContext = Pick<Deps, 'db' | 'now'> & { sessionId: string; party: RelyingParty }

/** Options for the browser to create a passkey. */
export async function beginEnrolment(
  { db, now, sessionId, party }: PasskeyContext,
  person: { id: string; name: string; office: string },
) {
  const options = await generateRegistrationOptions({
    rpName: person.office,
    rpID: party.id,
    userName: person.name,
    userID: new TextEncoder().encode(person.id),
    excludeCredentials: await readCredentials(db, person.id),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    timeout: challengeMs,
    supportedAlgorithmIDs: algorithms,
  })
  await saveChallenge(db, { challenge: options.challenge, sessionId, purpose: 'enrol', now: now() })
  return options
}

/** Options for the browser to prove one of the person's passkeys. */
export async function passOptions({ db, now, sessionId, party }: PasskeyContext, userId: string) {
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    allowCredentials: await readCredentials(db, userId),
    userVerification: 'preferred',
    timeout: challengeMs,
  })
  await saveChallenge(db, { challenge: options.challenge, sessionId, purpose: 'pass', now: now() })
  return options
}

interface NewPasskey {
  readonly credential: WebAuthnCredential
  readonly isBackedUp: boolean
}

interface ProofContext {
  readonly sessionId: string
  readonly party: RelyingParty
  readonly now: Date
}

/**
 * The passkey made by the browser, or null if it is invalid (wrong challenge, wrong origin,
 * malformed).
 */
export async function readNewPasskey(
  trx: Transaction<Tables>,
  response: unknown,
  { sessionId, party, now }: ProofContext,
): Promise<NewPasskey | null> {
  const verified = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge: (challenge) => consumeChallenge(trx, { challenge, sessionId, purpose: 'enrol', now }),
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: false,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => null)
  if (verified?.verified !== true) return null
  const { credential, credentialBackedUp: isBackedUp } = verified.registrationInfo
  return { credential, isBackedUp }
}

/** Whether the browser has just proved one of the person's passkeys; stores its counter. */
export async function provePasskey(
  trx: Transaction<Tables>,
  { userId, response }: { userId: string; response: { id: string } },
  { sessionId, party, now }: ProofContext,
): Promise<boolean> {
  const passkey = await trx
    .selectFrom('passkey')
    .selectAll()
    .where('user_id', '=', userId)
    .where('credential_id', '=', response.id)
    .executeTakeFirst()
  if (!passkey) return false
  const verified = await verifyAuthenticationResponse({
    // The library validates every part of it.
    response: response as AuthenticationResponseJSON,
    expectedChallenge: (challenge) => consumeChallenge(trx, { challenge, sessionId, purpose: 'pass', now }),
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: false,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: passkey.counter,
    },
  }).catch(() => null)
  if (verified?.verified !== true) return false
  const { newCounter, credentialBackedUp } = verified.authenticationInfo
  await trx
    .updateTable('passkey')
    .set({ counter: newCounter, is_backed_up: credentialBackedUp, last_used_at: now.toISOString() })
    .where('id', '=', passkey.id)
    .execute()
  return true
}

async function readCredentials(db: Database, userId: string) {
  const rows = await db
    .selectFrom('passkey')
    .select(['credential_id', 'transports'])
    .where('user_id', '=', userId)
    .execute()
  return rows.map(({ credential_id: id, transports }) => ({ id, transports }))
}

interface Challenge {
  challenge: string
  sessionId: string
  purpose: 'pass' | 'enrol'
  now: Date
}

async function saveChallenge(db: Database, { challenge, sessionId, purpose, now }: Challenge): Promise<void> {
  await db.deleteFrom('factor_challenge').where('expires_at', '<', now.toISOString()).execute()
  const expiresAt = new Date(now.getTime() + challengeMs).toISOString()
  await db
    .insertInto('factor_challenge')
    .values({ challenge, session_id: sessionId, purpose, expires_at: expiresAt })
    .execute()
}

/** Deleting the row makes it single-use: of two concurrent responses only one finds it. */
async function consumeChallenge(
  trx: Transaction<Tables>,
  { challenge, sessionId, purpose, now }: Challenge,
): Promise<boolean> {
  const deleted = await trx
    .deleteFrom('factor_challenge')
    .where('challenge', '=', challenge)
    .where('session_id', '=', sessionId)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()
  return deleted.numDeletedRows > 0n
}
