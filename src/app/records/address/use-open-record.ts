import { useNavigate, useSearch } from '@tanstack/react-router'

/** The record in a table's detail panel and the panel's tab. */
export interface OpenRecord {
  /** Null: the panel is closed. */
  rowId: string | null
  tab: string
  open(rowId: string | null): void
  turn(tab: string): void
}

/**
 * The open record as `open` and `detail` in the address (decision 11): reloaded, shared and walked back like the rest of it, and beside the table's question, because
 * opening a record asks nothing. `firstTab` stays out of the address.
 */
export function useOpenRecord(
  schema: { parse(address: unknown): { open: string; detail: string } },
  firstTab: string,
): OpenRecord {
  const navigate = useNavigate()
  const address: unknown = useSearch({ strict: false })
  const { open, detail } = schema.parse(address)
  return {
    rowId: open === '' ? null : open,
    tab: detail,
    open: (rowId) => void navigate({ to: '.', search: (before) => ({ ...before, open: rowId ?? undefined }) }),
    turn: (tab) =>
      void navigate({
        to: '.',
        search: (before) => ({ ...before, detail: tab === firstTab ? undefined : tab }),
        replace: true,
      }),
  }
}
