import { useEffect, useState } from 'react'
import type { RecordActions } from '#app/records/actions/record-actions.ts'
import { useFigure } from '#app/records/offline-copy/use-figure.ts'
import { getRecordBook } from '#app/records/record-book.ts'
import { useDirtyForm } from '#app/records/unstored-values/dirty-form.ts'
import { useLastResponse } from '#app/session/server-query.ts'
import { listFormStops } from '#app/ui/browser/form-fields.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { isTouch } from '#app/ui/data-table/commands/last-pointer.ts'
import { DateField } from '#app/ui/fields/date-field.tsx'
import { Select } from '#app/ui/fields/select.tsx'
import { TextArea } from '#app/ui/fields/text-area.tsx'
import { useLatest } from '#app/ui/hooks/use-latest.ts'
import { getOfficeToday } from '#app/ui/office/office-today.ts'
import type { AnyRecord, FieldValue } from '#contract/books/field.ts'
import { leaveHalves, leaveStates, leaveTypes } from '#contract/books/leave.ts'
import { type LeaveAllowance, leaveAllowancePath, leaveAllowancesSchema } from '#contract/leave/leave.ts'
import { findResidentNumberError } from '#contract/person-numbers/resident-number.ts'
import { findFirstWorkingDay } from '#domain/dates/calendar.ts'
import {
  countLeaveDays,
  findLeaveErrors,
  formatDayOffNote,
  formatOverlap,
  formatRemaining,
  formatWaitingNote,
  isAnnualLeave,
  type LeaveError,
  type LeaveSpan,
} from '#domain/leave/leave.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'

interface LeaveFormProps {
  copy: OfflineCopy
  userId: string
  /** Null: a new request. */
  record: AnyRecord | null
  /** Returns false if the device could not store it; the form then keeps its input. */
  onSave(draft: LeaveDraft): Promise<boolean>
  /** Shows a cancel button next to the save button. */
  onCancel?: () => void
  /** Called when the form has unsaved input, or has none any more. */
  onDirty?: (isDirty: boolean) => void
}

/**
 * 휴가신청 form: both dates start as today or the next working day, the end follows the start, and a
 * half day has one date.
 */
export function LeaveForm({ copy, userId, record, onSave, onCancel, onDirty }: LeaveFormProps) {
  const [start, setStart] = useState(() => createLeaveDraft(record))
  const [draft, setDraft] = useState(start)
  const [errors, setErrors] = useState<Partial<Record<LeaveError['field'], string>>>({})
  const [isBusy, setIsBusy] = useState(false)
  const isDirty = JSON.stringify(draft) !== JSON.stringify(start)
  const latestOnDirty = useLatest(onDirty)
  useEffect(() => latestOnDirty()?.(isDirty), [isDirty, latestOnDirty])
  useDirtyForm(isDirty, record === null ? '휴가 신청' : '휴가 신청 수정')
  const half = draft.type === 'half_day' ? draft.half : null
  const requested = { ...draft, half, id: record?.id ?? '', requesterId: userId }
  const overlap = useFigure(copy, 'leave-overlap', requested).value
  const overlapError = overlap === null ? undefined : formatOverlap(overlap)

  function change(patch: Partial<LeaveDraft>) {
    setErrors({})
    setDraft((before) => applyLeavePatch(before, patch))
  }

  async function save() {
    const draftErrors = findLeaveErrors({ ...draft, half })
    if (draftErrors.length > 0)
      return setErrors(Object.fromEntries(draftErrors.map(({ field, message }) => [field, message])))
    const isReasonNew = draft.reason.trim() !== createLeaveDraft(record).reason
    const numberError = isReasonNew ? findResidentNumberError(draft.reason) : null
    if (numberError !== null) return setErrors({ reason: numberError })
    if (overlapError !== undefined) return setErrors({ startDate: overlapError })
    setIsBusy(true)
    const isSaved = await onSave({ ...draft, half, reason: draft.reason.trim() })
    setIsBusy(false)
    if (!isSaved || record !== null) return
    setStart(createLeaveDraft(null))
    setDraft(createLeaveDraft(null))
  }

  return (
    <form
      ref={record === null ? undefined : focusFirstField}
      noValidate
      aria-label={record === null ? '휴가 신청' : '휴가 신청 수정'}
      className="grid grid-cols-2 gap-x-3 gap-y-3"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Select
        label="휴가 종류"
        value={draft.type}
        choices={leaveTypes}
        onValue={(type) => change({ type, half: type === 'half_day' ? 'morning' : null })}
      />
      {draft.type === 'half_day' ? (
        <Select
          label="반차 시간"
          value={draft.half ?? 'morning'}
          choices={leaveHalves}
          error={errors.half}
          onValue={(value) => change({ half: value })}
        />
      ) : (
        <span />
      )}
      <DateField
        label="시작일"
        isRequired
        value={draft.startDate}
        {...(draft.type === 'half_day' ? {} : { otherEnd: draft.endDate })}
        error={errors.startDate ?? overlapError}
        hint={formatDayOffNote({ ...draft, half }) ?? undefined}
        onValue={(startDate) => change({ startDate })}
      />
      {draft.type === 'half_day' ? (
        <span />
      ) : (
        <DateField
          label="종료일"
          isRequired
          value={draft.endDate}
          otherEnd={draft.startDate}
          error={errors.endDate}
          onValue={(endDate) => change({ endDate })}
        />
      )}
      <div className="col-span-full">
        <TextArea
          label="사유"
          isRequired
          rows={2}
          maxLength={500}
          value={draft.reason}
          error={errors.reason}
          onValue={(reason) => change({ reason })}
        />
      </div>
      <RequestedDays copy={copy} userId={userId} record={record} draft={{ ...draft, half }} />
      <div className="col-span-full flex flex-wrap justify-end gap-2">
        {onCancel ? <Button onClick={onCancel}>취소</Button> : null}
        <Button tone="primary" type="submit" isBusy={isBusy} className="max-sm:flex-1">
          {record === null ? '휴가 신청' : '저장'}
        </Button>
      </div>
    </form>
  )
}

