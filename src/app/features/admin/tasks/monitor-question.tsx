import { useNavigate, useSearch } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { TextField } from '#app/ui/fields/text-field.tsx'
import { afterTyping, filterBarDelayMs } from '#app/ui/filter-bar/after-typing.ts'

const none = { part: 'workers', q: '', state: '', hours: '', page: '1' }
type Values = typeof none

/** The monitor's filters, kept in the page address. */
export interface MonitorQuestion {
  readonly values: Values
  /** Changes filters and returns to the first page. */
  ask(change: Partial<Values>): void
}

export function useMonitorQuestion(): MonitorQuestion {
  const navigate = useNavigate()
  const address: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const values = { ...none }
  for (const key of Object.keys(none) as (keyof Values)[]) {
    const given = address[key]
    if (typeof given === 'string' || typeof given === 'number') values[key] = String(given)
  }
  return {
    values,
    ask: (change) => {
      // Other tabs have other states, so their filters start empty.
      const kept = change.part === undefined ? { ...values, page: none.page } : none
      const next = { ...kept, ...change }
      const said = (key: keyof Values) => (next[key] === none[key] ? undefined : next[key])
      void navigate({
        to: '.',
        search: (before) => ({
          ...before,
          part: said('part'),
          q: said('q'),
          state: said('state'),
          hours: said('hours'),
          page: said('page'),
        }),
        replace: change.part === undefined,
      })
    },
  }
}

export function SearchBox({ label, question }: { label: string; question: MonitorQuestion }) {
  const asked = question.values.q
  const [typed, setTyped] = useState(asked)
  useEffect(() => {
    if (typed === asked) return
    return afterTyping(() => question.ask({ q: typed }), filterBarDelayMs)
  })
  return (
    <div className="w-64 max-w-full">
      <TextField
        label={label}
        isLabelHidden
        placeholder={label}
        type="search"
        icon={<Search size={16} strokeWidth={1.5} />}
        value={typed}
        onValue={setTyped}
      />
    </div>
  )
}
