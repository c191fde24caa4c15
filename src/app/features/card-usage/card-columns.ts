import { cardUsageDescription } from '#contract/books/card-usage.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { purposeOf } from '#domain/ledgers/card-usage.ts'
import type { BadgeTone } from '#app/ui/display/badge.tsx'
import { allColumnsOf, readOnlyColumns } from '#app/ui/data-table/columns/table-columns.ts'
import type { Column } from '#app/ui/data-table/data-table-props.ts'
import { formatMoment } from '#domain/dates/office-moment.ts'
import { amountIn, wonText } from './card-words.ts'

const tones: Record<ReturnType<typeof purposeOf>, BadgeTone> = { 점심: 'primary', 저녁: 'info', 기타: 'plain' }

export interface CardRoom {
  /** A phone in portrait. */
  readonly isNarrow: boolean
  /** Width left for the store's name, in px. */
  readonly storeWidth: number
}

/**
 * Date and time, store, amount; the rest unfolds. Rows are edited in the form. On a phone the three
 * columns fit without scrolling.
 */
export function cardColumns({ isNarrow, storeWidth }: CardRoom): readonly Column[] {
  const columns = allColumnsOf(cardUsageDescription, {
    created_at: {
      width: isNarrow ? 102 : 148,
      // On a phone without the year, which the filter above shows.
      format: ({ record }) => formatMoment(textOf(record['created_at']) ?? '').slice(isNarrow ? 5 : 0),
    },
    store_name: { width: storeWidth },
    pay: {
      width: isNarrow ? 86 : 140,
      align: 'end',
      // Stored as text, so the order would be alphabetical.
      sortField: null,
      format: ({ record }) => wonText(amountIn(record)),
    },
    purpose: {
      sortField: null,
      format: ({ record }) => purposeOf(textOf(record['purpose'])),
      badge: (value) => tones[purposeOf(textOf(value))],
    },
    note: { format: ({ record }) => textOf(record['note']) ?? '내용 없음' },
    // A phone truncates long names; unfolded, they are shown in full.
    ...(isNarrow && {
      store_whole: {
        label: '사용처 전체',
        isHidden: true,
        sortField: null,
        format: ({ record }: SourceRow) => textOf(record['store_name']) ?? '',
      },
    }),
  })
  return readOnlyColumns(columns)
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
