import type { AnyRecord, FieldValue } from '#contract/records/field.ts'
import type { SourceRow } from '#contract/row-source.ts'
import { newId } from '#mirror/new-id.ts'
import type { Edit, OfflineCopy } from '#mirror/offline-copy.ts'
import type { ActionHistory } from '#app/action-history/action-history.ts'
import { performAction, type ActionEdit, type Performed } from '#app/action-history/perform-action.ts'
import { bookToast, unkeptText } from '#app/records/actions/outcome-words.ts'
import { updateOfRecord } from '#app/records/update-of-record.ts'
import type { EditAction, EditOutcome } from '#app/ui/data-table/editing/edit-action.ts'
import type { ShowToast } from '#app/ui/overlays/toast.tsx'
import { nameOf } from './belonging-names.ts'
import type { MasterKind } from './master-kinds.ts'
import { actionNames, failureText, successText, type MasterAction } from './master-words.ts'

export interface MasterActionsNeed {
  kind: MasterKind
  copy: OfflineCopy
  history: ActionHistory
  toast: ShowToast
  /** 되돌리기 of an action's own toast. */
  undoAction(actId: string): void
  /** Called when an action is kept: the list is shown anew (spec 3 §4). */
  onKept(): void
}

/** Adds a record, or changes one, through the outbox. Answers its id; null when this device could not keep it (said in a toast). */
export async function saveMaster(
  need: MasterActionsNeed,
  record: AnyRecord | null,
  values: Record<string, FieldValue>,
): Promise<string | null> {
  const id = record?.id ?? newId()
  const edit = record === null ? createOf(need.kind, id, values) : updateOf(need.kind, record, values)
  const { failure } = await perform(need, { edit, record, caption: captionOf(values, record) })
  return failure === null ? id : null
}

/** Changes made in a detail panel: one action for each record. */
export async function changeMaster(need: MasterActionsNeed, { changes, isAgain }: EditAction): Promise<EditOutcome> {
  const rows = [...Map.groupBy(changes, (change) => change.row)]
  for (const [index, [{ record }, ofRow]] of rows.entries()) {
    const values = Object.fromEntries(ofRow.map(({ key, new: value }) => [key, value]))
    const action = {
      edit: updateOf(need.kind, record, values),
      record,
      caption: captionOf(values, record),
      isAgain: isAgain === true,
    }
    const { failure, lacksRoom } = await perform(need, action)
    if (failure === null) continue
    if (!lacksRoom) return { message: failureText(need.kind.collection, 'update') }
    return { message: unkeptText(failure), unkept: rows.slice(index).map(([{ id }]) => id) }
  }
}

/** Deletes a record through the outbox; the caller has asked. */
export async function deleteMaster(need: MasterActionsNeed, { id, record }: SourceRow): Promise<void> {
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

function captionOf(values: Record<string, FieldValue>, record: AnyRecord | null): string {
  return String(values['name'] ?? record?.['name'] ?? '')
}

/** `isAgain`: tried once more by itself, and the first failure has been said. */
async function perform(
  need: MasterActionsNeed,
  { edit, record, caption, isAgain = false }: ActionEdit & { isAgain?: boolean },
): Promise<Performed> {
  const { kind, copy, history, toast } = need
  const action: MasterAction = edit.kind
  const label = `${kind.label} ${actionNames[action]} (${caption})`
  const performed = await performAction({ copy, history }, { label, edits: [{ edit, record, caption }] })
  const { actId, failure } = performed
  if (failure !== null) {
    if (!isAgain) toast.error(failureText(kind.collection, action), { description: failure })
    return performed
  }
  const text = successText(kind.collection, action, copy.getStatus().connection === 'online')
  const undo = { action: { label: '되돌리기', onSelect: () => need.undoAction(actId) } }
  toast.success(text, action === 'delete' ? { ...bookToast, ...undo } : bookToast)
  need.onKept()
  return performed
}
