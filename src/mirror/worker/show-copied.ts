import type { CollectionName } from '#contract/records/collections.ts'
import { tellArrived, tellTabs, type EngineState } from './engine-state.ts'

/**
 * A collection of a first copy is in memory and on the disk as a whole: it answers from here on, whatever else is still to come. The first page is on the disk
 * before anybody hears of it: who closes the window at that moment has it at the next start.
 */
export async function showCopied(state: EngineState, collection: CollectionName): Promise<void> {
  if (state.data.isLoaded(collection)) return
  for (const follower of state.followers) await follower.keepFirstPage?.(collection)
  state.data.markLoaded(collection)
  tellArrived(state, collection)
  tellTabs(state, { type: 'copied', collection })
}
