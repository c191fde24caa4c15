import { useMemo, useState } from 'react'
import type { AnyRecord, FieldValue } from '#contract/records/field.ts'
import type { RowSource, SourceRow } from '#contract/row-source.ts'
import { newId } from '#mirror/new-id.ts'
import type { Edit, OfflineCopy } from '#mirror/offline-copy.ts'
import type { ActionHistory } from '#app/action-history/action-history.ts'
import { performAction } from '#app/action-history/perform-action.ts'
import { useActionHistory } from '#app/action-history/use-action-history.ts'
import { useHistoryCommands, type HistoryCommands } from '#app/action-history/use-history-commands.ts'
import { useUndoableLayout } from '#app/action-history/use-undoable-layout.ts'
import { refreshOnArrival } from '#app/records/screen/refresh-on-arrival.ts'
import { useRefusalToasts } from '#app/records/actions/use-refusal-toasts.ts'
import { updateOfRecord } from '#app/records/update-of-record.ts'
import { useConfirm } from '#app/ui/overlays/confirm.tsx'
import { useMediaQuery } from '#app/ui/data-table/use-table.ts'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { cardColumns } from './card-columns.ts'
import { captionOf, cardWords, momentText } from './card-words.ts'

/** Everything around the list: actions with undo, the column layout, the open form. */
export interface CardDesk {
  copy: OfflineCopy
  source: RowSource
  history: ActionHistory
  commands: HistoryCommands
  layout: ReturnType<typeof useUndoableLayout>
  isNarrow: boolean
  /** There is room for the month chart beside the list. */
  hasAside: boolean
  /** The record whose form is open; `new` for the adding one. */
  edited: SourceRow | 'new' | null
  setEdited(row: SourceRow | 'new' | null): void
  /** False when this device could not keep it: the form stays open with what was typed. */
  save(record: AnyRecord | null, fields: Record<string, FieldValue>): Promise<boolean>
  /** Asks, and deletes; true when it is gone. */
  remove(row: SourceRow): Promise<boolean>
}

const collection = 'card-usage'

export function useCardDesk(copy: OfflineCopy, source: RowSource): CardDesk {
  const toast = useToast()
  const confirm = useConfirm()
  const isNarrow = useMediaQuery('(max-width: 639.9px)')
  const isTablet = useMediaQuery('(max-width: 1023.9px)')
  const hasAside = useMediaQuery('(min-width: 1440px)')
  const storeWidth = isNarrow ? 78 : isTablet ? 280 : hasAside ? 340 : 520
  const tableId = isNarrow ? 'card-usage-narrow' : 'card-usage'
  const columns = useMemo(() => cardColumns({ isNarrow, storeWidth }), [isNarrow, storeWidth])
  const history = useActionHistory(copy, 'card-usage')
  const layout = useUndoableLayout({ tableId, columns, history })
  const commands = useHistoryCommands({ history, source, toast })
  useRefusalToasts({ copy, collection, toast, words: cardWords })
  const [edited, setEdited] = useState<SourceRow | 'new' | null>(null)

  async function perform(edit: Edit, record: AnyRecord | null, caption: string): Promise<boolean> {
    const label = `카드사용내역 ${actionNames[edit.kind]} (${caption})`
    const { actId, failure } = await performAction({ copy, history }, { label, edits: [{ edit, record, caption }] })
    if (failure !== null) {
      toast.error(cardWords.failure(edit.kind, failure))
      return false
    }
    const isOnline = copy.getStatus().connection === 'online'
    const undo = { action: { label: '되돌리기', onSelect: () => commands.undoAction(actId) } }
    toast.success(cardWords.success(edit.kind, caption, isOnline), edit.kind === 'delete' ? undo : {})
    // Shown anew (spec 1 §4): what was changed at once, what was made when it has found its way into the rows.
    source.refresh()
    refreshOnArrival(source)
    return true
  }

  return {
    ...{ copy, source, history, commands, layout, isNarrow, hasAside, edited, setEdited },
    save: (record, fields) => perform(editOf(record, fields), record, captionOf(record ?? { ...emptyUse, ...fields })),
    async remove(row) {
      const isSure = await confirm({
        title: '카드사용내역을 삭제하시겠습니까?',
        message: `${momentText(row.record['created_at'])} ${captionOf(row.record)}`,
        confirmLabel: '삭제',
        isDestructive: true,
      })
      const { id, record } = row
      const caption = captionOf(record)
      return (
        isSure && perform({ kind: 'delete', collection, id, baseVersion: record.version, caption }, record, caption)
      )
    },
  }
}

const actionNames = { create: '추가', update: '수정', delete: '삭제' } as const
const emptyUse = { store_name: null, pay: null }

function editOf(record: AnyRecord | null, fields: Record<string, FieldValue>): Edit {
  if (record === null) {
    return { kind: 'create', collection, id: newId(), fields, caption: captionOf({ ...emptyUse, ...fields }) }
  }
  return updateOfRecord({ collection, record, values: fields, caption: captionOf(record) })
}
