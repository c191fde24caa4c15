import { ChevronRight, Download, Search } from 'lucide-react'
import { useMemo, useState } from 'react'
import { z } from 'zod'
import { ResultPending, ResultProblem } from '#app/session/result-view.tsx'
import { useServerQuery } from '#app/session/server-query.ts'
import { saveFile } from '#app/ui/browser/save-file.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { Badge, type BadgeTone } from '#app/ui/display/badge.tsx'
import { PageLayout } from '#app/ui/display/page-layout.tsx'
import { TextField } from '#app/ui/fields/text-field.tsx'
import { formatNumber } from '#contract/text/format-number.ts'
import {
  type Operation,
  type OperationField,
  type OperationGroup,
  readOperations,
  searchOperations,
} from './api-document.ts'

/** /staff/api: the calls for other programs, read from the server's own OpenAPI document. */
export function ApiPage() {
  const { result, isBusy, onRetry } = useServerQuery('/api/docs', z.unknown(), {
    queryKey: ['api-document'],
    staleTime: 60_000,
  })
  return (
    <PageLayout>
      <header className="flex flex-col gap-3">
        <div className="flex flex-wrap items-start justify-between gap-3">
          <h1 className="text-title font-semibold">연동 API</h1>
          <Button
            data-screen-only
            icon={<Download size={16} strokeWidth={1.5} />}
            disabledReason={result?.ok ? undefined : '문서를 불러온 뒤에 받을 수 있습니다.'}
            onClick={() => result?.ok && saveFile('openapi.json', asFile(result.value))}
          >
            문서 다운로드
          </Button>
        </div>
        <Introduction />
      </header>
      {result?.ok ? (
        <OperationList document={result.value} />
      ) : (
        <div className="border-t border-rule-strong">
          {result === undefined ? (
            <ResultPending />
          ) : (
            <ResultProblem result={result} noun="이 문서는" isBusy={isBusy} onRetry={onRetry} />
          )}
        </div>
      )}
    </PageLayout>
  )
}

function asFile(document: unknown): Blob {
  return new Blob([JSON.stringify(document, null, 2)], { type: 'application/json' })
}

function Introduction() {
  return (
    <div className="measure flex flex-col gap-2 text-ink-2">
      <p>다른 프로그램이 사무소의 자료를 읽고 쓸 때 쓰는 호출입니다.</p>
      <ul className="list-disc pl-5">
        <li>
          모든 호출에 로그인 토큰을 <Code>Authorization: Bearer</Code> 헤더로 보냅니다. 볼 수 있는 자료는 그 직원의
          권한을 따릅니다.
        </li>
        <li>
          쓰기에 <Code>Idempotency-Key</Code>를 붙이면 같은 요청을 여러 번 보내도 한 번만 처리됩니다.{' '}
          <Code>If-Match</Code>에는 읽은 버전을 적습니다.
        </li>
        <li>
          오류는 모두 <Code>{'{ code, message, fields? }'}</Code> 모양으로 답합니다.
        </li>
      </ul>
    </div>
  )
}

function Code({ children }: { children: string }) {
  return <code className="rounded-control bg-paper-sunk px-1 py-0.5 text-label text-ink">{children}</code>
}

function OperationList({ document }: { document: unknown }) {
  const [search, setSearch] = useState('')
  const groups = useMemo(() => readOperations(document), [document])
  const matchingGroups = searchOperations(groups, search)
  const count = matchingGroups.reduce((sum, { operations }) => sum + operations.length, 0)
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div data-screen-only className="w-72 max-w-full">
          <TextField
            label="호출 찾기"
            isLabelHidden
            placeholder="이름, 주소, 항목으로 찾기"
            icon={<Search size={16} strokeWidth={1.5} />}
            value={search}
            onValue={setSearch}
          />
        </div>
        <p role="status" className="tabular text-label text-ink-3">
          호출 {formatNumber(count)}개
        </p>
      </div>
      {matchingGroups.length === 0 ? (
        <p className="border-y border-t-rule-strong py-10 text-center font-semibold">검색어에 맞는 호출이 없습니다.</p>
      ) : (
        matchingGroups.map((group) => <Group key={group.name} group={group} />)
      )}
    </>
  )
}

function Group({ group }: { group: OperationGroup }) {
  return (
    <section className="flex flex-col">
      <h2 className="border-b border-rule-strong pb-2 text-lead font-semibold">
        {group.name} <span className="tabular text-label font-medium text-ink-3">{group.operations.length}</span>
      </h2>
      <ul>
        {group.operations.map((operation) => (
          <ApiOperation key={operation.key} operation={operation} />
        ))}
      </ul>
    </section>
  )
}

const tones: Readonly<Record<string, BadgeTone>> = { GET: 'info', POST: 'good', PUT: 'warn', DELETE: 'danger' }

/** One call: its line, and its inputs and responses when opened. */
function ApiOperation({ operation }: { operation: Operation }) {
  const { method, path, summary, inputs, responses } = operation
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
          <OperationFields title="보내는 것" parts={inputs} empty="보낼 것이 없습니다." />
          {responses.map(({ status, parts }) => (
            <OperationFields key={status} title={`답 ${status}`} parts={parts} empty="정해진 형식이 없습니다." />
          ))}
        </div>
      </details>
    </li>
  )
}

function OperationFields({ title, parts, empty }: { title: string; parts: readonly OperationField[]; empty: string }) {
  return (
    <div>
      <h3 className="pb-1 text-label font-semibold text-ink-2">{title}</h3>
      {parts.length === 0 ? (
        <p className="text-label text-ink-3">{empty}</p>
      ) : (
        <dl className="grid grid-cols-[minmax(8rem,14rem)_1fr] text-label max-sm:grid-cols-1">
          {parts.map((part) => (
            <OperationFieldLine key={`${part.location} ${part.name}`} part={part} />
          ))}
        </dl>
      )}
    </div>
  )
}

function OperationFieldLine({ part: { name, location, kind, isRequired } }: { part: OperationField }) {
  return (
    <>
      <dt className="border-t py-1 pr-4 max-sm:pb-0">
        <code className="break-all">{name}</code>
        {isRequired ? <span className="ml-1 font-medium text-danger">{' 필수'}</span> : null}
      </dt>
      <dd className="border-t py-1 break-words text-ink-2 max-sm:border-t-0 max-sm:pt-0">
        {location === '' ? null : <span className="mr-2 text-ink-3">{location}</span>}
        {kind}
      </dd>
    </>
  )
}
