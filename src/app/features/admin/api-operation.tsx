import { ChevronRight } from 'lucide-react'
import { Badge, type BadgeTone } from '#app/ui/display/badge.tsx'
import type { Operation, Part } from './api-document.ts'

const tones: Readonly<Record<string, BadgeTone>> = { GET: 'info', POST: 'good', PUT: 'warn', DELETE: 'seal' }

/** One call: its line, and its inputs and answers when opened. */
export function ApiOperation({ operation }: { operation: Operation }) {
  const { method, path, summary, inputs, answers } = operation
  return (
    <li className="border-b">
      <details className="group">
        <summary className="flex cursor-pointer list-none flex-wrap items-center gap-x-3 gap-y-1 py-2 coarse:min-h-11">
          <ChevronRight
            size={16}
            strokeWidth={1.5}
            aria-hidden
            className="shrink-0 text-ink-3 transition-transform group-open:rotate-90"
          />
          <span className="w-16 shrink-0">
            <Badge tone={tones[method] ?? 'plain'}>{method}</Badge>
          </span>
          <code className="min-w-0 break-all">{path}</code>
          {summary === '' ? null : (
            <span className="text-label text-ink-2 max-sm:basis-full max-sm:pl-7">{summary}</span>
          )}
        </summary>
        <div className="flex flex-col gap-4 pt-1 pb-4 pl-7 max-sm:pl-0">
          <Parts title="보내는 것" parts={inputs} empty="보낼 것이 없습니다." />
          {answers.map(({ status, parts }) => (
            <Parts key={status} title={`답 ${status}`} parts={parts} empty="정해진 형식이 없습니다." />
          ))}
        </div>
      </details>
    </li>
  )
}

function Parts({ title, parts, empty }: { title: string; parts: readonly Part[]; empty: string }) {
  return (
    <div>
      <h3 className="pb-1 text-label font-semibold text-ink-2">{title}</h3>
      {parts.length === 0 ? (
        <p className="text-label text-ink-3">{empty}</p>
      ) : (
        <dl className="grid grid-cols-[minmax(8rem,14rem)_1fr] text-label max-sm:grid-cols-1">
          {parts.map((part) => (
            <PartLine key={`${part.place} ${part.name}`} part={part} />
          ))}
        </dl>
      )}
    </div>
  )
}

function PartLine({ part: { name, place, kind, isRequired } }: { part: Part }) {
  return (
    <>
      <dt className="border-t py-1 pr-4 max-sm:pb-0">
        <code className="break-all">{name}</code>
        {isRequired ? <span className="ml-1 font-medium text-seal">{' 필수'}</span> : null}
      </dt>
      <dd className="border-t py-1 break-words text-ink-2 max-sm:border-t-0 max-sm:pt-0">
        {place === '' ? null : <span className="mr-2 text-ink-3">{place}</span>}
        {kind}
      </dd>
    </>
  )
}
