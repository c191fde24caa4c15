import { useCallback, useEffect, useRef } from 'react'
import type { ListRange } from 'react-virtuoso'
import type { RowSource } from '#contract/row-source.ts'

/** How many rows beyond those drawn are asked of the source. */
const ahead = 40

/** Asks the source for what is drawn and around it, and again of every new result, which knows nothing of what was asked of the one before. */
export function useAskedRows(source: RowSource): (range: ListRange) => void {
  const range = useRef<ListRange>({ startIndex: 0, endIndex: 12 })
  const ask = useCallback(() => {
    const { startIndex, endIndex } = range.current
    source.ensureRange(Math.max(0, startIndex - ahead), endIndex + ahead)
  }, [source])
  useEffect(() => {
    let seen = ''
    function askAnew() {
      const { generation, total } = source.getState()
      if (seen === `${generation}:${total}`) return
      seen = `${generation}:${total}`
      ask()
    }
    askAnew()
    return source.subscribe(askAnew)
  }, [source, ask])
  return useCallback(
    (next: ListRange) => {
      range.current = next
      ask()
    },
    [ask],
  )
}
