import { useNavigate } from '@tanstack/react-router'
import { BookOpenCheck, PenLine } from 'lucide-react'
import { useMemo, useState } from 'react'
import { defaultToasts } from '#app/records/actions/outcome-texts.ts'
import { ExportButton } from '#app/records/excel/export-button.tsx'
import { useFigure } from '#app/records/offline-copy/use-figure.ts'
import { useOfflineCopy } from '#app/records/offline-copy/use-offline-copy.tsx'
import { RecordFilters } from '#app/records/screen/record-filters.tsx'
import { ScreenTable } from '#app/records/screen/screen-table.tsx'
import { TableButtons } from '#app/records/screen/table-buttons.tsx'
import { buildTableFilterProps } from '#app/records/screen/table-query.ts'
import { type ScreenRecords, useScreenRecords } from '#app/records/screen/use-screen-records.ts'
import { useScreenState } from '#app/records/screen/use-screen-state.ts'
import { useUrlSearch } from '#app/records/url-state/use-url-search.ts'
import { useServerAction } from '#app/session/server-action.ts'
import { useSession } from '#app/session/session-store.ts'
import { ToolButton } from '#app/ui/buttons/tool-button.tsx'
import { buildAllColumns } from '#app/ui/data-table/columns/table-columns.ts'
import type { Column, RowAction } from '#app/ui/data-table/data-table-props.ts'
import { Select } from '#app/ui/fields/select.tsx'
import { getOfficeToday } from '#app/ui/office/office-today.ts'
import { sendToPrinter } from '#app/ui/print/send-to-printer.ts'
import { getBook } from '#contract/books/collections.ts'
import { type RegisterEntry, registerEntryBook } from '#contract/books/register-entries.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { registerPrintPath, registerPrintSchema } from '#contract/register/register.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { type IssueCounts, registerIssueKinds } from '#domain/register/issue-filters.ts'
import { findRegisterIssues, registerIssues } from '#domain/register/issues.ts'
import { formatClients } from '#domain/register/register-entry.ts'
import { CorrectionDialog } from './correction-dialog.tsx'
import { createRegisterExport, toEntry } from './register-export.ts'
import { buildRegisterPrint } from './register-print.ts'
import { buildRegisterQuery, createRegisterSearch, type RegisterSearch } from './register-search.ts'
import { WaitingCases } from './waiting-cases.tsx'
import { YearSelect } from './year-select.tsx'

function formatIssues(row: SourceRow): string {
  return findRegisterIssues(toEntry(row))
    .map((issue) => registerIssues[issue].label)
    .join(', ')
}

/** The most serious tone of the row's issues. */
function findIssueTone(row: SourceRow): ReturnType<NonNullable<Column['tone']>> {
  const tones = findRegisterIssues(toEntry(row)).map((issue) => registerIssues[issue].tone)
  return (['danger', 'warn', 'info'] as const).find((tone) => tones.includes(tone)) ?? null
}

/** Read-only: the cases behind the entries are edited in their own books. */
const columns = buildAllColumns(registerEntryBook, {
  // The filter above says which year.
  year: { isHidden: true, isPinned: false },
  serial: {
    width: 80,
    format: (row) => {
      const { serial } = toEntry(row)
      return serial === null ? '번호 대기' : `${formatNumber(serial)}번`
    },
  },
  client: { width: 168, format: (row) => formatClients(toEntry(row)) },
  client_others: { format: (row) => formatOthers(toEntry(row)) },
  is_cancelled: { format: (row) => (toEntry(row).is_cancelled ? '취소' : '') },
  differs: { isHidden: true },
  issue: {
    label: '살필 것',
    after: 'serial',
    width: 148,
    sortField: null,
    field: { group: 'basic' },
    format: formatIssues,
    tone: findIssueTone,
  },
})

function formatOthers({ client_others: others }: RegisterEntry): string {
  return others === null || others === 0 ? '' : `${formatNumber(others)}명`
}

/** 사건부: the entries of a year on this device, with what is missing or late. */
export function EntriesTab() {
  const [kind] = useState(() => createRegisterSearch(getOfficeToday()))
  const state = useUrlSearch(kind)
  const issues = useFigure(useOfflineCopy(), 'register-issues', buildRegisterQuery(kind, state.search, null)).value
  const records = useScreenRecords({
    recordSearch: kind,
    state,
    tableId: 'register-entries',
    query: buildRegisterQuery(kind, state.search, issues?.lateIds ?? []),
  })
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3 pt-3 laptop:gap-2 laptop:pt-0 tablet:gap-2 tablet:pt-1">
      <WaitingCases />
      {records ? <Entries records={records} issues={issues} /> : null}
    </div>
  )
}

