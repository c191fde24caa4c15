import { Trash2 } from 'lucide-react'
import { useOfflineCopy } from '#app/records/offline-copy/use-offline-copy.tsx'
import { setDemoMark } from '#app/session/office/demo-mark.ts'
import { ResultPending, ResultProblem } from '#app/session/result-view.tsx'
import { useServerAction } from '#app/session/server-action.ts'
import { useServerQuery } from '#app/session/server-query.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { type DemoData, demoDataSchema, type DemoPart } from '#contract/admin/demo-data.ts'
import { formatNumber } from '#contract/text/format-number.ts'

const path = '/api/demo-data/'
const demoDataKey = ['demo-data']

/** Section 데모 데이터: lists the demo records and removes them after a confirmation. */
export function DemoDataSection() {
  const { result, isBusy, onRetry } = useServerQuery(path, demoDataSchema, { queryKey: demoDataKey })
  return (
    <section aria-labelledby="demo-data" className="flex flex-col gap-3">
      <h2 id="demo-data" className="text-lead font-semibold">
        데모 데이터
      </h2>
      <div aria-live="polite" className="border-t border-rule-strong pt-3">
        {result === undefined ? (
          <ResultPending />
        ) : result.ok ? (
          <DemoParts data={result.value} />
        ) : (
          <ResultProblem noun="데모 데이터는" result={result} isBusy={isBusy} onRetry={onRetry} />
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
      <Button tone="danger" icon={<Trash2 size={16} strokeWidth={1.5} />} onClick={() => void remove.run(data.parts)}>
        데모 데이터 삭제
      </Button>
    </div>
  )
}

/** Asks, then deletes the demo data. */
function useRemoveDemoData() {
  const copy = useOfflineCopy()
  return useServerAction({
    question: (parts: readonly DemoPart[]) => ({
      title: `데모 데이터 ${formatNumber(sumRemoved(parts))}건을 삭제하시겠습니까?`,
      message: <RemovalNote parts={parts} />,
      confirmLabel: '삭제',
      isDestructive: true,
    }),
    send: (api) => api.delete(path).json(),
    parse: demoDataSchema.parse,
    done: ({ parts }) => `데모 데이터 ${formatNumber(sumRemoved(parts))}건이 삭제되었습니다.`,
    failed: '데모 데이터를 삭제하지 못했습니다',
    refetches: [demoDataKey],
    onDone() {
      setDemoMark(false)
      copy.syncNow()
    },
  })
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
