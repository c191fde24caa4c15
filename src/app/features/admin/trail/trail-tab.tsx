import { RefreshCw } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { z } from 'zod'
import { describeExportScope } from '#app/records/export-reason/export-scope.ts'
import { useUrlSearch } from '#app/records/url-state/use-url-search.ts'
import { toResult } from '#app/session/api-result.ts'
import { useApi } from '#app/session/api.tsx'
import { ResultProblem } from '#app/session/result-view.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { formatCount } from '#app/ui/data-table/paging/use-pages.ts'
import { DayRangeFields } from '#app/ui/fields/day-range-fields.tsx'
import { Select } from '#app/ui/fields/select.tsx'
import { TextField } from '#app/ui/fields/text-field.tsx'
import { afterTyping, tableDelayMs } from '#app/ui/filter-bar/after-typing.ts'
import { getOfficeToday } from '#app/ui/office/office-today.ts'
import { isDate } from '#contract/records/values.ts'
import { buildTrailSignedNames, trailSignedPath } from '#contract/trail/trail-chain.ts'
import {
  actChoices,
  buildTrailExportNames,
  trailActs,
  type TrailEntry,
  trailPageSchema,
  trailPath,
} from '#contract/trail/trail.ts'
import { findPeriod, getPeriodBounds, type TrailPeriod, trailPeriods } from '#domain/trail/trail-words.ts'
import { ServerExportButton } from '../server-export-button.tsx'
import { TrailStatus } from './status/trail-status.tsx'
import { createTrailSource, type TrailSource } from './trail-source.ts'
import { TrailEntryDialog, TrailTable } from './trail-table.tsx'

/**
 * 접속기록: who saw, changed or exported whose data, when and from where. Queries are debounced,
 * because each is itself logged.
 */
export function TrailTab() {
  const { search, change } = useUrlSearch(trailSearch)
  const params = trailQuery(search)
  const key = JSON.stringify(params)
  const source = useTrailSource(key)
  const { status, total, isAtLeast = false, generation } = useSyncExternalStore(source.subscribe, source.getState)
  const refusal = source.getRefusal()
  const [open, setOpen] = useState<TrailEntry | null>(null)
  const count = generation === 0 || isAtLeast ? null : total
  const scope = describeExportScope({ count, isNarrowed: Object.keys(params).length > 0 })
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3">
      <TrailStatus />
      <div className="flex flex-wrap items-end gap-2">
        <TrailFilters search={search} onChange={change} />
        <div className="ml-auto flex flex-wrap items-center justify-end gap-2" data-screen-only>
          {refusal ? null : <Count total={generation === 0 ? null : total} isAtLeast={isAtLeast} />}
          <Button
            icon={<RefreshCw size={16} strokeWidth={1.5} />}
            isBusy={status === 'loading'}
            onClick={() => source.setParams(params)}
          >
            새로고침
          </Button>
          <ServerExportButton
            path={`${trailPath}/export_excel`}
            query={params}
            scope={scope}
            fileName={() => buildTrailExportNames(getOfficeToday()).korean}
          />
          <ServerExportButton
            label="서명 파일"
            path={trailSignedPath}
            query={params}
            scope={scope}
            fileName={() => buildTrailSignedNames(getOfficeToday()).korean}
          />
        </div>
      </div>
      {refusal ? (
        <ResultProblem result={refusal} noun="접속기록은" onRetry={() => source.setParams(params)} />
      ) : (
        <TrailTable source={source} queryKey={key} onOpen={(id) => setOpen(source.getEntry(id) ?? null)} />
      )}
      {open ? <TrailEntryDialog entry={open} onClose={() => setOpen(null)} /> : null}
    </div>
  )
}

/** `total`: null before the first count. */
function Count({ total, isAtLeast }: { total: number | null; isAtLeast: boolean }) {
  const { number, unit } = formatCount(total ?? 0, { isAtLeast })
  return (
    <p role="status" className="tabular px-1 whitespace-nowrap text-ink-2">
      {total === null ? '' : `전체 ${number}${unit}`}
    </p>
  )
}

