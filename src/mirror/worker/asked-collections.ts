import type { CollectionName } from '#contract/records/collections.ts'
import { figures } from '../figures/figures.ts'
import { tellTabs, type EngineState } from './engine-state.ts'
import type { Command } from './messages.ts'

/** Heeds what a screen of this tab asks for: while a first copy runs, here or in another tab, that is copied next. */
export function heedCommand(state: EngineState, command: Command): void {
  const collection = collectionOf(command)
  if (!collection || state.data.isLoaded(collection)) return
  // Single records are looked for again and again while they are not here; they must not take turns at the front.
  if (command.type === 'get' && state.asked.includes(collection)) return
  noteAsked(state, collection)
  if (!state.loop) tellTabs(state, { type: 'asked', collection })
}

/** What was asked for last comes first. */
export function noteAsked(state: EngineState, collection: CollectionName): void {
  if (state.asked[0] === collection) return
  state.asked = [collection, ...state.asked.filter((other) => other !== collection)]
  for (const listener of state.askedListeners) listener()
}

function collectionOf(command: Command): CollectionName | null {
  if (command.type === 'figure') return figures[command.name].collection
  return 'collection' in command ? command.collection : null
}
