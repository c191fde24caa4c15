import { RefreshCw } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { trailSignedNames, trailSignedPath } from '#contract/trail/trail-signed.ts'
import { trailExportNames, trailPageSchema, trailPath, type TrailEntry } from '#contract/trail/trail.ts'
import { useAddressSearch } from '#app/records/address/use-address-search.ts'
import { answerOf } from '#app/session/answer-of.ts'
import { AnswerRefusal } from '#app/session/answer-states.tsx'
import { useApi } from '#app/session/api.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { countText } from '#app/ui/data-table/paging/count-text.ts'
import { afterTyping, tableDelayMs } from '#app/ui/filter-bar/after-typing.ts'
import { officeToday } from '#app/ui/office-today.ts'
import { ExportButton } from '../export-button.tsx'
import { TrailEntryDialog, TrailTable } from './trail-entry-dialog.tsx'
import { TrailStatus } from './standing/trail-status.tsx'
import { TrailFilters } from './trail-filters.tsx'
import { trailQuestion, trailSearch } from './trail-search.ts'
import { createTrailSource, type TrailSource } from './trail-source.ts'

/**
 * 접속기록: who saw, changed or exported whose data, when and from where. Queries are debounced,
 * because each is itself logged.
 */
export function TrailTab() {
  const { search, change } = useAddressSearch(trailSearch)
  const question = trailQuestion(search)
  const key = JSON.stringify(question)
  const source = useTrailSource(key)
  const { status, total, isAtLeast = false, generation } = useSyncExternalStore(source.subscribe, source.getState)
  const refusal = source.getRefusal()
  const [open, setOpen] = useState<TrailEntry | null>(null)
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
            onClick={() => source.setQuestion(question)}
          >
            새로고침
          </Button>
          <ExportButton
            path={`${trailPath}/export_excel`}
            question={question}
            fileName={() => trailExportNames(officeToday()).korean}
          />
          <ExportButton
            label="서명 파일"
            path={trailSignedPath}
            question={question}
            fileName={() => trailSignedNames(officeToday()).korean}
          />
        </div>
      </div>
      {refusal ? (
        <AnswerRefusal answer={refusal} noun="접속기록은" onRetry={() => source.setQuestion(question)} />
      ) : (
        <TrailTable source={source} queryKey={key} onOpen={(id) => setOpen(source.entryOf(id) ?? null)} />
      )}
      {open ? <TrailEntryDialog entry={open} onClose={() => setOpen(null)} /> : null}
    </div>
  )
}

/** `total`: null before the first count. */
function Count({ total, isAtLeast }: { total: number | null; isAtLeast: boolean }) {
  const { number, unit } = countText(total ?? 0, { isAtLeast })
  return (
    <p role="status" className="tabular px-1 whitespace-nowrap text-ink-2">
      {total === null ? '' : `전체 ${number}${unit}`}
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
    const reload = () => source.setQuestion(JSON.parse(key))
    // The initial query is not typed, so it needs no debounce.
    if (source.getState().generation > 0 || source.getRefusal()) return afterTyping(reload, tableDelayMs)
    return reload()
  }, [source, key])
  return source
}
