import type { Transaction } from 'kysely'
import { problem } from '#contract/problem.ts'
import { type FactorProof, recoveryCodeCount } from '#contract/session/second-factor.ts'
import type { Deps } from '#server/deps.ts'
import { HttpProblem } from '#server/http/http-problem.ts'
import type { Tables } from '#server/schema/tables/tables.ts'
import { writeTrail } from '#server/trail/write-trail.ts'
import { admit, type FactorUser, lockFactorRow } from './check-proof.ts'
import {
  findMatchingStep,
  hashRecoveryCode,
  newRecoveryCode,
  newTotpSecret,
  openSecret,
  sealSecret,
} from './factor-secrets.ts'
import { readNewPasskey, type RelyingParty } from './webauthn.ts'

/** A displayed secret must be proved within this time, or a new one is shown. */
const secretLifetimeMs = 15 * 60_000

/** A new secret for an authenticator app; the current one stays valid until this one is proved. */
export async function startTotp({ db, officeKeys, now }: Deps, userId: string): Promise<string> {
  const secret = newTotpSecret()
  const { key, cipher } = sealSecret(officeKeys, userId, secret)
  await db.transaction().execute(async (trx) => {
    await lockFactorRow(trx, userId)
    await trx
      .updateTable('second_factor')
      .set({ new_totp_key: key, new_totp_cipher: cipher, new_totp_at: now().toISOString() })
      .where('user_id', '=', userId)
      .execute()
  })
  return secret
}

/**
 * Activates the new secret, proved by one of its codes. Returns recovery codes if there were none.
 * Throws `refused`.
 */
export async function finishTotp(deps: Deps, prover: FactorUser, code: string): Promise<string[] | null> {
  const now = deps.now()
  return await deps.db.transaction().execute(async (trx) => {
    const factorRow = await lockFactorRow(trx, prover.user.id)
    const { new_totp_key: key, new_totp_cipher: cipher, new_totp_at: shownAt } = factorRow
    const isInTime = shownAt !== null && now.getTime() - Date.parse(shownAt) < secretLifetimeMs
    if (key === null || cipher === null || !isInTime)
      throw refusal('등록 시간이 지났습니다. 처음부터 다시 등록해 주세요.')
    const secret = openSecret(deps.officeKeys, prover.user.id, { key, cipher })
    const step = secret === null ? null : findMatchingStep(secret, code, { now, after: 0 })
    if (step === null) throw refusal('인증 코드가 맞지 않습니다. 휴대전화의 시각이 맞는지 확인해 주세요.')
    await trx
      .updateTable('second_factor')
      .set({
        totp_key: key,
        totp_cipher: cipher,
        totp_since: now.toISOString(),
        totp_step: step,
        new_totp_key: null,
        new_totp_cipher: null,
        new_totp_at: null,
      })
      .where('user_id', '=', prover.user.id)
      .execute()
    return await finishSetUp(trx, { prover, kind: 'totp', now })
  })
}

/**
 * Stores a passkey made by the browser. Returns recovery codes if there were none. Throws
 * `refused`.
 */
export async function addPasskey(
  deps: Deps,
  prover: FactorUser & { party: RelyingParty },
  { name, answer }: { name: string; answer: unknown },
): Promise<string[] | null> {
  const now = deps.now()
  return await deps.db.transaction().execute(async (trx) => {
    await lockFactorRow(trx, prover.user.id)
    const passkey = await readNewPasskey(trx, answer, { sessionId: prover.sessionId, party: prover.party, now })
    if (passkey === null) throw refusal('패스키를 등록하지 못했습니다. 다시 시도해 주세요.')
    const { credential, isBackedUp } = passkey
    const inserted = await trx
      .insertInto('passkey')
      .values({
        id: deps.newId(),
        user_id: prover.user.id,
        credential_id: credential.id,
        name,
        public_key: Buffer.from(credential.publicKey),
        counter: credential.counter,
        transports: [...(credential.transports ?? [])],
        is_backed_up: isBackedUp,
        made_at: now.toISOString(),
        last_used_at: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!inserted) throw refusal('이미 등록된 패스키입니다.')
    return await finishSetUp(trx, { prover, kind: 'passkey', now, name })
  })
}

/** Creates new recovery codes and invalidates the old ones. */
export async function renewRecoveryCodes({ db }: Deps, prover: FactorUser): Promise<string[]> {
  return await db.transaction().execute(async (trx) => {
    await lockFactorRow(trx, prover.user.id)
    const codes = await makeRecoveryCodes(trx, prover.user.id)
    await writeTrail(trx, { user: prover.user, ipAddress: prover.ipAddress, act: 'recovery_codes_made' })
    return codes
  })
}

/** Setting up a factor proves it, so the session now has its factor. */
async function finishSetUp(
  trx: Transaction<Tables>,
  { prover, kind, now, name }: { prover: FactorUser; kind: FactorProof['kind']; now: Date; name?: string },
): Promise<string[] | null> {
  const { user, ipAddress } = prover
  await writeTrail(trx, {
    user,
    ipAddress,
    act: 'factor_set_up',
    detail: { kind, ...(name !== undefined && { name }) },
  })
  await admit(trx, { prover, kind, now })
  const existingCode = await trx
    .selectFrom('recovery_code')
    .select('hash')
    .where('user_id', '=', user.id)
    .where('used_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return existingCode ? null : await makeRecoveryCodes(trx, user.id)
}

async function makeRecoveryCodes(trx: Transaction<Tables>, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode)
  await trx.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  await trx
    .insertInto('recovery_code')
    .values(codes.map((code) => ({ user_id: userId, hash: hashRecoveryCode(userId, code), used_at: null })))
    .execute()
  return codes
}

function refusal(message: string): HttpProblem {
  return new HttpProblem(problem('refused', { message }))
}