function useTrailSource(key: string): TrailSource {
  const api = useApi()
  const [source] = useState(() =>
    createTrailSource(async (params, { after, limit }) => {
      const searchParams = { ...params, ...(after && { after }), limit }
      const result = await toResult(api.get(`${trailPath}/`, { searchParams }).json())
      return result.ok ? { ok: true, value: trailPageSchema.parse(result.value) } : result
    }),
  )
  useEffect(() => {
    const reload = () => source.setParams(JSON.parse(key))
    // The initial query is not typed, so it needs no debounce.
    if (source.getState().generation > 0 || source.getRefusal()) return afterTyping(reload, tableDelayMs)
    return reload()
  }, [source, key])
  return source
}

const everything = { value: '', label: '전체' } as const
const acts = [everything, ...actChoices] as const

const chosenDays = { value: 'days', label: '직접 선택' } as const
const periods = Object.entries(trailPeriods).map(([value, label]) => ({ value, label }))

interface TrailFiltersProps {
  search: TrailSearch
  onChange(patch: Partial<TrailSearch>): void
}

/** Filters of the trail: who, what, whose data, from where, when. */
function TrailFilters({ search, onChange }: TrailFiltersProps) {
  const { name, act, subject, address } = search
  const halfWidth = 'max-sm:w-[calc(50%-0.25rem)]'
  return (
    <search aria-label="접속기록 필터" className="contents">
      <div className={`w-48 ${halfWidth}`}>
        <TextField
          label="검색"
          type="search"
          placeholder="대상, 업무, 행위, 주소"
          value={search.search}
          onValue={(text) => onChange({ search: text })}
        />
      </div>
      <div className={`w-32 ${halfWidth}`}>
        <TextField label="사용자" type="search" value={name} onValue={(text) => onChange({ name: text })} />
      </div>
      <div className={`w-36 ${halfWidth}`}>
        <Select label="행위" value={act} choices={acts} onValue={(value) => onChange({ act: value })} />
      </div>
      <div className={`w-32 ${halfWidth}`}>
        <TextField label="대상" type="search" value={subject} onValue={(text) => onChange({ subject: text })} />
      </div>
      <div className={`w-32 ${halfWidth}`}>
        <TextField label="접속 주소" type="search" value={address} onValue={(text) => onChange({ address: text })} />
      </div>
      <PeriodFilter halfWidth={halfWidth} search={search} onChange={onChange} />
      <label className="flex h-9 items-center gap-2 whitespace-nowrap coarse:h-11">
        <input
          type="checkbox"
          className="size-4 accent-primary coarse:size-5"
          checked={search.copies === 'shown'}
          onChange={(event) => onChange({ copies: event.target.checked ? 'shown' : '' })}
        />
        {trailActs.copy.label} 포함
      </label>
    </search>
  )
}

/** A period by name, or by its first and last day. */
function PeriodFilter({ halfWidth, search, onChange }: TrailFiltersProps & { halfWidth: string }) {
  const { start, end } = search
  const today = getOfficeToday()
  const period = findPeriod({ start, end }, today) ?? (start || end ? chosenDays.value : everything.value)
  const choices = period === chosenDays.value ? [everything, chosenDays, ...periods] : [everything, ...periods]
  function choose(value: string) {
    if (value === everything.value) return onChange({ start: '', end: '' })
    if (value in trailPeriods) onChange(getPeriodBounds(value as TrailPeriod, today))
  }
  return (
    <>
      <div className={`w-28 ${halfWidth}`}>
        <Select label="기간" value={period} choices={choices} onValue={choose} />
      </div>
      <DayRangeFields className={`w-36 coarse:w-40 ${halfWidth}`} days={{ start, end }} onDays={onChange} />
    </>
  )
}

const searchText = z.string().max(100).catch('').default('')
const dayText = z
  .string()
  .refine((text) => text === '' || isDate(text))
  .catch('')
  .default('')

/** Search parameters of 접속기록. */
const trailSchema = z.object({
  page: z.int().min(1).catch(1).default(1),
  name: searchText,
  act: searchText,
  subject: searchText,
  address: searchText,
  start: dayText,
  end: dayText,
  search: searchText,
  copies: z.enum(['', 'shown']).catch('').default(''),
})
type TrailSearch = z.output<typeof trailSchema>

const trailSearch = { schema: trailSchema, empty: trailSchema.parse({}) }

/** The filters as query parameters, without empty ones. */
function trailQuery(search: TrailSearch): Record<string, string> {
  const { page: _page, ...question } = search
  return Object.fromEntries(
    Object.entries(question)
      .map(([key, value]) => [key, value.trim()])
      .filter(([, value]) => value !== ''),
  )
}
