import { useMemo, useState } from 'react'
import type { SourceRow } from '#contract/row-source.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import type { SearchState } from '#app/records/address/use-address-search.ts'
import { recordBook } from '#app/records/record-book.ts'
import { refreshOnArrival } from '#app/records/screen/refresh-on-arrival.ts'
import { useRecordDesk, type RecordDesk } from '#app/records/screen/use-record-desk.ts'
import type { PageWindowSource } from '#app/ui/data-table/page-window-source.ts'
import { useMediaQuery } from '#app/ui/data-table/use-table.ts'
import { cardColumns } from './card-columns.ts'
import { cardQuery, type CardSearch } from './card-search.ts'
import { momentText } from './card-words.ts'

/** The list of uses, and what of it depends on the room there is. */
export interface CardDesk extends RecordDesk {
  isNarrow: boolean
  /** There is room for the month chart beside the list. */
  hasAside: boolean
  /** The record whose form is open; `new` for the adding one. */
  edited: SourceRow | 'new' | null
  setEdited(row: SourceRow | 'new' | null): void
  /** Asks, and deletes; true when it is gone. */
  remove(row: SourceRow): Promise<boolean>
}

interface CardNeed {
  title: string
  copy: OfflineCopy
  state: SearchState<CardSearch>
  source: PageWindowSource
  queryKey: string
}

export function useCardDesk({ title, copy, state, source, queryKey }: CardNeed): CardDesk {
  const { search } = state
  const isNarrow = useMediaQuery('(max-width: 639.9px)')
  const isTablet = useMediaQuery('(max-width: 1023.9px)')
  const hasAside = useMediaQuery('(min-width: 1440px)')
  const storeWidth = isNarrow ? 78 : isTablet ? 280 : hasAside ? 340 : 520
  const columns = useMemo(() => cardColumns({ isNarrow, storeWidth }), [isNarrow, storeWidth])
  const desk = useRecordDesk({
    ...{ book: recordBook('card-usage'), historyId: 'card-usage', label: title, copy, columns, source, queryKey },
    ...{ query: cardQuery(search), toastOptions: {} },
    tableId: isNarrow ? 'card-usage-narrow' : 'card-usage',
    search: { sort: search.sort },
    onPlace: state.change,
    // Shown anew (spec 1 §4): what was changed at once, what was made when it has found its way into the rows.
    onKept() {
      source.refresh()
      refreshOnArrival(source)
    },
  })
  const [edited, setEdited] = useState<SourceRow | 'new' | null>(null)
  const captionOf = ({ record }: SourceRow) =>
    `${momentText(record['created_at'])} ${desk.book.rules.captionOf(record)}`
  return {
    ...{ ...desk, isNarrow, hasAside, edited, setEdited },
    remove: (row) => desk.actions.remove(row, { message: captionOf(row) }),
  }
}
