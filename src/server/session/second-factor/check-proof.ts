import { type Selectable, sql, type Transaction } from 'kysely'
import { dayMs } from '#contract/dates/day-ms.ts'
import { type FactorReason, problem } from '#contract/problem.ts'
import { type FactorProof, maxFactorFailures } from '#contract/session/second-factor.ts'
import { hashToken } from '#server/auth/token.ts'
import type { Deps } from '#server/deps.ts'
import { HttpProblem } from '#server/http/http-problem.ts'
import type { SecondFactorTable } from '#server/schema/tables/session.ts'
import type { Tables } from '#server/schema/tables/tables.ts'
import { createRefusalStreaks, writeTrail } from '#server/trail/write-trail.ts'
import { findMatchingStep, hashRecoveryCode, openSecret, sealSecret } from './factor-secrets.ts'
import { provePasskey, type RelyingParty } from './webauthn.ts'

/** The person who proves, their session and address. */
export interface FactorUser {
  readonly user: { readonly id: string; readonly name: string }
  readonly sessionId: string
  readonly ipAddress: string
  readonly party: RelyingParty | null
}

const firstLockMs = 15 * 60_000

const maxLockMs = dayMs

type Verdict =
  | { right: true }
  | {
      right: false
      lockedUntil: string | null
      left: number
      /** The fifth failure ends the session instead of locking. */
      endsSession?: true
    }

/**
 * Checks a proof and, if it is right, gives the session its factor. Serialized per person across
 * all processes, so that a code works once. Failures of sessions that never gave a factor count
 * together: the fifth in a row locks the second step for such sessions for 15 minutes, each further
 * lock twice as long, up to a day. While locked, only recovery codes are checked. A session that
 * gave a factor before counts alone and ends with its fifth failure, so that guessing elsewhere
 * locks nobody out on their own devices. Throws `refused`, `signed_out` and `second_factor_locked`.
 */
export async function checkProof(deps: Deps, prover: FactorUser, proof: FactorProof): Promise<void> {
  const now = deps.now()
  const verdict = await deps.db.transaction().execute(async (trx) => {
    const factorRow = await lockFactorRow(trx, prover.user.id)
    const session = await trx
      .selectFrom('session')
      .select(['factor_at', 'factor_failures'])
      .where('id', '=', prover.sessionId)
      .executeTakeFirstOrThrow()
    const isProven = session.factor_at !== null
    const isLocked = !isProven && isLockedAt(factorRow, now)
    if (isLocked && proof.kind !== 'recovery')
      return { right: false, lockedUntil: factorRow.locked_until, left: 0 } satisfies Verdict
    if (await isProofValid({ deps, trx, factorRow, now }, prover, proof)) {
      await admit(trx, { prover, kind: proof.kind, now })
      return { right: true } satisfies Verdict
    }
    if (isProven) return await recordSessionFailures(trx, prover, session.factor_failures + 1)
    return isLocked
      ? ({ right: false, lockedUntil: factorRow.locked_until, left: 0 } satisfies Verdict)
      : await countFailure(trx, { prover, factorRow, now })
  })
  if (verdict.right) return
  await writeFailureTrail(deps, prover, proof.kind)
  if (verdict.lockedUntil !== null) throw new HttpProblem(createLockedProblem(verdict.lockedUntil))
  throw new HttpProblem(verdict.left === 0 ? problem('signed_out') : createWrongProof(proof.kind, verdict))
}

/** Whether sessions that never gave a factor are locked out. */
export function isLockedAt({ locked_until: until }: Pick<FactorRow, 'locked_until'>, now: Date): boolean {
  return until !== null && Date.parse(until) > now.getTime()
}

async function recordSessionFailures(
  trx: Transaction<Tables>,
  { sessionId }: FactorUser,
  failures: number,
): Promise<Verdict> {
  const triesLeft = Math.max(0, maxFactorFailures - failures)
  await trx
    .updateTable('session')
    .set({
      factor_failures: failures,
      ...(triesLeft === 0 && { ended_at: sql<string>`now()`, ended_why: 'factor_failed' as const }),
    })
    .where('id', '=', sessionId)
    .execute()
  return { right: false, lockedUntil: null, left: triesLeft, endsSession: true }
}

