import { ChevronDown } from 'lucide-react'
import { useEffect, useState } from 'react'
import { defaultToasts } from '#app/records/actions/outcome-texts.ts'
import { rememberRecord } from '#app/records/detail/recent-records.ts'
import { useSyncStatus } from '#app/records/offline-copy/use-offline-copy.tsx'
import { describeAbsentRecord } from '#app/records/record-book.ts'
import { type ScreenRecords, useScreenRecords } from '#app/records/screen/use-screen-records.ts'
import { type ScreenState, useScreenState } from '#app/records/screen/use-screen-state.ts'
import type { SearchState } from '#app/records/url-state/use-url-search.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { buildAllColumns, narrowColumns, readOnlyColumns } from '#app/ui/data-table/columns/table-columns.ts'
import type { Column } from '#app/ui/data-table/data-table-props.ts'
import { formatTimestamp } from '#app/ui/display/format-timestamp.ts'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { leaveRequestBook } from '#contract/books/leave.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { formatLeaveType } from '#domain/books/leave.ts'
import { formatDay } from '#domain/dates/office-date.ts'
import { countLeaveDays, formatRemaining } from '#domain/leave/leave.ts'
import { LeaveDialog } from './leave-dialog.tsx'
import {
  type LeaveBalance,
  LeaveForm,
  type LeavePerson,
  readLeaveSpan,
  submitLeave,
  useOwnBalance,
} from './leave-form.tsx'
import { LeaveList } from './leave-list.tsx'
import { leaveQuery, leaveSearch, type LeaveSearch } from './leave-search.ts'

/** Read-only, because who may change a request depends on its requester and state. */
const everybodysLeaveColumns: readonly Column[] = readOnlyColumns(
  buildAllColumns(leaveRequestBook, {
    type: { format: (row) => formatLeaveType(row.record), width: 104 },
    // The type shows it.
    half: null,
    requester_id: null,
    days: {
      label: '일수',
      after: 'endDate',
      width: 72,
      align: 'end',
      sortField: null,
      format: (row) => `${countLeaveDays(readLeaveSpan(row.record))}일`,
    },
  }),
)

/** The user's own list needs no names. */
const ownLeaveColumns: readonly Column[] = everybodysLeaveColumns.filter(({ key }) => key !== 'requester_name')

/**
 * On a phone only as many columns as leave the open button visible; the row unfolds for the rest.
 * Dates need no year, because the list covers one year.
 */
function fitForPhone(columns: readonly Column[]): readonly Column[] {
  const isOwn = columns.every(({ key }) => key !== 'requester_name')
  const widths = isOwn ? { state: 60, startDate: 64, days: 60 } : { requester_name: 68, state: 60, startDate: 64 }
  const formatMonthDay = (key: string) => (row: SourceRow) => formatDay(String(row.record[key])).slice(5)
  return narrowColumns(columns, widths).map((column) =>
    column.field.kind === 'date' ? { ...column, format: formatMonthDay(column.key) } : column,
  )
}

interface LeaveTabProps {
  person: LeavePerson
  state: SearchState<LeaveSearch>
  year: number
  /** The user's own requests with the form, or everybody's. */
  scope: 'own' | 'everybody'
}

/** A list of requests from the offline copy, with the form next to the user's own. */
export function LeaveTab(props: LeaveTabProps) {
  const { person, state, year, scope } = props
  const [isNarrow] = useState(() => window.matchMedia('(width < 40rem)').matches)
  const tableId = `${scope === 'own' ? 'leave-own' : 'leave-everybody'}${isNarrow ? '-narrow' : ''}`
  const query = leaveQuery(state.search, { year, requesterId: scope === 'own' ? person.id : null })
  const records = useScreenRecords({ recordSearch: leaveSearch, state, tableId, query })
  return records ? <LeaveRequests {...props} records={records} isNarrow={isNarrow} /> : null
}

const columnsByScope = {
  own: { wide: ownLeaveColumns, narrow: fitForPhone(ownLeaveColumns) },
  everybody: { wide: everybodysLeaveColumns, narrow: fitForPhone(everybodysLeaveColumns) },
}

function LeaveRequests(props: LeaveTabProps & { records: ScreenRecords<LeaveSearch>; isNarrow: boolean }) {
  const { records, isNarrow, person, state, year, scope } = props
  const screen = useScreenState({
    ...records,
    historyId: 'leave',
    toasts: defaultToasts,
    onSaved: records.source.refresh,
    label: scope === 'own' ? '내 휴가신청' : '전체 휴가신청',
    columns: columnsByScope[scope][isNarrow ? 'narrow' : 'wide'],
  })
  const close = () => state.change({ open: '', page: state.search.page })
  return (
    <>
      {scope === 'own' ? (
        <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-auto pt-1 max-sm:-mx-3 max-sm:px-3 lg:flex-row lg:gap-6">
          <OwnLeavePanel screen={screen} person={person} state={state} year={year} />
          <LeaveList screen={screen} year={year} hasSearch={false} />
        </div>
      ) : (
        <LeaveList screen={screen} year={year} hasSearch />
      )}
      {state.search.open === '' ? null : (
        <OpenedRequest key={state.search.open} screen={screen} person={person} id={state.search.open} onClose={close} />
      )}
    </>
  )
}

