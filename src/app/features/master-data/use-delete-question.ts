import { josa } from 'es-hangul'
import { useState } from 'react'
import type { SourceRow } from '#contract/row-source.ts'
import { useConfirm } from '#app/ui/overlays/confirm.tsx'
import { nameOf } from './belonging-names.ts'
import type { MasterKind } from './master-kinds.ts'
import type { MasterLists } from './master-lists.ts'
import { pointingAt, type PointingRecords } from './pointing-records.ts'

export interface DeleteQuestion {
  ask(row: SourceRow): Promise<void>
  /** The record that cannot be deleted, and what points at it; null while there is none to tell of. */
  readonly pointed: { readonly name: string; readonly pointing: readonly PointingRecords[] } | null
  close(): void
}

/**
 * Asks before a delete. What this device knows to be pointed at is not asked about: the server would refuse it, and offline the refusal would come hours later.
 */
export function useDeleteQuestion(given: {
  kind: MasterKind
  lists: MasterLists
  onDelete(row: SourceRow): void
}): DeleteQuestion {
  const { kind, lists, onDelete } = given
  const confirm = useConfirm()
  const [pointed, setPointed] = useState<DeleteQuestion['pointed']>(null)
  return {
    pointed,
    close: () => setPointed(null),
    async ask(row) {
      const name = nameOf(row.record)
      const pointing = pointingAt(row.record, kind.collection, lists)
      if (pointing.length > 0) return setPointed({ name, pointing })
      const isSure = await confirm({
        // Spec 3 §5: the delete of a title shows its name; the other lists ask the same way.
        title: `'${name}' ${josa(kind.label, '을/를')} 삭제하시겠습니까?`,
        confirmLabel: '삭제',
        isDestructive: true,
      })
      if (isSure) onDelete(row)
    },
  }
}
