import { deliveryStatus, topUpStatus } from '#contract/records/quick-delivery.ts'
import type { AnyRecord, FieldValue } from '#contract/records/field.ts'
import { instantText } from '#contract/values.ts'
import { isTopUp } from '#domain/quick-balance.ts'
import { formatWon } from '#domain/won.ts'
import { newId } from '#mirror/new-id.ts'
import type { Edit, OfflineCopy } from '#mirror/offline-copy.ts'
import type { ActionHistory } from '#app/action-history/action-history.ts'
import { performAction } from '#app/action-history/perform-action.ts'
import { updateOfRecord } from '#app/records/update-of-record.ts'
import type { ShowToast } from '#app/ui/overlays/toast.tsx'
import { actionNames, failureText, quickToast, successText, type QuickAction } from './quick-words.ts'

type Fields = Readonly<Record<string, FieldValue>>

export interface QuickActionsNeed {
  copy: OfflineCopy
  history: ActionHistory
  toast: ShowToast
  /** 되돌리기 of an action's own toast. */
  undoAction(actId: string): void
  /** Called when an action is kept. */
  onKept(action: QuickAction): void
}

const collection = 'quick-deliveries'

/** Writes a ride down, of this moment. Answers whether the device could keep it; when not, a toast has said so. */
export function createRide(need: QuickActionsNeed, fields: Fields): Promise<boolean> {
  return create(need, 'create', { ...fields, status: deliveryStatus })
}

/** Puts money on the balance. */
export function topUp(need: QuickActionsNeed, fields: Fields): Promise<boolean> {
  return create(need, 'top_up', { ...fields, status: topUpStatus })
}

/** Changes a ride; only what differs, so that what a colleague has changed meanwhile stays. */
export function changeRide(need: QuickActionsNeed, record: AnyRecord, fields: Fields): Promise<boolean> {
  const caption = captionOf(record)
  const edit = updateOfRecord({ collection, record, values: fields, caption })
  return perform(need, 'update', { edit, record, caption })
}

/** Deletes a ride or a top-up; the caller has asked. */
export function removeRecord(need: QuickActionsNeed, record: AnyRecord): Promise<boolean> {
  const { id, version } = record
  const caption = captionOf(record)
  return perform(need, 'delete', {
    edit: { kind: 'delete', collection, id, baseVersion: version, caption },
    record,
    caption,
  })
}

/** How people speak of a record: `김가온 · 사무소 → 해든등기소 · 12,000원`, `충전 50,000원`. */
export function captionOf(record: Fields): string {
  const amount = typeof record['amount'] === 'number' ? `${formatWon(record['amount'])}원` : ''
  const { status } = record
  if (isTopUp({ status: typeof status === 'string' ? status : null })) return `충전 ${amount}`
  const way = [record['sender'], record['receiver']].filter(Boolean).join(' → ')
  const parts = [record['rider'], way, amount].filter(Boolean).join(' · ')
  return parts === '' ? String(record['memo'] ?? '') : parts
}

function create(need: QuickActionsNeed, action: QuickAction, given: Fields): Promise<boolean> {
  const fields = { ...given, created_at: instantText(Date.now()) }
  const caption = captionOf(fields)
  return perform(need, action, {
    edit: { kind: 'create', collection, id: newId(), fields, caption },
    record: null,
    caption,
  })
}

async function perform(
  need: QuickActionsNeed,
  action: QuickAction,
  { edit, record, caption }: { edit: Edit; record: AnyRecord | null; caption: string },
): Promise<boolean> {
  const { copy, history, toast } = need
  const label = `${actionNames[action]} (${caption})`
  const { actId, failure } = await performAction({ copy, history }, { label, edits: [{ edit, record, caption }] })
  if (failure !== null) {
    toast.error(failureText(action, failure), quickToast)
    return false
  }
  const undo = { action: { label: '되돌리기', onSelect: () => need.undoAction(actId) } }
  const isOnline = copy.getStatus().connection === 'online'
  toast.success(successText(action, isOnline), action === 'delete' ? { ...quickToast, ...undo } : quickToast)
  need.onKept(action)
  return true
}
