import { useEffect, useState } from 'react'
import { type FirstRows, watchWholeRows } from '#app/records/offline-copy/use-first-rows.ts'
import { useOfflineCopy } from '#app/records/offline-copy/use-offline-copy.tsx'
import type { Query } from '#contract/records/query.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import {
  type CalendarFilters,
  type CalendarKind,
  calendarKinds,
  type DaySpan,
  listKindFilters,
} from '#domain/calendar/calendar-entries.ts'

/** Nobody reads more in one month, and every row is kept current. */
const maxRowsPerKind = 1000

export interface CalendarRows {
  readonly status: 'loading' | 'ready' | 'never_fetched'
  readonly rowsByKind: readonly (readonly [CalendarKind, readonly SourceRow[]])[]
  /** The first day from which records of a kind may be missing, because there are too many. */
  readonly cutAfter: string | null
}

/**
 * The records of these kinds with a day in the span, from this device with unsent changes, kept
 * current while the screen is open.
 */
export function useCalendarRows(kinds: readonly CalendarKind[], span: DaySpan, filters: CalendarFilters): CalendarRows {
  const copy = useOfflineCopy()
  const [resultByKind, setResults] = useState<Readonly<Record<string, FirstRows>>>({})
  const queries = kinds.flatMap((kind) => {
    const kindFilters = listKindFilters(kind, span, filters)
    const query = { filters: kindFilters ?? [], search: '', sort: [{ field: kind.day, direction: 'asc' as const }] }
    return kindFilters ? [[kind.key, query] as const] : []
  })
  const queriesKey = JSON.stringify(queries)
  useEffect(() => {
    // Queries are plain data, so parsing their JSON gives the same queries.
    const watched = new Map(JSON.parse(queriesKey) as [string, Query][])
    const stops = calendarKinds.flatMap(({ key, collection }) => {
      const query = watched.get(key)
      if (!query) return []
      const source = copy.openRows(collection, query)
      return [watchWholeRows(source, maxRowsPerKind, (rows) => setResults((last) => ({ ...last, [key]: rows })))]
    })
    return () => {
      for (const stop of stops) stop()
      setResults({})
    }
  }, [copy, queriesKey])
  const asked = new Set(queries.map(([key]) => key))
  return summarize(
    kinds.filter(({ key }) => asked.has(key)),
    resultByKind,
  )
}

function summarize(kinds: readonly CalendarKind[], resultByKind: Readonly<Record<string, FirstRows>>): CalendarRows {
  const results = kinds.flatMap((kind) => {
    const result = resultByKind[kind.key]
    return result ? [{ kind, result }] : []
  })
  const isAbsent = results.length > 0 && results.every(({ result }) => result.status !== 'ready')
  const cutDays = results
    .filter(({ result }) => result.total > result.rows.length)
    .map(({ kind, result }) => String(result.rows.at(-1)?.record[kind.day] ?? ''))
  return {
    status: results.length < kinds.length ? 'loading' : isAbsent ? 'never_fetched' : 'ready',
    rowsByKind: results.map(({ kind, result }) => [kind, result.rows] as const),
    cutAfter: cutDays.toSorted()[0] ?? null,
  }
}
