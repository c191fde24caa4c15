import { useNavigate, useSearch } from '@tanstack/react-router'
import { openCaseSchema } from './deposit-search.ts'

/** The case in the detail panel and the panel's tab, as they stand in the address (decision 11): reloaded, shared and walked back like the rest of it. */
export function useOpenCase(): {
  rowId: string | null
  tab: string
  open(rowId: string | null): void
  turn(tab: string): void
} {
  const navigate = useNavigate()
  const address: unknown = useSearch({ strict: false })
  const { open, detail } = openCaseSchema.parse(address)
  return {
    rowId: open === '' ? null : open,
    tab: detail,
    open: (rowId) => void navigate({ to: '.', search: (before) => ({ ...before, open: rowId ?? undefined }) }),
    turn: (tab) =>
      void navigate({
        to: '.',
        search: (before) => ({ ...before, detail: tab === 'basic' ? undefined : tab }),
        replace: true,
      }),
  }
}
