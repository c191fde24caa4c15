import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useOfflineCopy } from '#app/records/offline-copy/use-offline-copy.tsx'
import { type Result, toResult } from '#app/session/api-result.ts'
import { useApi } from '#app/session/api.tsx'
import { setDemoMark } from '#app/session/office/demo-mark.ts'
import { ResultPending, ResultProblem } from '#app/session/result-view.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { useConfirm } from '#app/ui/overlays/confirm.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { type DemoData, demoDataSchema, type DemoPart } from '#contract/admin/demo-data.ts'
import { formatNumber } from '#contract/text/format-number.ts'

const demoDataKey = ['demo-data']

/** Section 데모 데이터: lists the demo records and removes them after a confirmation. */
export function DemoDataSection() {
  const api = useApi()
  const { data, isFetching, refetch } = useQuery({
    queryKey: demoDataKey,
    queryFn: async ({ signal }): Promise<Result<DemoData>> => {
      const result = await toResult(api.get('/api/demo-data/', { signal }).json())
      return result.ok ? { ok: true, value: demoDataSchema.parse(result.value) } : result
    },
    // The counts are what the user confirms, so never show cached ones.
    staleTime: 0,
  })
  return (
    <section aria-labelledby="demo-data" className="flex flex-col gap-3">
      <h2 id="demo-data" className="text-lead font-semibold">
        데모 데이터
      </h2>
      <div aria-live="polite" className="border-t border-rule-strong pt-3">
        {data === undefined ? (
          <ResultPending />
        ) : data.ok ? (
          <DemoParts data={data.value} />
        ) : (
          <ResultProblem result={data} noun="데모 데이터는" isBusy={isFetching} onRetry={() => void refetch()} />
        )}
      </div>
    </section>
  )
}

function DemoParts({ data }: { data: DemoData }) {
  const remove = useRemoveDemoData()
  if (data.parts.length === 0) return <p className="text-ink-2">데모 데이터가 없습니다.</p>
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="text-ink-2">
        처음 시작할 때 함께 들어온 가상의 자료입니다. 삭제하면 화면 위의 시연 안내도 사라집니다.
      </p>
      <PartTable parts={data.parts} />
      <Button tone="danger" icon={<Trash2 size={16} strokeWidth={1.5} />} onClick={() => void remove(data.parts)}>
        데모 데이터 삭제
      </Button>
    </div>
  )
}

/** Returns a function that asks, then deletes the demo data. */
function useRemoveDemoData() {
  const api = useApi()
  const copy = useOfflineCopy()
  const confirm = useConfirm()
  const toast = useToast()
  const queries = useQueryClient()
  return async (parts: readonly DemoPart[]) => {
    const isConfirmed = await confirm({
      title: `데모 데이터 ${formatNumber(sumRemoved(parts))}건을 삭제하시겠습니까?`,
      message: <RemovalNote parts={parts} />,
      confirmLabel: '삭제',
      isDestructive: true,
    })
    if (!isConfirmed) return
    const result = await toResult(api.delete('/api/demo-data/').json())
    if (!result.ok) return toast.error(`데모 데이터를 삭제하지 못했습니다: ${result.problem.message}`)
    const removed = demoDataSchema.parse(result.value)
    setDemoMark(false)
    copy.syncNow()
    toast.success(`데모 데이터 ${formatNumber(sumRemoved(removed.parts))}건이 삭제되었습니다.`)
    await queries.invalidateQueries({ queryKey: demoDataKey })
  }
}

/** Body of the confirmation: counts per book, edited records, and records in use, which stay. */
function RemovalNote({ parts }: { parts: readonly DemoPart[] }) {
  const edited = parts.filter((part) => part.edited > 0)
  const keptParts = parts.filter((part) => part.kept > 0)
  const formatParts = (chosen: readonly DemoPart[], count: (part: DemoPart) => number) =>
    chosen.map((part) => `${part.label} ${formatNumber(count(part))}건`).join(', ')
  return (
    <div className="flex flex-col gap-2">
      <p>
        {formatParts(
          parts.filter(({ removed }) => removed > 0),
          ({ removed }) => removed,
        )}
        이 삭제되며, 되돌릴 수 없습니다.
      </p>
      {edited.length > 0 ? (
        <p className="text-warn">그중 수정한 적이 있는 자료: {formatParts(edited, (part) => part.edited)}</p>
      ) : null}
      {keptParts.map((part) => (
        <p key={part.label}>
          {part.label} {formatNumber(part.kept)}건은 직접 입력한 자료에서 쓰고 있어 그대로 남습니다:{' '}
          {part.kept_names.join(', ')}
          {part.kept > part.kept_names.length ? ' 등' : ''}
        </p>
      ))}
    </div>
  )
}

function PartTable({ parts }: { parts: readonly DemoPart[] }) {
  return (
    <table className="w-full max-w-[560px] text-table">
      <thead className="border-b text-left text-label text-ink-2">
        <tr>
          <th className="py-1.5 font-medium">장부</th>
          <th className="py-1.5 text-right font-medium">삭제</th>
          <th className="py-1.5 text-right font-medium">그중 수정됨</th>
          <th className="py-1.5 text-right font-medium">남음</th>
        </tr>
      </thead>
      <tbody>
        {parts.map((part) => (
          <tr key={part.label} className="border-b">
            <th scope="row" className="py-1.5 text-left font-normal">
              {part.label}
            </th>
            <td className="py-1.5 text-right tabular-nums">{formatNumber(part.removed)}</td>
            <td className="py-1.5 text-right tabular-nums">{formatNumber(part.edited)}</td>
            <td className="py-1.5 text-right tabular-nums">{formatNumber(part.kept)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function sumRemoved(parts: readonly DemoPart[]): number {
  return parts.reduce((sum, { removed }) => sum + removed, 0)
}
