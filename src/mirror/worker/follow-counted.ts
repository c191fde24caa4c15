import type { CollectionName } from '#contract/books/collections.ts'
import { callAfter } from '../timing/deadline.ts'
import { addFollower, holds, isCopyExpected, type EngineState } from './engine-state.ts'

/** A replay changes the outbox a hundred times a second; a person reads a sum four times a second at most. */
const gatherMs = 250

/** What is counted over whole collections, as it stands. */
interface Counted<Value> {
  readonly status: 'loading' | 'ready' | 'never_fetched'
  readonly value: Value | null
}

interface Counting<Value> {
  /** What it is counted of, the first one above all: nothing is told as long as that is not whole. */
  readonly collections: readonly [CollectionName, ...CollectionName[]]
  count(): Value
}

/** Tells what was counted now, and again a moment after anything of its collections changed. */
export function followCounted<Value>(
  state: EngineState,
  call: { readonly signal: AbortSignal; answer(counted: Counted<Value>): void },
  { collections, count }: Counting<Value>,
): void {
  const [own] = collections
  let told: Counted<Value>['status'] | null = null
  let isDue = false
  const notify = () => {
    const isWhole = state.data.loaded.has(own)
    const status = isWhole ? 'ready' : isCopyExpected(state) && holds(state, own) ? 'loading' : 'never_fetched'
    // Only a sum is worth saying twice.
    if (isWhole || status !== told) call.answer({ status, value: isWhole ? count() : null })
    told = status
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
    outlookChanged: () => !state.data.loaded.has(own) && notify(),
  })
  notify()
}
