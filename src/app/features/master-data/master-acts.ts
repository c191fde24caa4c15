import type { AnyRecord, FieldValue } from '#contract/records/field.ts'
import type { SourceRow } from '#contract/row-source.ts'
import { newId } from '#mirror/new-id.ts'
import type { Edit, OfflineCopy } from '#mirror/offline-copy.ts'
import type { ActHistory } from '#app/session/act-history/act-history.ts'
import { performAct, type ActEdit, type Performed } from '#app/session/act-history/perform-act.ts'
import { bookToast, unkeptText } from '#app/session/record-book/outcome-words.ts'
import { updateOfRecord } from '#app/session/record-book/update-of-record.ts'
import type { EditAct, EditOutcome } from '#app/ui/data-table/edit-act.ts'
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
  const edit = record === null ? createOf(need.kind, id, values) : updateOf(need.kind, record, values)
  const { failure } = await perform(need, { edit, record, caption: captionOf(values, record) })
  return failure === null ? id : null
}

/** Changes made in a detail panel: one act for each record. */
export async function changeMaster(need: MasterActsNeed, { changes, isAgain }: EditAct): Promise<EditOutcome> {
  const rows = [...Map.groupBy(changes, (change) => change.row)]
  for (const [index, [{ record }, ofRow]] of rows.entries()) {
    const values = Object.fromEntries(ofRow.map(({ key, new: value }) => [key, value]))
    const act = {
      edit: updateOf(need.kind, record, values),
      record,
      caption: captionOf(values, record),
      isAgain: isAgain === true,
    }
    const { failure, lacksRoom } = await perform(need, act)
    if (failure === null) continue
    if (!lacksRoom) return { message: failureText(need.kind.collection, 'update') }
    return { message: unkeptText(failure), unkept: rows.slice(index).map(([{ id }]) => id) }
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

function captionOf(values: Record<string, FieldValue>, record: AnyRecord | null): string {
  return String(values['name'] ?? record?.['name'] ?? '')
}

/** `isAgain`: tried once more by itself, and the first failure has been said. */
async function perform(
  need: MasterActsNeed,
  { edit, record, caption, isAgain = false }: ActEdit & { isAgain?: boolean },
): Promise<Performed> {
  const { kind, copy, history, toast } = need
  const act: MasterAct = edit.kind
  const label = `${kind.label} ${actNames[act]} (${caption})`
  const performed = await performAct({ copy, history }, { label, edits: [{ edit, record, caption }] })
  const { actId, failure } = performed
  if (failure !== null) {
    if (!isAgain) toast.error(failureText(kind.collection, act), { description: failure })
    return performed
  }
  const text = successText(kind.collection, act, copy.getStatus().connection === 'online')
  const undo = { action: { label: '되돌리기', onSelect: () => need.undoAct(actId) } }
  toast.success(text, act === 'delete' ? { ...bookToast, ...undo } : bookToast)
  need.onKept()
  return performed
}
