import { throttle } from '#app/ui/browser/throttle.ts'
import type { FailureAction, SendFailure, SendingState, SendProgress } from '#app/ui/bulk-edit/bulk-edit-props.ts'
import type { CollectionName } from '#contract/books/collections.ts'
import type { EntryView, OfflineCopy } from '#mirror/offline-copy.ts'
import { isRefused } from '#mirror/outbox/stored-entry.ts'
import { describeGoneRecord } from '../record-book.ts'
import { describeConflict, toFailureReason } from './outcome-texts.ts'

/**
 * Progress of these records' changes on their way to the server. Watches only while there are
 * listeners.
 */
export function trackSending(copy: OfflineCopy, collection: CollectionName, ids: ReadonlySet<string>): SendProgress {
  const listeners = new Set<() => void>()
  let current = computeSendingState(copy, collection, ids)
  let stops: (() => void)[] = []

  const throttledUpdate = throttle(() => {
    const next = computeSendingState(copy, collection, ids)
    if (next.text === current.text) return
    current = next
    for (const listener of [...listeners]) listener()
  })
  return {
    getState: () => current.state,
    subscribe(listener) {
      if (listeners.size === 0)
        stops = [copy.outbox.subscribe(throttledUpdate.schedule), copy.subscribeStatus(throttledUpdate.schedule)]
      listeners.add(listener)
      throttledUpdate.schedule()
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        throttledUpdate.cancel()
        for (const stop of stops) stop()
      }
    },
  }
}

/**
 * Compares `text` by value: a retried entry is a new one, even if it is refused with the same text.
 */
function computeSendingState(
  copy: OfflineCopy,
  collection: CollectionName,
  ids: ReadonlySet<string>,
): { state: SendingState; text: string } {
  const entries = copy.outbox
    .getEntries()
    .filter((entry) => entry.collection === collection && entry.state !== 'acked' && ids.has(entry.recordId))
  // An entry behind a refused one of the same record waits for the same decision.
  const refused = new Map(entries.filter(isRefused).map((entry) => [entry.recordId, entry]))
  const waiting = new Set(entries.map(({ recordId }) => recordId).filter((id) => !refused.has(id)))
  const { connection, needsSignIn, needsFactor, needsUpdate } = copy.getStatus()
  const isReachable = connection !== 'offline' && !needsSignIn && !needsFactor && !needsUpdate
  const failures = [...refused.values()].map((entry) => toSendFailure(copy, entry))
  return {
    state: { waiting: waiting.size, isReachable, failures },
    text: JSON.stringify([waiting.size, isReachable, [...refused.values()].map(({ opId, state }) => [opId, state])]),
  }
}

function toSendFailure(copy: OfflineCopy, entry: EntryView): SendFailure {
  const { recordId: id, collection, caption, state, problem, isGone } = entry
  const isConflict = state === 'conflict'
  return {
    id,
    caption,
    reason: isConflict
      ? describeConflict('')
      : isGone
        ? describeGoneRecord(collection)
        : toFailureReason(problem?.message),
    failureActions: isConflict
      ? [createSettlementAction(copy, entry, 'mine'), createSettlementAction(copy, entry, 'theirs')]
      : listRetryActions(copy, entry),
  }
}

/** A change to a deleted record can't be sent again; the outbox screen asks what to do with it. */
function listRetryActions(copy: OfflineCopy, { opId, isGone }: EntryView): FailureAction[] {
  return isGone ? [] : [{ label: '다시 시도', isRetry: true, run: () => copy.outbox.retry(opId) }]
}

function createSettlementAction(
  copy: OfflineCopy,
  { opId, changes, problem }: EntryView,
  choice: 'mine' | 'theirs',
): FailureAction {
  const fields = problem?.conflicts?.map(({ field }) => field) ?? Object.keys(changes)
  const choices = Object.fromEntries(fields.map((field) => [field, choice]))
  return {
    label: choice === 'mine' ? '내 값으로' : '상대 값으로',
    isRetry: false,
    run: () => copy.outbox.resolveConflict(opId, choices),
  }
}
