import { RefreshCw } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { actChoices } from '#contract/trail-words.ts'
import { trailExportNames, trailPageSchema, trailPath, type TrailEntry } from '#contract/trail.ts'
import { rangeFault } from '#domain/reversed-range.ts'
import { useAddressSearch } from '#app/records/address/use-address-search.ts'
import { answerOf } from '#app/session/answer-of.ts'
import { AnswerRefusal } from '#app/session/answer-states.tsx'
import { useApi } from '#app/session/api.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { countText } from '#app/ui/data-table/paging/count-text.ts'
import { DateField } from '#app/ui/fields/date-field.tsx'
import { Select } from '#app/ui/fields/select.tsx'
import { TextField } from '#app/ui/fields/text-field.tsx'
import { afterTyping, filterBarDelayMs } from '#app/ui/filter-bar/after-typing.ts'
import { officeToday } from '#app/ui/office-today.ts'
import { ExportButton } from '../export-button.tsx'
import { TrailEntryDialog } from './trail-entry-dialog.tsx'
import { trailQuestion, trailSearch, type TrailSearch } from './trail-search.ts'
import { createTrailSource, type TrailSource } from './trail-source.ts'
import { TrailTable } from './trail-table.tsx'

/** 접속기록: who saw, changed or took out whose data, when and from where. Each question is itself written down, so none is put before the typing rests. */
export function TrailTab() {
  const { search, change } = useAddressSearch(trailSearch)
  const question = trailQuestion(search)
  const key = JSON.stringify(question)
  const source = useTrailSource(key)
  const { status, total, isAtLeast = false } = useSyncExternalStore(source.subscribe, source.getState)
  const refusal = source.getRefusal()
  const [open, setOpen] = useState<TrailEntry | null>(null)
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3">
      <div className="flex flex-wrap items-end gap-2">
        <TrailFilters search={search} onChange={change} />
        <div className="ml-auto flex items-center gap-2" data-screen-only>
          {refusal ? null : <Count total={total} isAtLeast={isAtLeast} />}
          <Button
            icon={<RefreshCw size={16} strokeWidth={1.5} />}
            isBusy={status === 'loading'}
            onClick={() => source.ask(question)}
          >
            새로고침
          </Button>
          <ExportButton
            path={`${trailPath}/export_excel`}
            question={question}
            fileName={() => trailExportNames(officeToday()).korean}
          />
        </div>
      </div>
      {refusal ? (
        <AnswerRefusal answer={refusal} what="접속기록은" onRetry={() => source.ask(question)} />
      ) : (
        <TrailTable source={source} queryKey={key} onOpen={(id) => setOpen(source.entryOf(id) ?? null)} />
      )}
      {open ? <TrailEntryDialog entry={open} onClose={() => setOpen(null)} /> : null}
    </div>
  )
}

function Count({ total, isAtLeast }: { total: number; isAtLeast: boolean }) {
  const { number, unit } = countText(total, { isAtLeast })
  return (
    <p role="status" className="tabular px-1 text-ink-2">
      전체 {number}
      {unit}
    </p>
  )
}

function useTrailSource(key: string): TrailSource {
  const api = useApi()
  const [source] = useState(() =>
    createTrailSource(async (question, { after, limit }) => {
      const searchParams = { ...question, ...(after && { after }), limit }
      const answer = await answerOf(api.get(`${trailPath}/`, { searchParams }).json())
      return answer.ok ? { ok: true, value: trailPageSchema.parse(answer.value) } : answer
    }),
  )
  useEffect(() => {
    const ask = () => source.ask(JSON.parse(key))
    // Nobody typed what the screen opens with.
    if (source.getState().generation > 0 || source.getRefusal()) return afterTyping(ask, filterBarDelayMs)
    return ask()
  }, [source, key])
  return source
}

const all = { value: '', label: '전체' } as const
const choices = [all, ...actChoices] as const

function TrailFilters({ search, onChange }: { search: TrailSearch; onChange(patch: Partial<TrailSearch>): void }) {
  const { name, act, start, end } = search
  const half = 'max-sm:w-[calc(50%-0.25rem)]'
  return (
    <search aria-label="접속기록 필터" className="contents">
      <div className={`w-56 ${half}`}>
        <TextField
          label="검색"
          type="search"
          placeholder="대상, 업무, 행위, 주소"
          value={search.search}
          onValue={(words) => onChange({ search: words })}
        />
      </div>
      <div className={`w-36 ${half}`}>
        <TextField label="사용자" type="search" value={name} onValue={(words) => onChange({ name: words })} />
      </div>
      <div className={`w-40 ${half}`}>
        <Select label="행위" value={act} choices={choices} onValue={(value) => onChange({ act: value })} />
      </div>
      <div className={`w-36 coarse:w-40 ${half}`}>
        <DateField label="시작일" value={start} otherEnd={end} onValue={(day) => onChange({ start: day })} />
      </div>
      <div className={`w-36 coarse:w-40 ${half}`}>
        <DateField
          label="종료일"
          value={end}
          otherEnd={start}
          onValue={(day) => onChange({ end: day })}
          error={rangeFault({ from: start, to: end }) ?? undefined}
        />
      </div>
    </search>
  )
}