/** For an edit, whose dialog is already open with the focus on a button that is gone now. */
function focusFirstField(form: HTMLFormElement | null): void {
  if (form && !isTouch()) listFormStops(form)[0]?.focus()
}

/** Working days of the request, and the balance that would remain. */
function RequestedDays(props: { copy: OfflineCopy; userId: string; record: AnyRecord | null; draft: LeaveDraft }) {
  const { copy, userId, record, draft } = props
  const year = Number((draft.startDate || getOfficeToday()).slice(0, 4))
  const balance = useOwnBalance(copy, userId, year)
  const span = readLeaveSpan({ ...draft })
  const days = countLeaveDays(span)
  return (
    <p role="status" className="col-span-full flex flex-wrap gap-x-4 gap-y-1 border-t pt-3 text-ink-2">
      <span>
        신청 일수 <strong className="tabular font-semibold text-ink">{days}일</strong>
        <span className="text-ink-3"> (주말·공휴일 제외)</span>
      </span>
      {isAnnualLeave(draft.type) ? renderRemaining() : <span>연차에서 빠지지 않습니다.</span>}
    </p>
  )

  function renderRemaining() {
    if (balance === null || balance.granted === null) return null
    // The saved request is already counted in `waiting`.
    const before = record && isAnnualLeave(readLeaveSpan(record).type) ? countLeaveDays(readLeaveSpan(record), year) : 0
    const waiting = balance.waiting - before
    const note = formatWaitingNote(waiting)
    const remainingDays = balance.granted - balance.used - waiting - countLeaveDays(span, year)
    return (
      <span>
        신청 후 {year}년 잔여{' '}
        <strong className={`tabular font-semibold ${remainingDays < 0 ? 'text-danger' : 'text-ink'}`}>
          {formatRemaining(remainingDays)}
        </strong>
        {note === null ? null : <span className="text-ink-3"> {note}</span>}
      </span>
    )
  }
}

function createLeaveDraft(record: AnyRecord | null): LeaveDraft {
  const today = getOfficeToday()
  if (record === null) {
    const day = findFirstWorkingDay(today)
    return { type: 'annual', half: null, startDate: day, endDate: day, reason: '' }
  }
  const { type, half, startDate, endDate } = readLeaveSpan(record)
  const reason = String(record['reason'] ?? '')
  return { type: type ?? 'annual', half, startDate: startDate ?? today, endDate: endDate ?? today, reason }
}

/** Moves the end with the start: it is never before it, and a one-day request stays one day. */
function applyLeavePatch(before: LeaveDraft, patch: Partial<LeaveDraft>): LeaveDraft {
  const after = { ...before, ...patch }
  const wasOneDay = before.startDate === before.endDate
  const isMoved = patch.startDate !== undefined && (wasOneDay || after.endDate < after.startDate)
  return isMoved || after.type === 'half_day' ? { ...after, endDate: after.startDate } : after
}