interface EntriesProps {
  records: ScreenRecords<RegisterSearch>
  issues: IssueCounts | null
}

function Entries({ records, issues }: EntriesProps) {
  const isSuperuser = useSession().user?.is_superuser === true
  const navigate = useNavigate()
  const [corrected, setCorrected] = useState<RegisterEntry | null>(null)
  const screen = useScreenState({ ...records, columns, toasts: defaultToasts, captionOfDraft: () => '' })
  const { search, change } = records.state
  const rowActions = useMemo((): readonly RowAction[] => {
    const correct = { key: 'correct', label: '정정', icon: <PenLine {...icon} /> }
    return isSuperuser ? [{ ...correct, run: (row) => setCorrected(toEntry(row)) }] : []
  }, [isSuperuser])

  function openCase(row: SourceRow) {
    const { book, case_id: open } = toEntry(row)
    const { screen: caseScreen } = getBook(book === 'deposit-cases' ? book : 'real-estate')
    void navigate({ to: caseScreen.path, search: { ...caseScreen.search, open } })
  }

  return (
    <>
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2" data-screen-only>
        <search
          aria-label="연월 조회"
          className="flex gap-2 max-sm:grid max-sm:w-full max-sm:grid-cols-3 max-sm:[&>div]:w-auto tablet:[&_label]:sr-only"
        >
          <YearSelect year={search.year} onYear={(year) => change({ year })} />
          <div className="w-24">
            <Select
              label="월"
              value={String(search.month)}
              choices={monthChoices}
              onValue={(month) => change({ month: Number(month) })}
            />
          </div>
          <div className="w-44">
            <Select
              label="살필 것"
              value={search.issue}
              choices={listIssueChoices(issues)}
              onValue={(issue) => change({ issue })}
            />
          </div>
        </search>
        <div className="min-w-0 flex-1 max-lg:basis-full">
          <RecordFilters
            screen={screen}
            actions={
              <>
                <ExportButton screen={screen} buildExport={() => createRegisterExport(screen, search)} />
                <PrintFormButton year={search.year} month={search.month} />
                <TableButtons screen={screen} />
              </>
            }
          />
        </div>
      </div>
      <ScreenTable
        screen={screen}
        isReadOnly
        {...buildTableFilterProps(screen)}
        onOpenRow={openCase}
        canOpenRow={(row) => !toEntry(row).is_cancelled}
        rowActions={rowActions}
        empty={{ text: '표시할 기재가 없습니다.' }}
      />
      {corrected ? (
        <CorrectionDialog entry={corrected} onDone={() => records.copy.syncNow()} onClose={() => setCorrected(null)} />
      ) : null}
    </>
  )
}

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

const monthChoices = [
  { value: '0', label: '전체' },
  ...Array.from({ length: 12 }, (_, index) => ({ value: String(index + 1), label: `${index + 1}월` })),
]

/** Issues with their counts in the shown time. */
function listIssueChoices(issues: IssueCounts | null) {
  const counted = registerIssueKinds.map((value) => {
    const count = issues?.counts[value] ?? 0
    return { value, label: `${registerIssues[value].label}${count === 0 ? '' : ` (${formatNumber(count)})`}` }
  })
  return [{ value: '' as const, label: '전체' }, ...counted]
}

/**
 * 서식 인쇄 of a year or month (0: the year). From the server, because the printed numbers and sums
 * must be the register's own.
 */
function PrintFormButton({ year, month }: { year: number; month: number }) {
  const by = useSession().user?.nickname ?? ''
  const { isBusy, run } = useServerAction({
    send: (api) =>
      api.get(registerPrintPath, { searchParams: { year, ...(month > 0 && { month }) }, timeout: 120_000 }).json(),
    parse: registerPrintSchema.parse,
    failed: '서식 인쇄 실패',
    onDone: (register) => void sendToPrinter(buildRegisterPrint(register, by)),
  })
  return <ToolButton label="서식 인쇄" icon={<BookOpenCheck {...icon} />} isBusy={isBusy} onClick={() => void run()} />
}
