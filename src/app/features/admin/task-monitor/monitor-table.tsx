import { useNavigate, useSearch } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { z } from 'zod'
import { ResultView } from '#app/session/result-view.tsx'
import type { ServerQuery } from '#app/session/server-query.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { stickyHead, stickyName } from '#app/ui/display/sticky-names.ts'
import { TextField } from '#app/ui/fields/text-field.tsx'
import { afterTyping, filterBarDelayMs } from '#app/ui/filter-bar/after-typing.ts'
import { JsonTree } from '#app/ui/json/json-tree.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { useMonitor } from './use-monitor.ts'

interface MonitorLine {
  readonly key: string
  readonly cells: readonly ReactNode[]
}

interface MonitorTableProps {
  label: string
  head: readonly string[]
  lines: readonly MonitorLine[]
  /** Text shown if there are no lines. */
  empty: string
}

/** A plain table. On a phone it scrolls sideways instead of wrapping its lines. */
export function MonitorTable({ label, head, lines, empty }: MonitorTableProps) {
  if (lines.length === 0) return <p className="border-b py-10 text-center text-ink-2">{empty}</p>
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a list that scrolls must be reachable with the keyboard (axe: scrollable-region-focusable)
    <section className="relative overflow-x-auto" tabIndex={0} aria-label={label}>
      <table className="tabular w-full min-w-max bg-paper-raised text-table" aria-label={label}>
        <thead className="bg-paper-sunk text-left text-label">
          <tr>
            {head.map((name, index) => (
              <th
                key={name}
                scope="col"
                className={`px-3 py-2 font-semibold whitespace-nowrap ${index === 0 ? stickyHead : ''}`}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ key, cells }) => (
            <tr key={key} className="border-b">
              {cells.map((cell, index) => (
                <td key={head[index]} className={`px-3 py-1.5 whitespace-nowrap ${index === 0 ? stickyName : ''}`}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface MonitorResultProps<Value> {
  monitor: ServerQuery<Value>
  children(value: Value): ReactNode
}

export function MonitorResult<Value>({ monitor, children }: MonitorResultProps<Value>) {
  return (
    <ResultView {...monitor} noun="작업 현황은">
      {children}
    </ResultView>
  )
}

interface MonitorDetailProps {
  title: string
  path: string
  schema: z.ZodType<{ data: unknown }>
  onClose(): void
}

/** All details of one worker or task, as a tree or as raw text. */
export function MonitorDetail({ title, path, schema, onClose }: MonitorDetailProps) {
  const monitor = useMonitor(path, schema)
  return (
    <Dialog open width="regular" title={title} onClose={onClose} actions={<Button onClick={onClose}>닫기</Button>}>
      <div className="mt-2">
        <MonitorResult monitor={monitor}>{({ data }) => <JsonTree label={title} value={data} />}</MonitorResult>
      </div>
    </Dialog>
  )
}

const defaults = { part: 'workers', q: '', state: '', hours: '', page: '1' }
type MonitorValues = typeof defaults

/** The monitor's filters, kept in the URL. */
export interface MonitorFilters {
  readonly values: MonitorValues
  /** Changes filters and returns to the first page. */
  change(patch: Partial<MonitorValues>): void
}

export function useMonitorFilters(): MonitorFilters {
  const navigate = useNavigate()
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const values = { ...defaults }
  for (const key of Object.keys(defaults) as (keyof MonitorValues)[]) {
    const value = search[key]
    if (typeof value === 'string' || typeof value === 'number') values[key] = String(value)
  }
  return {
    values,
    change: (patch) => {
      // Other tabs have other states, so their filters start empty.
      const base = patch.part === undefined ? { ...values, page: defaults.page } : defaults
      const next = { ...base, ...patch }
      const nonDefault = (key: keyof MonitorValues) => (next[key] === defaults[key] ? undefined : next[key])
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
        replace: patch.part === undefined,
      })
    },
  }
}

export function SearchBox({ label, filters }: { label: string; filters: MonitorFilters }) {
  const applied = filters.values.q
  const [typed, setTyped] = useState(applied)
  useEffect(() => {
    if (typed === applied) return
    return afterTyping(() => filters.change({ q: typed }), filterBarDelayMs)
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
