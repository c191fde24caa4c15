import { referencesOf } from '#contract/books/collections.ts'
import { groupRecords } from '../query/group-records.ts'
import type { Call } from './call-channel.ts'
import type { EngineCalls } from './calls.ts'
import type { EngineState } from './engine-state.ts'
import { followCounted } from './follow-counted.ts'
import { goingSlots, stoppedSlots } from './mirrored-data.ts'

type Groups = EngineCalls['groups']

/** Tells the groups of a list now, and again a moment after its records, or what they refer to, changed. */
export function followGroups(state: EngineState, asked: Groups['question'], call: Call<Groups>): void {
  const { collection } = asked
  followCounted(state, call, {
    collections: [collection, ...referencesOf(collection).map(({ to }) => to)],
    count: () => {
      const { data } = state
      const going = goingSlots(data, collection)
      const leftOut = asked.withoutStopped ? new Set([...going, ...stoppedSlots(data, collection)]) : going
      return groupRecords(data.engine, collection, { ...asked, leftOut })
    },
  })
}
