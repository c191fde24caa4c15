import type { AnyRecord, FieldValue } from '#contract/records/field.ts'
import type { SourceRow } from '#contract/row-source.ts'
import { newId } from '#mirror/new-id.ts'
import type { Edit, OfflineCopy } from '#mirror/offline-copy.ts'
import type { ActHistory } from '#app/session/act-history/act-history.ts'
import { performAct } from '#app/session/act-history/perform-act.ts'
import { bookToast } from '#app/session/record-book/outcome-words.ts'
import { updateOfRecord } from '#app/session/record-book/update-of-record.ts'
import type { EditAct, EditOutcome } from '#app/ui/data-table/data-table-props.ts'
import type { ShowToast } from '#app/ui/toast.tsx'
import { nameOf } from './belonging-names.ts'
import type { MasterKind } from './master-kinds.ts'
import { actNames, failureText, successText, type MasterAct } from './master-words.ts'

export interface MasterActsNeed {
  kind: MasterKind
  copy: OfflineCopy
  history: ActHistory
  toast: ShowToast
  /** 되돌리기 of an act's own toast. */
  undoAct(actId: string): void
  /** Called when an act is kept: the list is shown anew (spec 3 §4). */
  onKept(): void
}

/** Adds a record, or changes one, through the outbox. Answers its id; null when this device could not keep it (said in a toast). */
export async function saveMaster(
  need: MasterActsNeed,
  record: AnyRecord | null,
  values: Record<string, FieldValue>,
): Promise<string | null> {
  const id = record?.id ?? newId()
  const caption = String(values['name'] ?? record?.['name'] ?? '')
  const edit = record === null ? createOf(need.kind, id, values) : updateOf(need.kind, record, values)
  const isKept = await perform(need, { edit, record, caption })
  return isKept ? id : null
}

/** Changes made in a detail panel: one act for each record. */
export async function changeMaster(need: MasterActsNeed, { changes }: EditAct): Promise<EditOutcome> {
  for (const [row, ofRow] of Map.groupBy(changes, (change) => change.row)) {
    const values = Object.fromEntries(ofRow.map(({ key, new: value }) => [key, value]))
    if ((await saveMaster(need, row.record, values)) === null) {
      return { message: failureText(need.kind.collection, 'update') }
    }
  }
}

/** Deletes a record through the outbox; the caller has asked. */
export async function deleteMaster(need: MasterActsNeed, { id, record }: SourceRow): Promise<void> {
  const { collection } = need.kind
  const caption = nameOf(record)
  await perform(need, {
    edit: { kind: 'delete', collection, id, baseVersion: record.version, caption },
    record,
    caption,
  })
}

function updateOf({ collection }: MasterKind, record: AnyRecord, values: Record<string, FieldValue>): Edit {
  return updateOfRecord({ collection, record, values, caption: nameOf(record) })
}

function createOf({ collection }: MasterKind, id: string, values: Record<string, FieldValue>): Edit {
  return { kind: 'create', collection, id, fields: values }
}

async function perform(
  need: MasterActsNeed,
  { edit, record, caption }: { edit: Edit; record: AnyRecord | null; caption: string },
): Promise<boolean> {
  const { kind, copy, history, toast } = need
  const act: MasterAct = edit.kind
  const label = `${kind.label} ${actNames[act]} (${caption})`
  const { actId, failure } = await performAct({ copy, history }, { label, edits: [{ edit, record, caption }] })
  if (failure !== null) {
    toast.error(failureText(kind.collection, act), { description: failure })
    return false
  }
  const text = successText(kind.collection, act, copy.getStatus().connection === 'online')
  const undo = { action: { label: '되돌리기', onSelect: () => need.undoAct(actId) } }
  toast.success(text, act === 'delete' ? { ...bookToast, ...undo } : bookToast)
  need.onKept()
  return true
}
