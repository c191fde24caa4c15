import { z } from 'zod'
import { Badge } from '#app/ui/display/badge.tsx'
import { momentText } from '#app/ui/display/moment-text.ts'
import { Spinner } from '#app/ui/buttons/spinner.tsx'
import { JsonTree } from '#app/ui/json-tree.tsx'
import type { TestCall, TestOutcome } from './use-api-test.ts'

interface TestResponseProps {
  outcome: TestOutcome | null
  running: TestCall | null
}

/** Result of the last call: status, time, the answer as a tree, and its items if it has any. */
export function TestResponse({ outcome, running }: TestResponseProps) {
  const items = outcome ? itemsOf(outcome.value) : []
  return (
    <section aria-labelledby="test-response" className="flex min-w-0 flex-col gap-3">
      <h2 id="test-response" className="text-lead font-semibold">
        응답
      </h2>
      <div aria-live="polite" className="flex flex-col gap-3 border-t border-rule-strong pt-3">
        {running ? (
          <p className="flex items-center gap-2 text-ink-2">
            <Spinner label="" /> {running.name}의 응답을 기다리고 있습니다.
          </p>
        ) : outcome ? (
          <Summary outcome={outcome} />
        ) : (
          <p className="text-ink-2">호출을 하나 선택하면 응답이 여기에 표시됩니다.</p>
        )}
      </div>
      {!running && outcome?.message ? (
        <p role="alert" className="text-seal">
          오류가 발생했습니다: {outcome.message}
        </p>
      ) : null}
      {!running && outcome && outcome.status !== null ? (
        <JsonTree key={outcome.at} label="응답" value={outcome.value} openLevels={3} />
      ) : null}
      {!running && items.length > 0 ? <Items items={items} /> : null}
    </section>
  )
}

function Summary({ outcome: { call, status, durationMs, at, message } }: { outcome: TestOutcome }) {
  return (
    <p className="tabular flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="font-semibold">{call.name}</span>
      <Badge tone={message === null ? 'good' : 'seal'}>
        {message === null ? '성공' : '실패'} {status}
      </Badge>
      <span className="text-ink-2">{(durationMs / 1000).toFixed(2)}초</span>
      <span className="text-ink-3">{momentText(at)}</span>
    </p>
  )
}

const withItemsSchema = z.object({
  data: z.object({ items: z.array(z.object({ id: z.union([z.string(), z.number()]), name: z.string() })) }),
})

type Item = z.infer<typeof withItemsSchema>['data']['items'][number]

function itemsOf(value: unknown): Item[] {
  return withItemsSchema.safeParse(value).data?.data.items ?? []
}

function Items({ items }: { items: readonly Item[] }) {
  return (
    <table className="w-full max-w-[560px] text-table">
      <caption className="pb-1 text-left text-label font-semibold text-ink-2">목록 {items.length}개</caption>
      <thead className="border-y border-t-rule-strong text-left text-label text-ink-2">
        <tr>
          <th className="py-1.5 pr-4 font-medium">번호</th>
          <th className="py-1.5 font-medium">이름</th>
        </tr>
      </thead>
      <tbody>
        {items.map(({ id, name }) => (
          <tr key={id} className="border-b">
            <td className="tabular py-1.5 pr-4 break-all text-ink-2">{id}</td>
            <td className="py-1.5 break-words">{name}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
