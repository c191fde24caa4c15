import { useCallback, useSyncExternalStore } from 'react'
import { stickyTop } from '../layout/geometry.ts'
import { countText } from './count-text.ts'
import { SteadyText } from './steady-text.tsx'
import type { Table } from '../table.ts'
import { useSourceState } from '../use-table.ts'

/**
 * How much of an endless list has been read, and whether there is more below. Any position can be
 * jumped to, so "shown" means down to the lowest row on screen.
 */
export function InfiniteFooter({ table, total }: { table: Table; total: number }) {
  const { source } = table.props
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = [table.signals.on('scroll', listener), source.subscribe(listener)]
      return () => {
        for (const stop of stops) stop()
      }
    },
    [table, source],
  )
  const shown = useSyncExternalStore(subscribe, () => lowestRow(table, total))
  const hint = useSyncExternalStore(subscribe, () => hintOf(table, shown, total))
  const { isAtLeast } = useSourceState(source)
  if (total === 0) return null
  return (
    <p className="tabular flex flex-wrap gap-x-2 sm:coarse:@max-6xl/paging:sr-only">
      <SteadyText widest={shownText(total, total, isAtLeast)}>{shownText(shown, total, isAtLeast)}</SteadyText>
      <span className="text-ink-3 sm:@max-5xl/paging:sr-only">
        <SteadyText widest={hints.loading}>{hint}</SteadyText>
      </span>
    </p>
  )
}

function shownText(shown: number, total: number, isAtLeast = false): string {
  const { number, unit } = countText(total, { isAtLeast, unit: '개' })
  return `총 ${number}${unit} 중 ${shown.toLocaleString('ko-KR')}개 표시`
}

/** Number of rows down to the lowest one on screen. */
function lowestRow({ scroller, geometry, topRow }: Table, total: number): number {
  const room = (scroller?.clientHeight ?? 0) - stickyTop(geometry)
  const isAtEnd = scroller !== null && scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 1
  if (isAtEnd) return total
  return Math.max(0, Math.min(total, topRow + Math.floor(room / geometry.rowHeight)))
}

function hintOf({ props: { source } }: Table, shown: number, total: number): string {
  const { status, isComplete } = source.getState()
  const isLoading = status === 'loading' || !isComplete || (shown > 0 && source.rowAt(shown - 1) === undefined)
  if (isLoading) return hints.loading
  return shown < total ? hints.more : hints.all
}

/** `loading` is the widest. */
const hints = {
  loading: '더 많은 데이터를 불러오는 중...',
  more: '아래로 스크롤하여 더 보기',
  all: '모든 데이터를 불러왔습니다',
} as const
