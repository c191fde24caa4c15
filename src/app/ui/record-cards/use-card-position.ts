import { useEffect, useRef, type RefObject } from 'react'
import type { VirtuosoHandle } from 'react-virtuoso'
import type { RowSourceState } from '#contract/records/row-source.ts'
import type { CellTarget, DataTableProps } from '../data-table/data-table-props.ts'

/** How long to wait for a record to appear in the list. */
const patienceMs = 2_000

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
export function useCardPlace({ props, state, list, frame }: PositionDeps): { onTop(row: number): void } {
  const { rowPlace, queryKey, goTo, source } = props
  const wanted = useRef(rowPlace?.start() ?? 0)
  const seen = useRef(queryKey)
  const { status, total, isComplete, generation } = state

  useEffect(() => {
    if (seen.current === queryKey) return
    seen.current = queryKey
    wanted.current = rowPlace?.start() ?? 0
    if (wanted.current === 0) list.current?.scrollTo({ top: 0 })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs once per result; `rowPlace` is a new object in every render
  }, [generation, queryKey])

  useEffect(() => {
    const isWhole = status === 'ready' && isComplete
    if (wanted.current === 0 || total === 0 || (total <= wanted.current && !isWhole)) return
    list.current?.scrollToIndex({ index: Math.min(wanted.current, total - 1), align: 'start' })
    wanted.current = 0
  }, [status, total, isComplete, generation, list])

  useEffect(() => {
    if (!goTo) return undefined
    return goToCard(goTo, { source, list, frame })
  }, [goTo, source, list, frame])

  return {
    onTop(row) {
      if (wanted.current === 0) rowPlace?.settle(row)
    },
  }
}

function goToCard(
  target: CellTarget,
  { source, list, frame }: Pick<PositionDeps, 'list' | 'frame'> & Pick<DataTableProps, 'source'>,
) {
  const goNow = () => {
    const index = source.indexOf(target.rowId)
    if (index === -1) return false
    list.current?.scrollIntoView({
      index,
      done: () => {
        if (!target.keepsFocus)
          frame.current
            ?.querySelector<HTMLElement>(`[data-card="${index}"] [data-card-face]`)
            ?.focus({ preventScroll: true })
      },
    })
    return true
  }
  if (goNow()) return undefined
  const stop = () => {
    unsubscribe()
    clearTimeout(timer)
  }
  const unsubscribe = source.subscribe(() => {
    if (goNow()) stop()
  })
  const timer = setTimeout(stop, patienceMs)
  return stop
}
