import { useMemo, useState } from 'react'
import type { AnyRecord, FieldValue } from '#contract/books/field.ts'
import type { SourceRow } from '#contract/row-source.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import type { SearchState } from '#app/records/address/use-address-search.ts'
import { briefToasts } from '#app/records/actions/outcome-words.ts'
import { recordBook } from '#app/records/record-book.ts'
import { useScreenState, type ScreenState } from '#app/records/screen/use-screen-state.ts'
import type { PageWindowSource } from '#app/ui/data-table/paging/page-window-source.ts'
import type { usePagingMode } from '#app/ui/data-table/paging/paging-mode.ts'
import { masterColumns } from './master-columns.ts'
import type { MasterKind } from './master-kinds.ts'
import { useMasterLists, type MasterLists } from './master-lists.ts'
import { masterQuery, type MasterSearch } from './master-search.ts'
import { useDeleteQuestion, type DeleteQuestion } from './use-delete-question.ts'

export interface MasterNeed {
  kind: MasterKind
  copy: OfflineCopy
  state: SearchState<MasterSearch>
  paging: ReturnType<typeof usePagingMode>
  source: PageWindowSource
  queryKey: string
}

/** One master list with the names its records belong to, the open form, and what stands in the way of a delete. */
export interface MasterScreenState extends ScreenState {
  kind: MasterKind
  state: SearchState<MasterSearch>
  lists: MasterLists
  deletion: DeleteQuestion
  /** The record whose form is open; `new` for the adding one. */
  edited: SourceRow | 'new' | null
  setEdited(row: SourceRow | 'new' | null): void
  /** Adds or changes a record. Answers its id; null when this device could not keep it (said in a toast). */
  save(record: AnyRecord | null, values: Record<string, FieldValue>): Promise<string | null>
}

export function useMasterScreen({ kind, copy, state, paging, source, queryKey }: MasterNeed): MasterScreenState {
  const lists = useMasterLists(copy)
  const columns = useMemo(() => masterColumns(kind, lists), [kind, lists])
  const screen = useScreenState({
    ...{ book: recordBook(kind.collection), tableId: kind.tableId, label: kind.label },
    ...{ copy, columns, paging, source, queryKey, search: state.search, onPlace: state.change },
    query: masterQuery(state.search),
    toasts: briefToasts,
    loadFailed: '목록 조회 실패',
    // The list is shown anew (spec 3 §4).
    onKept() {
      state.change({ page: 1 })
      source.refresh()
    },
  })
  const [edited, setEdited] = useState<SourceRow | 'new' | null>(null)
  const { actions } = screen
  const deletion = useDeleteQuestion({ kind, lists, onDelete: (row) => void actions.remove(row) })
  return {
    ...{ ...screen, kind, state, lists, deletion, edited, setEdited },
    async save(record, values) {
      if (record === null) return await actions.add(values)
      return (await actions.change({ record }, values)) ? record.id : null
    },
  }
}
