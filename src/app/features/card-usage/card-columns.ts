import { cardUsageDescription } from '#contract/books/card-usage.ts'
import type { SourceRow } from '#contract/row-source.ts'
import { purposeOf } from '#domain/card-usage.ts'
import type { BadgeTone } from '#app/ui/display/badge.tsx'
import { allColumnsOf, readOnlyColumns } from '#app/ui/data-table/columns/table-columns.ts'
import type { Column } from '#app/ui/data-table/data-table-props.ts'
import { formatMoment } from '#domain/office-moment.ts'
import { amountIn, wonText } from './card-words.ts'

const tones: Record<ReturnType<typeof purposeOf>, BadgeTone> = { 점심: 'primary', 저녁: 'info', 기타: 'plain' }

export interface CardRoom {
  /** A phone held upright. */
  readonly isNarrow: boolean
  /** Px for the name of a store: what the other columns leave. */
  readonly storeWidth: number
}

/**
 * Date and time, store, amount; the rest unfolds (spec 1 §2.3). A row is edited in its form. On a phone the three stand side by side without scrolling.
 */
export function cardColumns({ isNarrow, storeWidth }: CardRoom): readonly Column[] {
  const columns = allColumnsOf(cardUsageDescription, {
    created_at: {
      width: isNarrow ? 102 : 148,
      // On a phone without the year, which the filter above names.
      format: ({ record }) => formatMoment(textOf(record['created_at']) ?? '').slice(isNarrow ? 5 : 0),
    },
    store_name: { width: storeWidth },
    pay: {
      width: isNarrow ? 86 : 140,
      align: 'end',
      // Received as text: its order would be that of words.
      sortField: null,
      format: ({ record }) => wonText(amountIn(record)),
    },
    purpose: {
      sortField: null,
      format: ({ record }) => purposeOf(textOf(record['purpose'])),
      badge: (value) => tones[purposeOf(textOf(value))],
    },
    note: { format: ({ record }) => textOf(record['note']) ?? '내용 없음' },
    // A phone cuts long names off; unfolded, they stand whole.
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
