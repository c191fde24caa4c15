import type { OfflineCopy, OutboxEntry } from '#mirror/offline-copy.ts'
import type { Remedy, SendFailure, Sending, SendingState } from '#app/ui/bulk-edit/bulk-edit-props.ts'
import { conflictText, failureReason } from './write-outcome-toasts.ts'

/** With thousands of entries on their way, the outbox has news with every answer. */
const lookEvery = 100

/** What becomes of the changes of these entries of the book on their way to the server. Looks only while somebody listens. */
export function sendingOf(copy: OfflineCopy, ids: ReadonlySet<string>): Sending {
  const listeners = new Set<() => void>()
  let looked = lookAt(copy, ids)
  let timer: ReturnType<typeof setTimeout> | undefined
  let stops: (() => void)[] = []

  function look() {
    timer = undefined
    const next = lookAt(copy, ids)
    if (next.text === looked.text) return
    looked = next
    for (const listener of [...listeners]) listener()
  }
  function lookSoon() {
    timer ??= setTimeout(look, lookEvery)
  }
  return {
    getState: () => looked.state,
    subscribe(listener) {
      if (listeners.size === 0) stops = [copy.outbox.subscribe(lookSoon), copy.subscribeStatus(lookSoon)]
      listeners.add(listener)
      lookSoon()
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        clearTimeout(timer)
        timer = undefined
        for (const stop of stops) stop()
      }
    },
  }
}

/** `text` compares by value: a retried entry is another one, although it may be refused in the same words. */
function lookAt(copy: OfflineCopy, ids: ReadonlySet<string>): { state: SendingState; text: string } {
  const entries = copy.outbox
    .getEntries()
    .filter(({ collection, recordId, state }) => collection === 'real-estate' && state !== 'acked' && ids.has(recordId))
  // An entry behind a refused one of its record waits for the same decision.
  const refused = new Map(entries.filter(isRefused).map((entry) => [entry.recordId, entry]))
  const waiting = new Set(entries.map(({ recordId }) => recordId).filter((id) => !refused.has(id)))
  const { connection, needsSignIn, needsUpdate } = copy.getStatus()
  const isReachable = connection !== 'offline' && !needsSignIn && !needsUpdate
  const failures = [...refused.values()].map((entry) => failureOf(copy, entry))
  return {
    state: { waiting: waiting.size, isReachable, failures },
    text: JSON.stringify([waiting.size, isReachable, [...refused.values()].map(({ opId, state }) => [opId, state])]),
  }
}

function isRefused({ state }: OutboxEntry): boolean {
  return state === 'rejected' || state === 'conflict'
}

function failureOf(copy: OfflineCopy, entry: OutboxEntry): SendFailure {
  const { recordId: id, caption, state, problem } = entry
  const isConflict = state === 'conflict'
  return {
    id,
    caption,
    reason: isConflict ? conflictText('') : failureReason(problem?.message),
    remedies: isConflict ? [settled(copy, entry, 'mine'), settled(copy, entry, 'theirs')] : [again(copy, entry)],
  }
}

function again(copy: OfflineCopy, { opId }: OutboxEntry): Remedy {
  return { label: '다시 시도', isRetry: true, run: () => copy.outbox.retry(opId) }
}

function settled(copy: OfflineCopy, { opId, changes, problem }: OutboxEntry, choice: 'mine' | 'theirs'): Remedy {
  const fields = problem?.conflicts?.map(({ field }) => field) ?? Object.keys(changes)
  const choices = Object.fromEntries(fields.map((field) => [field, choice]))
  return {
    label: choice === 'mine' ? '내 값으로' : '상대 값으로',
    isRetry: false,
    run: () => copy.outbox.resolveConflict(opId, choices),
  }
}