/** The person's row, created if missing, locked until the transaction ends. */
export async function lockFactorRow(trx: Transaction<Tables>, userId: string): Promise<FactorRow> {
  await trx
    .insertInto('second_factor')
    .values({ user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return await trx
    .selectFrom('second_factor')
    .selectAll()
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

type FactorRow = Selectable<SecondFactorTable>

const createLockedProblem = (until: string) =>
  problem('second_factor_locked', {
    message: `2단계 인증을 여러 번 틀려 잠겼습니다. ${clock.format(Date.parse(until))}에 다시 시도하거나 복구 코드를 입력해 주세요.`,
    locked_until: until,
  })

const clock = new Intl.DateTimeFormat('ko', {
  timeZone: 'Asia/Seoul',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})

interface ProofCheckContext {
  deps: Deps
  trx: Transaction<Tables>
  factorRow: FactorRow
  now: Date
}

async function isProofValid(
  { deps, trx, factorRow, now }: ProofCheckContext,
  prover: FactorUser,
  proof: FactorProof,
): Promise<boolean> {
  const { user, sessionId, party } = prover
  switch (proof.kind) {
    case 'passkey':
      return (
        party !== null &&
        (await provePasskey(trx, { userId: user.id, response: proof.answer }, { sessionId, party, now }))
      )
    case 'totp':
      return await redeemTotpCode({ deps, trx, factorRow, now }, proof.code)
    case 'recovery':
      return await redeemRecoveryCode(trx, { prover, code: proof.code, now })
  }
}

async function redeemTotpCode({ deps, trx, factorRow, now }: ProofCheckContext, code: string): Promise<boolean> {
  const { user_id: userId, totp_key: key, totp_cipher: cipher, totp_step: after } = factorRow
  if (key === null || cipher === null) return false
  const secret = openSecret(deps.officeKeys, userId, { key, cipher })
  const step = secret === null ? null : findMatchingStep(secret, code, { now, after })
  if (secret === null || step === null) return false
  // Re-encrypts with the newest key, so that after a key rotation nothing stays under the old one.
  const sealed = key === deps.officeKeys.newest().id ? { key, cipher } : sealSecret(deps.officeKeys, userId, secret)
  await trx
    .updateTable('second_factor')
    .set({ totp_step: step, totp_key: sealed.key, totp_cipher: sealed.cipher })
    .where('user_id', '=', userId)
    .execute()
  return true
}

async function redeemRecoveryCode(
  trx: Transaction<Tables>,
  { prover, code, now }: { prover: FactorUser; code: string; now: Date },
): Promise<boolean> {
  const deleted = await trx
    .updateTable('recovery_code')
    .set({ used_at: now.toISOString() })
    .where('user_id', '=', prover.user.id)
    .where('hash', '=', hashRecoveryCode(prover.user.id, code))
    .where('used_at', 'is', null)
    .returning('hash')
    .executeTakeFirst()
  if (!deleted) return false
  const { left } = await trx
    .selectFrom('recovery_code')
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .where('user_id', '=', prover.user.id)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  await writeTrail(trx, { user: prover.user, ipAddress: prover.ipAddress, act: 'recovery_code_used', detail: { left } })
  return true
}

/**
 * Gives the session its factor. Clears the failures of sessions without a factor only if this is
 * one of them: working on one's own device must not unlock guessing elsewhere.
 */
export async function admit(
  trx: Transaction<Tables>,
  {
    prover,
    kind,
    now,
  }: { prover: Pick<FactorUser, 'user' | 'sessionId' | 'ipAddress'>; kind: FactorProof['kind']; now: Date },
): Promise<void> {
  const { user, sessionId, ipAddress } = prover
  const provenAt = now.toISOString()
  await trx
    .updateTable('second_factor')
    .set({ failures: 0, locks: 0, locked_until: null })
    .where('user_id', '=', user.id)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('session').select('id').where('id', '=', sessionId).where('factor_at', 'is not', null))),
    )
    .execute()
  await trx
    .updateTable('session')
    .set({ factor_at: provenAt, factor_kind: kind, factor_failures: 0, active_at: provenAt })
    .where('id', '=', sessionId)
    .execute()
  await writeTrail(trx, { user, ipAddress, act: 'factor_passed', detail: { kind, session: sessionId } })
}

