import { useMemo, useState } from 'react'
import { defaultToasts } from '#app/records/actions/outcome-texts.ts'
import { useRecordFromUrl } from '#app/records/detail/use-record-from-url.ts'
import { refreshOnArrival } from '#app/records/screen/refresh-on-arrival.ts'
import type { ScreenRecords } from '#app/records/screen/use-screen-records.ts'
import { type ScreenState, useScreenState } from '#app/records/screen/use-screen-state.ts'
import { useMediaQuery } from '#app/ui/browser/use-media-query.ts'
import { buildAllColumns, readOnlyColumns } from '#app/ui/data-table/columns/table-columns.ts'
import type { Column } from '#app/ui/data-table/data-table-props.ts'
import type { BadgeTone } from '#app/ui/display/badge.tsx'
import { cardUsageBook } from '#contract/books/card-usage.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { parsePurpose } from '#domain/card-usage/card-usage.ts'
import { formatMoment } from '#domain/dates/office-moment.ts'
import { type CardSearch, getDayBounds } from './card-search.ts'
import { formatWonAmount, readAmount } from './card-summary.tsx'

const tones: Record<ReturnType<typeof parsePurpose>, BadgeTone> = { 점심: 'primary', 저녁: 'info', 기타: 'plain' }

interface CardLayout {
  /** A phone in portrait. */
  readonly isNarrow: boolean
  /** The filter above shows the year of every use. */
  readonly isOneYear: boolean
  /** Width left for the store's name, in px. */
  readonly storeWidth: number
  /** There is room for 구분 and 내용 next to the store's name. */
  readonly isNoteShown: boolean
  readonly amountWidth: number
  /** Width of 내용, in px. */
  readonly noteWidth: number
}

/**
 * Date and time, store, amount, and 구분 and 내용 where there is room; the rest unfolds. Rows are
 * edited in the form. On a phone the three columns fit without scrolling.
 */
function cardColumns({
  isNarrow,
  isOneYear,
  storeWidth,
  amountWidth,
  isNoteShown,
  noteWidth,
}: CardLayout): readonly Column[] {
  const columns = buildAllColumns(cardUsageBook, {
    created_at: {
      width: isNarrow ? 102 : 148,
      // On a phone without the year or its century.
      format: ({ record }) =>
        formatMoment(readText(record['created_at']) ?? '').slice(isNarrow ? (isOneYear ? 5 : 2) : 0),
    },
    store_name: { width: storeWidth },
    pay: {
      width: isNarrow ? 86 : amountWidth,
      align: 'end',
      format: ({ record }) => formatWonAmount(readAmount(record)),
    },
    purpose: {
      ...(isNoteShown && { isHidden: false, width: 72 }),
      sortField: null,
      format: ({ record }) => parsePurpose(readText(record['purpose'])),
      badge: (value) => tones[parsePurpose(readText(value))],
    },
    note: {
      ...(isNoteShown && { isHidden: false, width: noteWidth }),
      format: ({ record }) => readText(record['note']) ?? (isNoteShown ? '' : '내용 없음'),
    },
    // A phone truncates long names; unfolded, they are shown in full.
    ...(isNarrow && {
      store_whole: {
        label: '사용처 전체',
        isHidden: true,
        sortField: null,
        format: ({ record }: SourceRow) => readText(record['store_name']) ?? '',
      },
    }),
  })
  return readOnlyColumns(columns)
}

function readText(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

/** State of the list of uses, including what depends on the available space. */
export interface CardScreenState extends ScreenState<CardSearch> {
  isNarrow: boolean
  isNoteShown: boolean
  /** Whether the month chart fits next to the list. */
  hasAside: boolean
  /** The record open in the form; `new` for a new one. */
  edited: SourceRow | 'new' | null
  setEdited(row: SourceRow | 'new' | null): void
  /** Asks and deletes; returns true if it was deleted. */
  remove(row: SourceRow): Promise<boolean>
}

export function useCardScreen(records: ScreenRecords<CardSearch>, title: string): CardScreenState {
  const { source } = records
  const isNarrow = useMediaQuery('(max-width: 639.9px)')
  const isUpright = useMediaQuery('(768px <= width < 1024px)')
  const isTablet = useMediaQuery('(max-width: 1023.9px)')
  const hasAside = useMediaQuery('(min-width: 1440px)')
  const storeWidth = isNarrow ? 78 : isUpright ? 134 : isTablet ? 280 : hasAside ? 158 : 208
  const isNoteShown = isUpright || !isTablet
  const noteWidth = isUpright ? 102 : hasAside ? 140 : 240
  const amountWidth = hasAside ? 110 : 140
  const { first, last } = getDayBounds(records.state.search)
  const isOneYear = first !== '' && first.slice(0, 4) === last.slice(0, 4)
  const columns = useMemo(
    () => cardColumns({ isNarrow, isOneYear, storeWidth, amountWidth, isNoteShown, noteWidth }),
    [isNarrow, isOneYear, storeWidth, amountWidth, isNoteShown, noteWidth],
  )
  const screen = useScreenState({
    ...records,
    historyId: 'card-usage',
    label: title,
    columns,
    toasts: defaultToasts,
    tableId: isNarrow ? 'card-usage-narrow' : 'card-usage',
    // Refreshes the list: at once for a change, and for a new record once it is in the rows.
    onSaved() {
      source.refresh()
      refreshOnArrival(source)
    },
  })
  const [edited, setEdited] = useState<SourceRow | 'new' | null>(null)
  useRecordFromUrl(screen, setEdited)
  const formatCaption = ({ record }: SourceRow) =>
    `${formatMoment(String(record['created_at'] ?? ''))} ${screen.book.rules.captionOf(record)}`
  return {
    ...screen,
    isNarrow,
    isNoteShown,
    hasAside,
    edited,
    setEdited,
    remove: (row) => screen.actions.remove(row, { message: formatCaption(row) }),
  }
}
