import type { AnyRecord, FieldValue } from '#contract/records/field.ts'
import { newId } from '#mirror/new-id.ts'
import type { Edit, OfflineCopy } from '#mirror/offline-copy.ts'
import type { ActionHistory } from '#app/action-history/action-history.ts'
import { performAction } from '#app/action-history/perform-action.ts'
import { updateOfRecord } from '#app/records/update-of-record.ts'
import type { ShowToast } from '#app/ui/overlays/toast.tsx'
import { actionNames, captionOf, leaveWords, stateText } from './leave-words.ts'

/** What a person asks for. */
export interface AskedLeave {
  readonly type: string
  readonly half: string | null
  readonly startDate: string
  readonly endDate: string
  readonly reason: string
}

export type Decision = 'pending' | 'approved' | 'refused'

export interface LeaveActionsNeed {
  copy: OfflineCopy
  history: ActionHistory
  toast: ShowToast
  /** Who works here. */
  person: { readonly id: string; readonly nickname: string }
  undoAction(actId: string): void
  /** Called when an action is kept: the list is shown anew. */
  onKept(): void
}

/** Everything done to leave requests goes through the outbox, so it works without a network. Each answers false when this device could not keep it (said in a toast). */
export interface LeaveActions {
  ask(asked: AskedLeave): Promise<boolean>
  change(record: AnyRecord, asked: AskedLeave): Promise<boolean>
  withdraw(record: AnyRecord): Promise<boolean>
  decide(record: AnyRecord, decision: Decision, comment: string): Promise<boolean>
}

const collection = 'leave-requests'

export function createLeaveActions(need: LeaveActionsNeed): LeaveActions {
  return {
    ask(asked) {
      // Until the server has put them on the record, these are what the lists of this device go by.
      const known = { state: 'pending', requester_id: need.person.id, requester_name: need.person.nickname }
      const edit: Edit = { kind: 'create', collection, id: newId(), fields: { ...asked, ...known } }
      return perform(need, { edit, record: null, caption: captionOf({ ...asked }) })
    },
    change: (record, asked) =>
      perform(need, { edit: updateOf(record, { ...asked }), record, caption: captionOf({ ...asked }) }),
    withdraw: (record) => {
      const { id, version: baseVersion } = record
      const caption = captionOf(record)
      return perform(need, { edit: { kind: 'delete', collection, id, baseVersion, caption }, record, caption })
    },
    decide(record, decision, comment) {
      const caption = `${String(record['requester_name'] ?? '')} ${captionOf(record)}`
      const edit = updateOf(record, { state: decision, comment: comment.trim() || null })
      const said = decision === 'pending' ? '결정을 취소했습니다.' : `${stateText(decision)}했습니다.`
      return perform(need, { edit, record, caption, said: `휴가 신청을 ${said}` })
    },
  }
}

function updateOf(record: AnyRecord, values: Record<string, FieldValue>): Edit {
  return updateOfRecord({ collection, record, values, caption: captionOf(record) })
}

async function perform(
  { copy, history, toast, undoAction, onKept }: LeaveActionsNeed,
  action: { edit: Edit; record: AnyRecord | null; caption: string; said?: string },
): Promise<boolean> {
  const { edit: bare, record, caption, said } = action
  const edit = { ...bare, caption }
  const label = `휴가 ${said === undefined ? actionNames[edit.kind] : '결정'} (${caption})`
  const { actId, failure } = await performAction({ copy, history }, { label, edits: [{ edit, record, caption }] })
  if (failure !== null) {
    toast.error(leaveWords.failure(edit.kind, failure))
    return false
  }
  const isOnline = copy.getStatus().connection === 'online'
  const text = said === undefined ? leaveWords.success(edit.kind, caption, isOnline) : said
  const canUndo = edit.kind === 'delete' || said !== undefined
  toast.success(text, canUndo ? { action: { label: '되돌리기', onSelect: () => undoAction(actId) } } : {})
  onKept()
  return true
}