/** The fields of a row that determine its days. */
export function readLeaveSpan(leave: Readonly<Record<string, FieldValue>>): LeaveSpan {
  const text = (key: string) => (typeof leave[key] === 'string' ? leave[key] : null)
  return { type: text('type'), half: text('half'), startDate: text('startDate'), endDate: text('endDate') }
}

/**
 * A person's annual leave of a year, including this device's unsent requests. `granted` is null
 * until the server's first response.
 */
export interface LeaveBalance {
  readonly granted: number | null
  /** When the server sent `granted`, in ms. */
  readonly grantedAt: number | null
  readonly used: number
  readonly waiting: number
}

/** The user's own balance; null until this device's requests are read. */
export function useOwnBalance(copy: OfflineCopy, userId: string, year: number): LeaveBalance | null {
  const { allowance, updatedAt } = useOwnAllowance(userId, year)
  const { value } = useFigure(copy, 'leave-uses', year)
  if (value === null) return null
  // A request restored by 되돌리기 has no requester until the server has written it again.
  const ownUses = value.filter((use) => use.userId === userId || use.userId === '')
  return {
    granted: allowance?.granted ?? null,
    grantedAt: allowance ? updatedAt : null,
    used: ownUses.reduce((sum, { used }) => sum + used, 0),
    waiting: ownUses.reduce((sum, { waiting }) => sum + waiting, 0),
  }
}

/** The fields of a leave request. */
interface LeaveDraft {
  readonly type: string
  readonly half: string | null
  readonly startDate: string
  readonly endDate: string
  readonly reason: string
}

export interface LeavePerson {
  readonly id: string
  readonly nickname: string
  readonly isSuperuser: boolean
}

export type LeaveDecision = (typeof leaveStates)[number]['value']

/**
 * Returns false if the device could not store it (shown in a toast), like the other actions here.
 */
export async function submitLeave(actions: RecordActions, draft: LeaveDraft, person: LeavePerson): Promise<boolean> {
  // Set locally until the server fills them in, because this device's lists filter by them.
  const provisionalFields = { state: 'pending', requester_id: person.id, requester_name: person.nickname }
  return (await actions.add({ ...draft, ...provisionalFields })) !== null
}

export function withdrawLeave(actions: RecordActions, record: AnyRecord): Promise<boolean> {
  return actions.remove({ record }, { confirmLabel: '신청 취소', cancelLabel: '그대로 두기' })
}

export function decideLeave(
  actions: RecordActions,
  record: AnyRecord,
  { decision, comment }: { decision: LeaveDecision; comment: string },
): Promise<boolean> {
  const doneText = decision === 'pending' ? '결정을 취소했습니다.' : `${describeState(decision)}했습니다.`
  const caption = `${String(record['requester_name'] ?? '')} ${getRecordBook('leave-requests').rules.captionOf(record)}`
  const texts = { step: '휴가 결정', done: `휴가 신청을 ${doneText}`, caption, canUndo: true } as const
  return actions.change({ record }, { state: decision, comment: comment.trim() || null }, texts)
}

function describeState(state: LeaveDecision): string {
  return leaveStates.find(({ value }) => value === state)?.label ?? ''
}

/**
 * The user's granted leave of a year and when the server sent it, in ms; undefined until its first
 * response. Cached on the device, so that the balance shows offline. Only the user's own:
 * colleagues' data does not belong in local storage.
 */
function useOwnAllowance(userId: string, year: number): { allowance: LeaveAllowance | undefined; updatedAt: number } {
  const ownSchema = leaveAllowancesSchema.transform(
    ({ results }) => results.find(({ user_id }) => user_id === userId) ?? null,
  )
  const { data, dataUpdatedAt } = useLastResponse(leaveAllowancePath, ownSchema, {
    queryKey: ['leave', 'own-allowance', year],
    call: { searchParams: { year } },
    isStored: true,
  })
  return { allowance: data ?? undefined, updatedAt: dataUpdatedAt }
}

/** The granted leave of all staff, for superusers. */
export function useAllowances(year: number) {
  return useLastResponse(leaveAllowancePath, leaveAllowancesSchema, {
    queryKey: ['leave', 'allowances', year],
    call: { searchParams: { year } },
    staleTime: 10_000,
  })
}
