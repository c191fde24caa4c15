import type { AnyRecord } from '#contract/books/field.ts'
import { leaveStates } from '#contract/books/leave.ts'
import { recordBook } from '#app/records/record-book.ts'
import type { RecordActions } from '#app/records/actions/record-actions.ts'

/** The fields of a leave request. */
export interface AskedLeave {
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

export type Decision = (typeof leaveStates)[number]['value']

/**
 * Returns false if the device could not store it (shown in a toast), like the other actions here.
 */
export async function askForLeave(actions: RecordActions, asked: AskedLeave, person: LeavePerson): Promise<boolean> {
  // Set locally until the server fills them in, because this device's lists filter by them.
  const known = { state: 'pending', requester_id: person.id, requester_name: person.nickname }
  return (await actions.add({ ...asked, ...known })) !== null
}

export function withdrawLeave(actions: RecordActions, record: AnyRecord): Promise<boolean> {
  return actions.remove({ record }, { confirmLabel: '신청 취소', cancelLabel: '그대로 두기' })
}

export function decideLeave(
  actions: RecordActions,
  record: AnyRecord,
  { decision, comment }: { decision: Decision; comment: string },
): Promise<boolean> {
  const done = decision === 'pending' ? '결정을 취소했습니다.' : `${stateText(decision)}했습니다.`
  const whose = `${String(record['requester_name'] ?? '')} ${recordBook('leave-requests').rules.captionOf(record)}`
  const said = { step: '휴가 결정', done: `휴가 신청을 ${done}`, caption: whose, canUndo: true } as const
  return actions.change({ record }, { state: decision, comment: comment.trim() || null }, said)
}

function stateText(state: Decision): string {
  return leaveStates.find(({ value }) => value === state)?.label ?? ''
}
