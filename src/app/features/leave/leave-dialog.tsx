import { type ReactNode, useState } from 'react'
import type { RecordActions } from '#app/records/actions/record-actions.ts'
import { useFigure } from '#app/records/offline-copy/use-figure.ts'
import { useDirtyForm } from '#app/records/unstored-values/dirty-form.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { Badge } from '#app/ui/display/badge.tsx'
import { formatTimestamp } from '#app/ui/display/format-timestamp.ts'
import { TextArea } from '#app/ui/fields/text-area.tsx'
import { useConfirmClose } from '#app/ui/overlays/confirm.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import type { AnyRecord } from '#contract/books/field.ts'
import { leaveStates } from '#contract/books/leave.ts'
import { findResidentNumberError } from '#contract/person-numbers/resident-number.ts'
import { formatLeaveDays, formatLeaveType } from '#domain/books/leave.ts'
import { countLeaveDays, formatRemaining, isAnnualLeave } from '#domain/leave/leave.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import {
  decideLeave,
  type LeaveDecision,
  LeaveForm,
  readLeaveSpan,
  useAllowances,
  withdrawLeave,
} from './leave-form.tsx'

interface LeaveDialogProps {
  copy: OfflineCopy
  record: AnyRecord
  person: { readonly id: string; readonly isSuperuser: boolean }
  actions: RecordActions
  onClose(): void
}

/**
 * One request and its decision. Its requester may change or withdraw it while it waits; superusers
 * decide.
 */
export function LeaveDialog({ copy, record, person, actions, onClose }: LeaveDialogProps) {
  const [isEditing, setIsEditing] = useState(false)
  const [isDirty, setDirty] = useState(false)
  const close = useConfirmClose(isDirty, onClose)
  const cancel = useConfirmClose(isDirty, () => {
    setDirty(false)
    setIsEditing(false)
  })
  const isOwn = (record['requester_id'] ?? person.id) === person.id
  const isWaiting = record['state'] === 'pending'

  async function withdraw() {
    if (await withdrawLeave(actions, record)) onClose()
  }

  if (isEditing) {
    return (
      <Dialog open isSticky title="휴가 신청 수정" onClose={() => void close()}>
        <LeaveForm
          copy={copy}
          record={record}
          userId={person.id}
          onSave={async (draft) => {
            const isSaved = await actions.change({ record }, { ...draft })
            if (isSaved) onClose()
            return isSaved
          }}
          onCancel={() => void cancel()}
          onDirty={setDirty}
        />
      </Dialog>
    )
  }
  return (
    <Dialog
      open
      title={isOwn ? '내 휴가 신청' : `${String(record['requester_name'] ?? '')} 님의 휴가 신청`}
      isSticky={isDirty}
      onClose={() => void close()}
      actions={
        isOwn && isWaiting ? (
          <>
            <Button tone="transparent" className="text-danger" onClick={() => void withdraw()}>
              신청 취소
            </Button>
            <Button onClick={() => setIsEditing(true)}>수정</Button>
          </>
        ) : null
      }
    >
      <LeaveDetails record={record} />
      {person.isSuperuser ? (
        <DecisionForm copy={copy} record={record} actions={actions} onDirty={setDirty} onClose={onClose} />
      ) : null}
    </Dialog>
  )
}

function LeaveDetails({ record }: { record: AnyRecord }) {
  const state = leaveStates.find(({ value }) => value === record['state'])
  const decidedAt = Date.parse(String(record['decided_at']))
  return (
    <dl className="grid grid-cols-[84px_1fr] gap-x-3 gap-y-2">
      <Fact label="상태">
        <Badge tone={state?.tone ?? 'plain'}>{state?.label}</Badge>
      </Fact>
      <Fact label="휴가 종류">{formatLeaveType(record)}</Fact>
      <Fact label="기간">
        <span className="tabular">
          {formatLeaveDays(record)} · {countLeaveDays(readLeaveSpan(record))}일
        </span>
      </Fact>
      <Fact label="사유">
        <span className="whitespace-pre-wrap">{String(record['reason'] ?? '')}</span>
      </Fact>
      {record['decided_by'] ? (
        <Fact label="결정">
          {String(record['decided_by'])} · <span className="tabular">{formatTimestamp(decidedAt)}</span>
        </Fact>
      ) : null}
      {record['comment'] ? <Fact label="검토 의견">{String(record['comment'])}</Fact> : null}
    </dl>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-ink-3">{label}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  )
}

interface DecisionFormProps extends Omit<LeaveDialogProps, 'person'> {
  /** Called when the comment differs from the saved one, and when it no longer does. */
  onDirty(isDirty: boolean): void
}

function DecisionForm({ copy, record, actions, onDirty, onClose }: DecisionFormProps) {
  const savedComment = String(record['comment'] ?? '')
  const [comment, setComment] = useState(savedComment)
  const [error, setError] = useState<string>()
  const isWaiting = record['state'] === 'pending'
  useDirtyForm(comment !== savedComment, '검토 의견')

  async function decide(decision: LeaveDecision) {
    if (decision === 'refused' && comment.trim() === '') return setError('반려 사유를 입력해 주세요.')
    const numberError = comment === savedComment ? null : findResidentNumberError(comment)
    if (numberError !== null && decision !== 'pending') return setError(numberError)
    if (await decideLeave(actions, record, { decision, comment: decision === 'pending' ? '' : comment })) onClose()
  }

  return (
    <section aria-label="승인과 반려" className="mt-4 flex flex-col gap-3 border-t pt-4">
      <RequesterBalance copy={copy} record={record} />
      {isWaiting ? (
        <TextArea
          label="검토 의견"
          hint="반려할 때는 꼭 입력해 주세요."
          rows={2}
          maxLength={500}
          value={comment}
          error={error}
          onValue={(text) => {
            setComment(text)
            onDirty(text !== savedComment)
            setError(undefined)
          }}
        />
      ) : null}
      <div className="flex flex-wrap justify-end gap-2">
        {isWaiting ? (
          <>
            <Button className="text-danger max-sm:flex-1" onClick={() => void decide('refused')}>
              반려
            </Button>
            <Button tone="primary" className="max-sm:flex-1" onClick={() => void decide('approved')}>
              승인
            </Button>
          </>
        ) : (
          <Button onClick={() => void decide('pending')}>결정 취소</Button>
        )}
      </div>
    </section>
  )
}

/**
 * The requester's balance of the year, for the decision. Granted days come from the server, used
 * days from the offline copy.
 */
function RequesterBalance({ copy, record }: Pick<LeaveDialogProps, 'copy' | 'record'>) {
  const span = readLeaveSpan(record)
  const year = Number((span.startDate ?? '').slice(0, 4))
  const requester = record['requester_id']
  const allowance = useAllowances(year).data?.results.find(({ user_id }) => user_id === requester)
  const uses = useFigure(copy, 'leave-uses', year).value
  if (!allowance || uses === null || !isAnnualLeave(span.type)) return null
  const remainingDays = allowance.granted - (uses.find(({ userId }) => userId === requester)?.used ?? 0)
  const after =
    record['state'] === 'pending' ? ` · 승인하면 ${formatRemaining(remainingDays - countLeaveDays(span, year))}` : ''
  return (
    <p className="tabular text-ink-2">
      {year}년 잔여 연차 {formatRemaining(remainingDays)}
      {after}
    </p>
  )
}
