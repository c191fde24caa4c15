import { useNavigate, useSearch } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { TextField } from '#app/ui/fields/text-field.tsx'
import { afterTyping, filterBarDelayMs } from '#app/ui/filter-bar/after-typing.ts'

const defaults = { part: 'workers', q: '', state: '', hours: '', page: '1' }
type Values = typeof defaults

/** The monitor's filters, kept in the page address. */
export interface MonitorQuestion {
  readonly values: Values
  /** Changes filters and returns to the first page. */
  change(change: Partial<Values>): void
}

export function useMonitorQuestion(): MonitorQuestion {
  const navigate = useNavigate()
  const address: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const values = { ...defaults }
  for (const key of Object.keys(defaults) as (keyof Values)[]) {
    const value = address[key]
    if (typeof value === 'string' || typeof value === 'number') values[key] = String(value)
  }
  return {
    values,
    change: (change) => {
      // Other tabs have other states, so their filters start empty.
      const base = change.part === undefined ? { ...values, page: defaults.page } : defaults
      const next = { ...base, ...change }
      const nonDefault = (key: keyof Values) => (next[key] === defaults[key] ? undefined : next[key])
      void navigate({
        to: '.',
        search: (before) => ({
          ...before,
          part: nonDefault('part'),
          q: nonDefault('q'),
          state: nonDefault('state'),
          hours: nonDefault('hours'),
          page: nonDefault('page'),
        }),
        replace: change.part === undefined,
      })
    },
  }
}

export function SearchBox({ label, question }: { label: string; question: MonitorQuestion }) {
  const applied = question.values.q
  const [typed, setTyped] = useState(applied)
  useEffect(() => {
    if (typed === applied) return
    return afterTyping(() => question.change({ q: typed }), filterBarDelayMs)
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
