import { clientVersion } from '#contract/sync/sync.ts'
import { backoffMs } from '../../timing/backoff.ts'
import type { Verdict } from './classify-answer.ts'
import { mergeConflict } from './merge-conflict.ts'
import { type StoredOp, untriedDefaults } from '../stored-op.ts'

/**
 * The outcome for a marked entry: an answer; `unsent`, because sending was blocked before its turn;
 * or `not_taken`, because the receiver doesn't know batches.
 */
export type Outcome = Verdict | { kind: 'unsent' } | { kind: 'not_taken' }

/** Randomness, time and new ids for one settlement. */
export interface SettleContext {
  readonly now: number
  readonly stamp: number
  readonly random: number
  readonly newId: () => string
}

/** After this many rebases in a row, an entry that keeps colliding slows down. */
const immediateRebases = 3

/**
 * The entry after its answer. Every verdict keeps it; only after `applied` can it be removed, once
 * the mirror holds it.
 */
export function settleAnswer(op: StoredOp, verdict: Outcome, context: SettleContext): StoredOp {
  const released: StoredOp = { ...op, lease: null }
  switch (verdict.kind) {
    case 'applied':
      return {
        ...released,
        state: 'acked',
        problem: null,
        ack: { version: verdict.version, changeSeq: verdict.changeSeq, stamp: context.stamp },
      }
    case 'unreachable':
      return {
        ...released,
        state: 'queued',
        problem: verdict.problem ?? null,
        nextTryAt: context.now + backoffMs(op.attempts, context.random, { retryAfterMs: verdict.retryAfterMs }),
      }
    case 'unsent':
      // Undoes the mark. HAZARD: only the drainer that marked it knows that it was never sent;
      // after a crash it counts as sent.
      return {
        ...released,
        state: 'queued',
        attempts: op.attempts - 1,
        request: op.attempts === 1 ? null : op.request,
      }
    case 'signed_out':
    case 'not_taken':
      return { ...released, state: 'queued', nextTryAt: 0 }
    case 'outdated':
      return { ...released, state: 'held_version', clientVersion }
    case 'refused':
      return { ...released, state: 'rejected', problem: verdict.problem, isFateKnown: verdict.isFateKnown }
    case 'conflict':
      return settleConflict(released, verdict, context)
  }
}

function settleConflict(op: StoredOp, verdict: Verdict & { kind: 'conflict' }, context: SettleContext): StoredOp {
  const merge = mergeConflict(op, verdict.problem)
  if (merge.kind === 'ask') {
    return {
      ...merge.op,
      state: 'conflict',
      problem: { ...verdict.problem, conflicts: merge.conflicts },
      isFateKnown: true,
    }
  }
  const rebases = op.rebases + 1
  const pause = rebases > immediateRebases ? backoffMs(rebases - immediateRebases, context.random) : 0
  return { ...renewEntry(merge.op, context.newId()), rebases, nextTryAt: pause === 0 ? 0 : context.now + pause }
}

/**
 * The same change as a new request: the old opId has its final answer, so another attempt needs a
 * new one. The entry keeps its place in the order.
 */
export function renewEntry(op: StoredOp, opId: string): StoredOp {
  return {
    ...op,
    opId,
    formerOpIds: [...op.formerOpIds, op.opId],
    ...untriedDefaults,
  }
}
