import { useEffect } from 'react'
import type { DataTableProps } from '../data-table/data-table-props.ts'
import { tallest } from '../data-table/layout/height-guard.ts'
import { useLatest } from '../use-latest.ts'
import { cardHeight } from './record-card.tsx'

/** More cards than a browser can scroll to the end of become pages, as rows do (data-table/layout/height-guard.ts). */
export function useTooManyCards({ paging, onMessage }: DataTableProps, total: number): void {
  const now = useLatest({ paging, onMessage })
  const mustChange = paging?.mode === 'infinite' && paging.onMode !== undefined && total * cardHeight > tallest
  useEffect(() => {
    if (!mustChange) return
    now().paging?.onMode?.('paged', 1)
    now().onMessage({ type: 'warning', text: '한 번에 펼치기에는 기록이 너무 많아 페이지로 나누어 보여 줍니다.' })
  }, [mustChange, now])
}