/**
 * Remaining days and the form. On a small screen the form is folded, so that the list is visible.
 */
function OwnLeavePanel(props: Pick<LeaveTabProps, 'person' | 'state' | 'year'> & { screen: ScreenState }) {
  const { screen, person, state, year } = props
  const { copy, actions } = screen
  const [isOpen, setIsOpen] = useState(false)
  const balance = useOwnBalance(copy, person.id, year)
  return (
    <section aria-label="휴가 신청" className="flex shrink-0 flex-col gap-3 lg:w-[340px]">
      <BalanceLine year={year} balance={balance} />
      <Button
        className="lg:hidden"
        tone={isOpen ? 'secondary' : 'primary'}
        aria-expanded={isOpen}
        icon={<ChevronDown size={16} strokeWidth={1.5} className={isOpen ? 'rotate-180' : ''} />}
        onClick={() => setIsOpen(!isOpen)}
      >
        {isOpen ? '신청서 접기' : '휴가 신청하기'}
      </Button>
      <div className={`rounded-panel border bg-paper-raised p-4 ${isOpen ? '' : 'max-lg:hidden'}`}>
        <LeaveForm
          copy={copy}
          userId={person.id}
          record={null}
          onSave={async (draft) => {
            const isSaved = await submitLeave(actions, draft, person)
            if (!isSaved) return false
            setIsOpen(false)
            // Switches the year, so that the new request is visible in the list.
            const { startDate, endDate } = draft
            const isShown = startDate <= `${year}-12-31` && endDate >= `${year}-01-01`
            if (!isShown) state.change({ year: Number(startDate.slice(0, 4)) })
            return true
          }}
        />
      </div>
    </section>
  )
}

/**
 * The request named in the URL, as it was when opened, so that nobody decides on something they
 * have not read.
 */
function OpenedRequest(props: { screen: ScreenState; person: LeavePerson; id: string; onClose(): void }) {
  const { screen, person, id, onClose } = props
  const { copy, actions } = screen
  const [row, setRow] = useState<SourceRow | 'missing' | null>(null)
  useEffect(() => {
    let isUnmounted = false
    rememberRecord(copy.userId, { collection: 'leave-requests', id })
    void copy.getRow('leave-requests', id).then((storedRow) => isUnmounted || setRow(storedRow ?? 'missing'))
    return () => {
      isUnmounted = true
    }
  }, [copy, id])
  if (row === 'missing') {
    return (
      <Dialog open width="narrow" title="휴가 신청을 찾을 수 없습니다" onClose={onClose}>
        <p className="text-ink-2">{describeAbsentRecord('leave-requests')}</p>
      </Dialog>
    )
  }
  if (row === null || row.state === 'deleted') return null
  return <LeaveDialog copy={copy} person={person} actions={actions} onClose={onClose} record={row.record} />
}

/** 잔여 연차 of the year: the remaining days, then their components. */
function BalanceLine({ year, balance }: { year: number; balance: LeaveBalance | null }) {
  const isOffline = useSyncStatus().connection === 'offline'
  if (balance === null) return <p className="text-ink-3">연차를 계산하는 중...</p>
  const { granted, grantedAt, used, waiting } = balance
  const figures = [
    ...(granted === null ? [] : [{ label: '부여', days: granted }]),
    { label: '사용', days: used },
    { label: '신청 중', days: waiting },
  ]
  return (
    <dl aria-label={`${year}년 연차`} className="flex flex-wrap items-baseline gap-x-4">
      {granted === null ? null : (
        <div className="flex basis-full items-baseline gap-2">
          <dt className="text-label font-semibold text-ink-2">{year}년 잔여 연차</dt>
          <dd className={`tabular text-title font-semibold ${granted - used < 0 ? 'text-danger' : ''}`}>
            {formatRemaining(granted - used)}
          </dd>
        </div>
      )}
      {figures.map(({ label, days }) => (
        <div key={label} className="flex items-baseline gap-1.5 text-ink-2">
          <dt>{label}</dt>
          <dd className="tabular">{days}일</dd>
        </div>
      ))}
      {granted === null ? <div className="text-ink-3">부여된 연차는 서버에 연결되면 표시됩니다.</div> : null}
      {isOffline && grantedAt !== null ? (
        <div className="tabular text-ink-3">부여는 {formatTimestamp(grantedAt)}에 확인한 값입니다.</div>
      ) : null}
    </dl>
  )
}
