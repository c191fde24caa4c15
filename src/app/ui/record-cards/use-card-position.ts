import { type RefObject, useEffect, useRef } from 'react'
import type { VirtuosoHandle } from 'react-virtuoso'
import type { RowSourceState } from '#contract/records/row-source.ts'
import type { CellTarget, DataTableProps } from '../data-table/data-table-props.ts'

/** How long to wait for a record to appear in the list. */
const timeoutMs = 2_000

interface PositionDeps {
  props: DataTableProps
  state: RowSourceState
  list: RefObject<VirtuosoHandle | null>
  frame: RefObject<HTMLElement | null>
}

/**
 * Scroll position of the list: the row from the URL when it opens, the top after a new search, and
 * the record that should take the focus.
 */
export function useCardPosition({ props, state, list, frame }: PositionDeps): { onTop(row: number): void } {
  const { savedRow, queryKey, focusTarget, source } = props
  const targetRow = useRef(savedRow?.start() ?? 0)
  const lastQueryKey = useRef(queryKey)
  const { status, total, isComplete, generation } = state

  useEffect(() => {
    if (lastQueryKey.current === queryKey) return
    lastQueryKey.current = queryKey
    targetRow.current = savedRow?.start() ?? 0
    if (targetRow.current === 0) list.current?.scrollTo({ top: 0 })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs once per result; `savedRow` is a new object in every render
  }, [generation, queryKey])

  useEffect(() => {
    const isFullyLoaded = status === 'ready' && isComplete
    if (targetRow.current === 0 || total === 0 || (total <= targetRow.current && !isFullyLoaded)) return
    list.current?.scrollToIndex({ index: Math.min(targetRow.current, total - 1), align: 'start' })
    targetRow.current = 0
  }, [status, total, isComplete, generation, list])

  useEffect(() => {
    if (!focusTarget) return undefined
    return goToCard(focusTarget, { source, list, frame })
  }, [focusTarget, source, list, frame])

  return {
    onTop(row) {
      if (targetRow.current === 0) savedRow?.settle(row)
    },
  }
}

function goToCard(
  target: CellTarget,
  { source, list, frame }: Pick<PositionDeps, 'list' | 'frame'> & Pick<DataTableProps, 'source'>,
) {
  const tryGoTo = () => {
    const index = source.indexOf(target.rowId)
    if (index === -1) return false
    list.current?.scrollIntoView({
      index,
      done: () => {
        if (!target.shouldKeepFocus)
          frame.current
            ?.querySelector<HTMLElement>(`[data-card="${index}"] [data-card-face]`)
            ?.focus({ preventScroll: true })
      },
    })
    return true
  }
  if (tryGoTo()) return undefined
  const stop = () => {
    unsubscribe()
    clearTimeout(timer)
  }
  const unsubscribe = source.subscribe(() => {
    if (tryGoTo()) stop()
  })
  const timer = setTimeout(stop, timeoutMs)
  return stop
}
