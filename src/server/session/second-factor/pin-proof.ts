import { problem } from '#contract/problem.ts'
import type { FactorReason } from '#contract/problem.ts'
import type { Deps } from '#server/deps.ts'
import { audit } from '#server/audit/audit.ts'
import { Refusal } from '#server/http/refusal.ts'
import { hashToken } from '#server/auth/token.ts'
import type { Prover } from './judge-proof.ts'

/** Stores the hash of the secret by which this session's device proves the right PIN. */
export async function registerPin({ db }: Pick<Deps, 'db'>, { sessionId }: Prover, proof: string): Promise<void> {
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
 * @throws Refusal when the device registered nothing or something else, or when more than the idle
 * lock is in place
 */
export async function endIdleWithPin(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { user, sessionId, address }: Prover,
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
  if (numUpdatedRows === 0n) throw new Refusal(problem('refused', { message: needsFactor }))
  await audit(db, { user, address, act: 'unlock', detail: { kind: 'pin', session: sessionId } })
}

const needsFactor = '이 기기의 PIN만으로는 이어서 작업할 수 없습니다. 2단계 인증을 해 주세요.'
