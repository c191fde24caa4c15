import { useEffect, useMemo, useRef } from 'react'
import type { RowPosition } from '#app/ui/data-table/data-table-props.ts'
import { readRow, type AddressWriter } from './address-writer.ts'

/** The first row in sight of an endless list, as its address says it. */
export interface AddressRow extends RowPosition {
  /** The question of this entry was asked here: it is read from its beginning. */
  restart(): void
}

interface RowContext {
  readonly writer: AddressWriter
  /** The question on the screen and the one in the newest address, as texts. */
  readonly shown: () => string
  readonly newest: () => string | null
  /** The screen is drawn for the newest address. */
  readonly isNewest: () => boolean
}

/**
 * Keeps the first row in sight of an endless list as `row` in the address, counted from 1:
 * reloaded, shared and walked back to. Keep the context the same between renders.
 */
export function useAddressRow(context: RowContext): AddressRow {
  const restarted = useRef('')
  const drop = useRef<() => void>(undefined)
  useEffect(() => () => drop.current?.(), [])
  return useMemo(() => {
    const { writer, shown, newest, isNewest } = context
    function settle(row: number, question: string) {
      drop.current?.()
      drop.current = writer.defer(() => {
        if (newest() === question) writer.writeRow(row)
        // The address has another question: typed words are not in it yet, or the screen is about
        // to show that one.
        else if (shown() === question) settle(row, question)
      })
    }
    return {
      settle: (row) => settle(row, shown()),
      start: () => (restarted.current !== writer.entry() && isNewest() ? readRow() : 0),
      restart: () => void (restarted.current = writer.entry()),
    }
  }, [context])
}
