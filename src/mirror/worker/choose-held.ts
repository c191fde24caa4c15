import type { CollectionName } from '#contract/books/collections.ts'
import { heldBy, noteSwept, readChoice, writeChoice } from '../held/held-choice.ts'
import { contentsOf, paperCollections, sweepUnheld } from '../held/sweep-unheld.ts'
import { settleMirrors } from '../store/open-mirror.ts'
import { holds, setStatus, notifyTabs, type EngineState } from './engine-state.ts'
import { reloadMirror } from './load-data.ts'
import { readStandingRecords } from './mirrored-data.ts'
import { noteCopying } from './report-lost.ts'

/**
 * The person chooses what this device holds: sections of work, null for everything. What it is not to hold any more is gone from the disk when this resolves, whoever had it
 * open and with or without a network; what it is to hold comes with the next pull. The outbox is not touched.
 */
export async function chooseHeld(state: EngineState, sections: readonly string[] | null): Promise<void> {
  const { runtime, userId } = state
  await state.loading.catch(() => undefined)
  const choice = await writeChoice(runtime, userId, sections)
  await settleMirrors(runtime, userId, heldBy(choice))
  notifyTabs(state, { type: 'held' })
  await followChoice(state)
  await sweepWhenDue(state)
}

/** Takes over what was chosen, here or in another window. Resolves when nothing else is in memory. */
export function followChoice(state: EngineState): Promise<void> {
  state.choosing = state.choosing.catch(() => undefined).then(() => takeOver(state))
  return state.choosing
}

async function takeOver(state: EngineState): Promise<void> {
  const choice = await readChoice(state.runtime, state.userId)
  const before = state.mirror.database.held
  if (state.over.signal.aborted || choice.revision === before.revision) return
  const next = heldBy(choice)
  // What is not to be seen any more gives way at once; what comes is told of when it can be asked for.
  if ([...before.collections].some((name) => !next.collections.has(name))) setStatus(state, { held: choice.sections })
  state.pull?.turn.abort()
  await state.pull?.ended
  // The generation may be replaced in this very moment.
  await reloadMirror(state).catch(() => reloadMirror(state))
  const { held } = state.mirror.database
  setStatus(state, { held: held.sections })
  // Edits that a restored server has lost are told with their books only.
  if ([...held.collections].some((name) => !before.collections.has(name))) await noteCopying(state.outbox)
  state.loop?.wake()
}

/** After a choice, and after a start if the last one was interrupted. */
export async function sweepWhenDue(state: EngineState): Promise<void> {
  const { runtime, userId } = state
  const choice = await readChoice(runtime, userId)
  if (choice.isSwept) return
  await state.loading.catch(() => undefined)
  const kept = paperCollections.filter((name) => holds(state, name)).map((name) => contentsIn(state, name))
  await sweepUnheld(runtime, userId, new Set(kept.flatMap((ids) => [...ids])))
  await noteSwept(runtime, userId, choice.revision)
}

function contentsIn({ data }: EngineState, name: CollectionName): Set<string> {
  return contentsOf(readStandingRecords(data, name))
}
