import { isDue } from '../../timing/backoff.ts'
import type { OutboxImage } from '../outbox-image.ts'
import { isUnsettled, type StoredOp } from '../stored-op.ts'

export interface SendingPlan {
  /** Entries that may go now, in order of seq. At most one per lane. */
  readonly ready: readonly StoredOp[]
  /** First of their lanes too, but not due before their time. */
  readonly waiting: readonly StoredOp[]
  /** The next instant at which a waiting entry becomes due; null when none waits for time. */
  readonly nextDueAt: number | null
}

/**
 * One pass over the entries in order: the first unsettled entry of a lane may go when it is queued, due, and no lane it depends on has an earlier
 * unsettled entry. A lane with an entry from a newer app version stands still.
 */
export function planSending(image: OutboxImage, now: number): SendingPlan {
  const occupied = new Set<string>([...image.unknownBySeq.values()].map((op) => op.entityKey))
  const ready: StoredOp[] = []
  const waiting: StoredOp[] = []
  let nextDueAt: number | null = null
  for (const op of image.opsBySeq.values()) {
    if (!isUnsettled(op)) continue
    const isFree = !occupied.has(op.entityKey) && !op.dependsOn.some((key) => occupied.has(key))
    occupied.add(op.entityKey)
    if (!isFree || op.state !== 'queued') continue
    if (isDue(op.nextTryAt, now)) ready.push(op)
    else {
      waiting.push(op)
      nextDueAt = Math.min(nextDueAt ?? op.nextTryAt, op.nextTryAt)
    }
  }
  return { ready, waiting, nextDueAt }
}
