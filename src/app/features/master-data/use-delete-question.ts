import { useState } from 'react'
import type { SourceRow } from '#contract/row-source.ts'
import { nameOf } from './belonging-names.ts'
import type { MasterKind } from './master-kinds.ts'
import type { MasterLists } from './master-lists.ts'
import { pointingAt, type PointingRecords } from './pointing-records.ts'

export interface DeleteQuestion {
  ask(row: SourceRow): void
  /** The record that cannot be deleted, and what points at it; null while there is none to tell of. */
  readonly pointed: { readonly name: string; readonly pointing: readonly PointingRecords[] } | null
  close(): void
}

/**
 * What this device knows to be pointed at is not asked about and not deleted: the server would refuse it, and offline the refusal would come hours later.
 */
export function useDeleteQuestion(given: {
  kind: MasterKind
  lists: MasterLists
  /** Asks, and deletes. */
  onDelete(row: SourceRow): void
}): DeleteQuestion {
  const { kind, lists, onDelete } = given
  const [pointed, setPointed] = useState<DeleteQuestion['pointed']>(null)
  return {
    pointed,
    close: () => setPointed(null),
    ask(row) {
      const name = nameOf(row.record)
      const pointing = pointingAt(row.record, kind.collection, lists)
      if (pointing.length > 0) setPointed({ name, pointing })
      else onDelete(row)
    },
  }
}
