import { type CollectionName, mirroredCollections } from '#contract/books/collections.ts'
import { createCopiesDatabase } from '#mirror/papers/paper-copies.ts'
import type { Runtime } from '#mirror/runtime/runtime.ts'
import { buildActionStoreName } from '#mirror/store/action-store-name.ts'
import { deleteDatabases } from '#mirror/store/mirror-database.ts'
import { applyChoiceToMirrors } from '#mirror/store/open-mirror.ts'
import { markSwept, readChoice, resolveSyncChoice, writeChoice } from '#mirror/synced-books/sync-choice.ts'
import { type EngineState, isCollectionSynced, setStatus } from './engine-state.ts'
import { reloadMirror } from './load-mirror.ts'
import { readExistingRecords } from './mirrored-data.ts'
import { scheduleLossCheck } from './report-lost.ts'
import { notifyTabs } from './tab-messages.ts'

/**
 * Applies the user's choice of areas for this device; null for everything. When it resolves,
 * everything else is removed from disk, online or offline, also what another window had open. Newly
 * chosen books come with the next pull. The outbox is not touched.
 */
export async function applyChoice(state: EngineState, areas: readonly string[] | null): Promise<void> {
  const { runtime, userId } = state
  await state.loading.catch(() => undefined)
  const choice = await writeChoice(runtime, userId, areas)
  await applyChoiceToMirrors(runtime, userId, resolveSyncChoice(choice))
  notifyTabs(state, { type: 'held' })
  await followChoice(state)
  await sweepWhenDue(state)
}

/** Adopts a choice made in this window or another. Resolves when memory holds only its books. */
export function followChoice(state: EngineState): Promise<void> {
  state.applyingChoice = state.applyingChoice.catch(() => undefined).then(() => adoptChoice(state))
  return state.applyingChoice
}

async function adoptChoice(state: EngineState): Promise<void> {
  const choice = await readChoice(state.runtime, state.userId)
  const before = state.mirror.database.syncedBooks
  if (state.controller.signal.aborted || choice.revision === before.revision) return
  const next = resolveSyncChoice(choice)
  // Hide dropped books at once; show new ones only when they can be requested.
  if ([...before.collections].some((name) => !next.collections.has(name)))
    setStatus(state, { syncedAreas: choice.areas })
  state.pull?.controller.abort()
  await state.pull?.ended
  // Retry once: the generation may be replaced at this moment.
  await reloadMirror(state).catch(() => reloadMirror(state))
  const { syncedBooks } = state.mirror.database
  if (syncedBooks.revision > state.syncChoice.revision) state.syncChoice = syncedBooks
  setStatus(state, { syncedAreas: syncedBooks.areas })
  // Edits that a restored server lost are reported only once their book is held.
  if ([...syncedBooks.collections].some((name) => !before.collections.has(name))) await scheduleLossCheck(state.outbox)
  state.loop?.wake()
}

/** Runs after a choice, and after a start if the previous sweep was interrupted. */
export async function sweepWhenDue(state: EngineState): Promise<void> {
  const { runtime, userId } = state
  const choice = await readChoice(runtime, userId)
  if (choice.isSwept) return
  await state.loading.catch(() => undefined)
  const heldContentIds = paperCollections
    .filter((name) => isCollectionSynced(state, name))
    .map((name) => listContentIds(state, name))
  await sweepUnheld(runtime, userId, new Set(heldContentIds.flatMap((ids) => [...ids])))
  await markSwept(runtime, userId, choice.revision)
}

function listContentIds({ data }: EngineState, name: CollectionName): Set<string> {
  return collectContentIds(readExistingRecords(data, name))
}

/** The field in which a record names the file of its paper. */
const contentKey = 'content_id'

/** Collections whose records have a file or photograph. */
const paperCollections: readonly CollectionName[] = Object.values(mirroredCollections).flatMap((book) =>
  book.fields.some(({ key }) => key === contentKey) ? [book.name] : [],
)

/** The ids of the files these records refer to. */
function collectContentIds(records: Iterable<object>): Set<string> {
  const ids = new Set<string>()
  for (const record of records) if (contentKey in record) ids.add(String(record[contentKey]))
  return ids
}

/**
 * Removes what belongs to books this device no longer holds: files and thumbnails of papers
 * except those in `keptKeys`, and all undo actions (they contain values of any book). Never touches
 * what waits to be sent.
 */
async function sweepUnheld(runtime: Runtime, userId: string, keptKeys: ReadonlySet<string>): Promise<void> {
  const names = (await runtime.indexedDB.databases()).map(({ name }) => name)
  const copies = createCopiesDatabase(runtime, userId)
  try {
    if (names.includes(copies.name)) {
      await copies.transaction('rw', [copies.copies, copies.bytes, copies.thumbs], async () => {
        for (const table of [copies.copies, copies.bytes, copies.thumbs]) {
          const ids = await table.toCollection().primaryKeys()
          await table.bulkDelete(ids.filter((id) => !keptKeys.has(id)))
        }
      })
    }
  } finally {
    copies.close()
  }
  await deleteDatabases(runtime, (name) => name === buildActionStoreName(userId))
}
