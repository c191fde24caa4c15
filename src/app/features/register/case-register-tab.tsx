import { useFirstRows } from '#app/records/offline-copy/use-first-rows.ts'
import { PartsPending } from '#app/records/parts/use-parts.tsx'
import type { EmbeddedTab } from '#app/ui/detail-panel/detail-tabs.ts'
import { Badge } from '#app/ui/display/badge.tsx'
import { getOfficeToday } from '#app/ui/office/office-today.ts'
import type { RegisterEntry } from '#contract/books/register-entries.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { formatDay } from '#domain/dates/office-date.ts'
import { findRegisterIssues, findWaitingIssues, type RegisterIssue, registerIssues } from '#domain/register/issues.ts'
import type { RegisteredBook, RegisteredCase } from '#domain/register/register-entry.ts'

/** The tab of a case that shows its entry in the register, or that it waits for a number. */
export function createRegisterTab(book: RegisteredBook): EmbeddedTab {
  return {
    key: 'register',
    label: '법정 사건부',
    content: (row) => (row.state === 'deleted' ? null : <EntryOfCase key={row.id} book={book} row={row} />),
  }
}

function EntryOfCase({ book, row }: { book: RegisteredBook; row: SourceRow }) {
  const filters = [{ op: 'equals' as const, field: 'case_id', value: row.id }]
  const { status, rows } = useFirstRows('register-entries', { filters, search: '', sort: [] }, 1)
  if (status !== 'ready') return <PartsPending />
  const [first] = rows
  if (!first) {
    const registered = { book, record: row.record } as unknown as RegisteredCase
    return (
      <div className="flex flex-col gap-2">
        <p>서버에 저장되면 법정 사건부의 일련번호를 받습니다.</p>
        <Issues issues={findWaitingIssues(registered, getOfficeToday())} />
      </div>
    )
  }
  const entry = first.record as unknown as RegisterEntry
  return (
    <div className="flex flex-col gap-2">
      <p className="tabular font-semibold">
        {entry.serial === null ? '번호 대기' : `${entry.year}년 ${formatNumber(entry.serial)}번`}
      </p>
      <p className="tabular text-ink-2">{`위임 ${formatDay(entry.mandated_on)} · 기재 ${formatDay(entry.entered_on)}`}</p>
      <Issues issues={findRegisterIssues(entry)} />
    </div>
  )
}

function Issues({ issues }: { issues: readonly RegisterIssue[] }) {
  if (issues.length === 0) return <p className="text-ink-2">빠진 것이 없습니다.</p>
  return (
    <>
      <ul aria-label="살필 것" className="flex flex-wrap gap-1.5">
        {issues.map((issue) => (
          <li key={issue}>
            <Badge tone={registerIssues[issue].tone}>{registerIssues[issue].label}</Badge>
          </li>
        ))}
      </ul>
      {issues.some((issue) => issue === 'no_verification' || issue === 'no_birth') ? (
        <p className="text-ink-2">확인방법과 생년월일은 ‘위임’ 탭에서 입력합니다.</p>
      ) : null}
    </>
  )
}
