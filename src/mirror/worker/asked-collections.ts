import type { CollectionName } from '#contract/books/collections.ts'
import { notifyTabs, type EngineState } from './engine-state.ts'

/** Heeds what a screen of this tab asks for: while a first copy runs, here or in another tab, that is copied next. */
export function trackQuestion(state: EngineState, collection: CollectionName): void {
  state.lastAskedAt = state.runtime.now()
  if (state.data.loaded.has(collection)) return
  noteAsked(state, collection)
  if (!state.loop) notifyTabs(state, { type: 'asked', collection })
}

/** What was asked for last comes first. */
export function noteAsked(state: EngineState, collection: CollectionName): void {
  if (state.asked[0] === collection) return
  state.asked = [collection, ...state.asked.filter((other) => other !== collection)]
  for (const listener of state.askedListeners) listener()
}
