import type { CollectionName } from '#contract/books/collections.ts'
import { callAfter } from '../timing/deadline.ts'
import { addFollower, holds, isCopyExpected, type EngineState } from './engine-state.ts'

/**
 * Debounce: a replay changes the outbox a hundred times a second, and a sum is readable at most
 * four times a second.
 */
const gatherMs = 250

/** A value counted over whole collections. */
interface Counted<Value> {
  readonly status: 'loading' | 'ready' | 'never_fetched'
  readonly value: Value | null
}

interface Count<Value> {
  /** The collections it is counted from. Nothing is reported until the first one is complete. */
  readonly collections: readonly [CollectionName, ...CollectionName[]]
  count(): Value
}

/** Reports the value now and shortly after each change of its collections. */
export function followCounted<Value>(
  state: EngineState,
  call: { readonly signal: AbortSignal; answer(counted: Counted<Value>): void },
  { collections, count }: Count<Value>,
): void {
  const [main] = collections
  let reported: Counted<Value>['status'] | null = null
  let isDue = false
  const notify = () => {
    const isLoaded = state.data.loaded.has(main)
    const status = isLoaded ? 'ready' : isCopyExpected(state) && holds(state, main) ? 'loading' : 'never_fetched'
    // A repeated status is not reported; a value always is.
    if (isLoaded || status !== reported) call.answer({ status, value: isLoaded ? count() : null })
    reported = status
  }
  const notifyDue = () => {
    isDue = false
    notify()
  }
  addFollower(state, call.signal, {
    changed(changes) {
      if (isDue || !collections.some((name) => changes.has(name))) return
      isDue = true
      callAfter(state.runtime, { ms: gatherMs, signal: call.signal }, notifyDue)
    },
    arrived: (name) => (name === 'all' || collections.includes(name)) && notify(),
    outlookChanged: () => !state.data.loaded.has(main) && notify(),
  })
  notify()
}