async function countFailure(
  trx: Transaction<Tables>,
  { prover, factorRow, now }: { prover: FactorUser; factorRow: FactorRow; now: Date },
): Promise<Verdict> {
  const failures = factorRow.failures + 1
  const isTooMany = failures >= maxFactorFailures
  const ms = Math.min(maxLockMs, firstLockMs * 2 ** Math.min(factorRow.locks, 10))
  const lockedUntil = isTooMany ? new Date(now.getTime() + ms).toISOString() : null
  await trx
    .updateTable('second_factor')
    .set({
      failures: isTooMany ? 0 : failures,
      locked_until: lockedUntil,
      locks: sql<number>`locks + ${isTooMany ? 1 : 0}::int`,
    })
    .where('user_id', '=', prover.user.id)
    .execute()
  if (lockedUntil !== null)
    await writeTrail(trx, {
      user: prover.user,
      ipAddress: prover.ipAddress,
      act: 'factor_locked',
      detail: { until: lockedUntil, session: prover.sessionId },
    })
  return { right: false, lockedUntil, left: maxFactorFailures - failures }
}

/** One trail row for many failures, as with refusals (trail/write-trail.ts). */
async function writeFailureTrail(
  { db }: Deps,
  { user, ipAddress, sessionId }: FactorUser,
  kind: FactorProof['kind'],
): Promise<void> {
  const streak = await createRefusalStreaks(db, { kind: 'factor_failed', first: 1 }).count(user.id)
  if (streak === null) return
  const { count, since } = streak
  await writeTrail(db, { user, ipAddress, act: 'factor_failed', detail: { kind, count, since, session: sessionId } })
}

function createWrongProof(kind: FactorProof['kind'], { left, endsSession }: { left: number; endsSession?: true }) {
  const message = {
    passkey: '패스키를 확인하지 못했습니다.',
    totp: '인증 코드가 맞지 않습니다.',
    recovery: '복구 코드가 맞지 않습니다.',
  }[kind]
  const then = endsSession ? '로그아웃됩니다' : '잠깁니다'
  return problem('refused', { message: `${message} ${left}번 더 틀리면 ${then}.` })
}

/** Stores the hash of the secret by which this session's device proves the right PIN. */
export async function registerPin({ db }: Pick<Deps, 'db'>, { sessionId }: FactorUser, proof: string): Promise<void> {
  await db
    .updateTable('session')
    .set({ pin_proof_hash: hashToken(proof) })
    .where('id', '=', sessionId)
    .execute()
}

/**
 * Ends the idle lock of a session whose device proves that its person has just entered the right
 * PIN. Anything else missing stays missing: a PIN is not a second factor. Failures are not counted,
 * because 256 bits cannot be guessed.
 * @throws HttpProblem when the device registered nothing or something else, or when more than the
 * idle lock is in place
 */
export async function endIdleWithPin(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { user, sessionId, ipAddress }: FactorUser,
  { missing, proof }: { missing: FactorReason | null; proof: string },
): Promise<void> {
  if (missing === null || missing === 'fresh') return
  const { numUpdatedRows } =
    missing === 'idle'
      ? await db
          .updateTable('session')
          .set({ active_at: now().toISOString() })
          .where('id', '=', sessionId)
          .where('pin_proof_hash', '=', hashToken(proof))
          .executeTakeFirst()
      : { numUpdatedRows: 0n }
  if (numUpdatedRows === 0n) throw new HttpProblem(problem('refused', { message: needsFactor }))
  await writeTrail(db, { user, ipAddress, act: 'unlock', detail: { kind: 'pin', session: sessionId } })
}

const needsFactor = '이 기기의 PIN만으로는 이어서 작업할 수 없습니다. 2단계 인증을 해 주세요.'
