import type { CollectionName } from '#contract/books/collections.ts'
import { notifyTabs, type EngineState } from './engine-state.ts'

/**
 * Records that a screen of this tab needs this collection. A first copy, in this tab or another,
 * copies it next.
 */
export function trackQuestion(state: EngineState, collection: CollectionName): void {
  state.lastRequestAt = state.runtime.now()
  if (state.data.loaded.has(collection)) return
  requestCollection(state, collection)
  if (!state.loop) notifyTabs(state, { type: 'asked', collection })
}

/** Moves the collection to the front of the first copy's order. */
export function requestCollection(state: EngineState, collection: CollectionName): void {
  if (state.requested[0] === collection) return
  state.requested = [collection, ...state.requested.filter((other) => other !== collection)]
  for (const listener of state.requestListeners) listener()
}
