import { useEffect } from 'react'
import type { Table } from '../table.ts'
import { useSignal } from '../use-table.ts'
import { sayOutcomes } from './say-actions.ts'

/** The polite live region of the table. The same words twice are told apart by a space, or the second time would be silent. */
export function Said({ table }: { table: Table }) {
  useEffect(() => sayOutcomes(table), [table])
  const { text, turn } = useSignal(table, 'said', () => table.said)
  return (
    <p role="status" data-said className="sr-only">
      {turn % 2 === 0 ? text : `${text}\u00A0`}
    </p>
  )
}
