import { useNavigate, useSearch } from '@tanstack/react-router'
import { z } from 'zod'
import { rowKept } from './row-in-address.ts'

/** The record in a table's detail panel, and the panel's tab. */
export interface OpenRecord {
  /** Null: the panel is closed. */
  rowId: string | null
  tab: string
  open(rowId: string | null): void
  turn(tab: string): void
}

const addressSchema = z.record(z.string(), z.unknown()).catch({})
const idSchema = z.string().max(40).catch('')

/**
 * The open record as `open` and `detail` in the URL, for reloads, shared links and the back button.
 * Independent of the table's query, because opening a record doesn't change it. The first tab stays
 * out of the URL.
 */
export function useOpenRecord(tabs: readonly string[]): OpenRecord {
  const navigate = useNavigate()
  const address = addressSchema.parse(useSearch({ strict: false }))
  const open = idSchema.parse(address['open'])
  return {
    rowId: open === '' ? null : open,
    tab: tabs.find((tab) => tab === address['detail']) ?? tabs[0] ?? '',
    open: (rowId) =>
      void navigate({ to: '.', search: (before) => ({ ...before, ...rowKept(), open: rowId ?? undefined }) }),
    turn: (tab) =>
      void navigate({
        to: '.',
        search: (before) => ({ ...before, ...rowKept(), detail: tab === tabs[0] ? undefined : tab }),
        replace: true,
      }),
  }
}
