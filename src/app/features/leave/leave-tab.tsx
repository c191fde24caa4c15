import { ChevronDown } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { SourceRow } from '#contract/row-source.ts'
import type { SearchState } from '#app/records/address/use-address-search.ts'
import { usualToasts } from '#app/records/actions/outcome-words.ts'
import { useAskedRecords, type AskedRecords } from '#app/records/screen/use-asked-records.ts'
import { useScreenState, type ScreenState } from '#app/records/screen/use-screen-state.ts'
import { rememberRecord } from '#app/records/detail/recent-records.ts'
import { absentText } from '#app/records/gone-text.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { BalanceLine } from './balance-line.tsx'
import { everybodysLeaveColumns, narrowed, ownLeaveColumns } from './leave-columns.ts'
import { askForLeave, type LeavePerson } from './leave-actions.ts'
import { LeaveDialog } from './leave-dialog.tsx'
import { LeaveForm } from './leave-form.tsx'
import { LeaveList } from './leave-list.tsx'
import { leaveQuery, leaveSearch, type LeaveSearch } from './leave-search.ts'
import { useOwnBalance } from './use-leave-balance.ts'

export interface LeaveTabProps {
  person: LeavePerson
  state: SearchState<LeaveSearch>
  year: number
  /** One's own requests with the form, or everybody's. */
  whose: 'own' | 'everybody'
}

/** A list of requests on the offline copy; one's own has the form beside it. */
export function LeaveTab(props: LeaveTabProps) {
  const { person, state, year, whose } = props
  const [isNarrow] = useState(() => window.matchMedia('(width < 40rem)').matches)
  const tableId = `${whose === 'own' ? 'leave-own' : 'leave-everybody'}${isNarrow ? '-narrow' : ''}`
  const query = leaveQuery(state.search, { year, of: whose === 'own' ? person.id : null })
  const asked = useAskedRecords({ kind: leaveSearch, state, tableId, query })
  return asked ? <LeaveRequests {...props} asked={asked} isNarrow={isNarrow} /> : null
}

const columnsOf = {
  own: { wide: ownLeaveColumns, narrow: narrowed(ownLeaveColumns) },
  everybody: { wide: everybodysLeaveColumns, narrow: narrowed(everybodysLeaveColumns) },
}

function LeaveRequests(props: LeaveTabProps & { asked: AskedRecords<LeaveSearch>; isNarrow: boolean }) {
  const { asked, isNarrow, person, state, year, whose } = props
  const screen = useScreenState({
    ...asked,
    historyId: 'leave',
    toasts: usualToasts,
    onKept: asked.source.refresh,
    label: whose === 'own' ? '내 휴가신청' : '전체 휴가신청',
    columns: columnsOf[whose][isNarrow ? 'narrow' : 'wide'],
  })
  const close = () => state.change({ open: '', page: state.search.page })
  return (
    <>
      {whose === 'own' ? (
        <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-auto pt-1 max-sm:-mx-3 max-sm:px-3 lg:flex-row lg:gap-6">
          <OwnSide screen={screen} person={person} state={state} year={year} />
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

/** Remaining days and the form; on a small screen the form unfolds, so that the list is in sight first. */
function OwnSide(props: Pick<LeaveTabProps, 'person' | 'state' | 'year'> & { screen: ScreenState }) {
  const { screen, person, state, year } = props
  const { copy, actions } = screen
  const [isOpen, setOpen] = useState(false)
  const balance = useOwnBalance(copy, person.id, year)
  return (
    <section aria-label="휴가 신청" className="flex shrink-0 flex-col gap-3 lg:w-[340px]">
      <BalanceLine year={year} balance={balance} />
      <Button
        className="lg:hidden"
        tone={isOpen ? 'secondary' : 'primary'}
        aria-expanded={isOpen}
        icon={<ChevronDown size={16} strokeWidth={1.5} className={isOpen ? 'rotate-180' : ''} />}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? '신청서 접기' : '휴가 신청하기'}
      </Button>
      <div className={`rounded-panel border bg-paper-raised p-4 ${isOpen ? '' : 'max-lg:hidden'}`}>
        <LeaveForm
          copy={copy}
          userId={person.id}
          record={null}
          onSave={async (asked) => {
            const isKept = await askForLeave(actions, asked, person)
            if (!isKept) return false
            setOpen(false)
            // What was asked for is to be seen in the list beside it.
            const { startDate, endDate } = asked
            const isShown = startDate <= `${year}-12-31` && endDate >= `${year}-01-01`
            if (!isShown) state.change({ year: Number(startDate.slice(0, 4)) })
            return true
          }}
        />
      </div>
    </section>
  )
}

/** The request that the address names, as it stood when it was opened: whoever decides, decides what they have read. */
function OpenedRequest(props: { screen: ScreenState; person: LeavePerson; id: string; onClose(): void }) {
  const { screen, person, id, onClose } = props
  const { copy, actions } = screen
  const [row, setRow] = useState<SourceRow | 'missing' | null>(null)
  useEffect(() => {
    let isGone = false
    rememberRecord(copy.userId, { collection: 'leave-requests', id })
    void copy.getRow('leave-requests', id).then((found) => isGone || setRow(found ?? 'missing'))
    return () => {
      isGone = true
    }
  }, [copy, id])
  if (row === 'missing') {
    return (
      <Dialog open width="narrow" title="휴가 신청을 찾을 수 없습니다" onClose={onClose}>
        <p className="text-ink-2">{absentText('leave-requests')}</p>
      </Dialog>
    )
  }
  if (row === null || row.state === 'deleted') return null
  return <LeaveDialog copy={copy} person={person} actions={actions} onClose={onClose} record={row.record} />
}
