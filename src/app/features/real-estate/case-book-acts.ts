import type { AnyRecord, FieldValue } from '#contract/records/field.ts'
import type { SourceRow } from '#contract/row-source.ts'
import { vatOf } from '#domain/vat.ts'
import { newId } from '#mirror/new-id.ts'
import type { Edit, OfflineCopy } from '#mirror/offline-copy.ts'
import type { ActHistory } from '#app/session/act-history/act-history.ts'
import { performAct, type ActEdit, type Performed } from '#app/session/act-history/perform-act.ts'
import type { ConfirmQuestion } from '#app/ui/confirm.tsx'
import type {
  ConflictSettlement,
  EditAct,
  EditOutcome,
  EntryDraft,
  EntryLine,
  EntryOutcome,
} from '#app/ui/data-table/data-table-props.ts'
import type { ShowToast } from '#app/ui/toast.tsx'
import { caseCaption, caseCreate, caseDelete, caseUpdate } from './case-edits.ts'
import { caseBookToast, failureText, successText } from './write-outcome-toasts.ts'

export interface CaseBookActs {
  edit(act: EditAct): Promise<EditOutcome>
  open(row: SourceRow): void
  remove(row: SourceRow): Promise<void>
  settleConflict(settlement: ConflictSettlement): Promise<void>
  entry: EntryLine
}

export interface ActsNeed {
  copy: OfflineCopy
  history: ActHistory
  /** 되돌리기 of an act's own toast. */
  undoAct(actId: string): void
  /** Opens an entry's own window; false when the browser blocked it. */
  openWindow(row: SourceRow): boolean
  /** Asked at the moment of use, because screens replace them. */
  toast(): ShowToast
  confirm(question: ConfirmQuestion): Promise<boolean>
  groups(): readonly AnyRecord[]
}

/** What people do to the book. Each act is taken down in the outbox before it is called done. */
export function createCaseBookActs(need: ActsNeed): CaseBookActs {
  return {
    edit: (act) => editRows(need, act),
    open: (row) => {
      if (!need.openWindow(row)) need.toast().warning('팝업 차단을 해제해 주세요.', caseBookToast)
    },
    remove: (row) => removeRow(need, row),
    settleConflict: ({ opId, key, choice }) => need.copy.outbox.resolveConflict(opId, { [key]: choice }),
    entry: { onAdd: (draft) => addRow(need, draft), derive: withFollowingTax },
  }
}

async function editRows(need: ActsNeed, act: EditAct): Promise<EditOutcome> {
  const edits: ActEdit[] = []
  for (const [row, changes] of changesByRow(act)) {
    const made = caseUpdate(row, changes)
    if ('refusal' in made) return refuse(need, made.refusal)
    edits.push({ edit: made.edit, record: row.record, caption: captionOf(row) })
  }
  for (const draft of act.newRows ?? []) {
    const made = caseCreate(newId(), { ...draft })
    if ('refusal' in made) return refuse(need, made.refusal)
    edits.push({ edit: made.edit, record: null, caption: captionOfDraft(need, draft) })
  }
  const performed = await performAct(need, { label: actLabel(actNames[act.kind], edits), edits })
  return tellOutcome(need, { kind: 'update', edits, performed })
}

async function removeRow(need: ActsNeed, row: SourceRow): Promise<void> {
  const section = String(row.joined['group_id']?.['name'] ?? captionOf(row))
  const isSure = await need.confirm({
    title: `'${section}' 건을 삭제하시겠습니까?`,
    message: captionOf(row),
    confirmLabel: '삭제',
    isDestructive: true,
  })
  if (!isSure) return
  const edits = [{ edit: caseDelete(row), record: row.record, caption: captionOf(row) }]
  const performed = await performAct(need, { label: actLabel('삭제', edits), edits })
  tellOutcome(need, { kind: 'delete', edits, performed })
}

async function addRow(need: ActsNeed, draft: EntryDraft): Promise<EntryOutcome> {
  const made = caseCreate(newId(), { ...draft })
  if ('refusal' in made) {
    need.toast().error(made.refusal, caseBookToast)
    return { message: made.refusal, fields: { group_id: made.refusal } }
  }
  const edits = [{ edit: made.edit, record: null, caption: captionOfDraft(need, draft) }]
  const performed = await performAct(need, { label: actLabel('추가', edits), edits })
  return tellOutcome(need, { kind: 'create', edits, performed })
}

function refuse(need: ActsNeed, reason: string): { message: string } {
  need.toast().error(reason)
  return { message: reason }
}

/** Says what became of an act. What deletes, or changes more than one record, can be taken back from the toast itself. */
function tellOutcome(
  need: ActsNeed,
  { kind, edits, performed }: { kind: Edit['kind']; edits: readonly ActEdit[]; performed: Performed },
): EditOutcome {
  const { actId, kept, failure } = performed
  const undo = { action: { label: '되돌리기', onSelect: () => need.undoAct(actId) } }
  if (failure !== null) {
    const rest = kept > 0 ? ` ${edits.length}건 중 ${kept}건은 저장되었습니다.` : ''
    need.toast().error(failureText(kind, failure + rest), kept > 0 ? undo : {})
    return { message: failure }
  }
  if (kept === 0) return
  const isOnline = need.copy.getStatus().connection === 'online'
  const [first] = edits
  const text = successText(kind, edits.length > 1 ? `${edits.length}건` : (first?.caption ?? ''), isOnline)
  if (kind === 'delete' || edits.length > 1) need.toast().success(text, undo)
  else need.toast().success(text, caseBookToast)
}

const actNames: Record<EditAct['kind'], string> = {
  cell: '셀 수정',
  clear: '셀 지우기',
  paste: '붙여넣기',
  fill: '채우기',
  bulk: '일괄 수정',
}

/** `셀 수정 (김가온)`, `붙여넣기 (12건)`. */
function actLabel(name: string, edits: readonly ActEdit[]): string {
  return `${name} (${edits.length === 1 ? (edits[0]?.caption ?? '') : `${edits.length}건`})`
}

function captionOfDraft(need: ActsNeed, draft: EntryDraft): string {
  const group = need.groups().find((known) => known.id === draft['group_id'])
  return typeof draft['owner'] === 'string' ? draft['owner'] : String(group?.['name'] ?? '사건')
}

function captionOf(row: SourceRow): string {
  return caseCaption(row.record, row.joined['group_id'])
}

/** Each changed row as it looked to whoever changed it: an edit before this one may still be on its way into the row. */
function changesByRow(act: EditAct): [SourceRow, Record<string, FieldValue>][] {
  return [...Map.groupBy(act.changes, ({ row }) => row)].map(([row, changes]) => {
    const seen = Object.fromEntries(changes.map(({ key, old }) => [key, old]))
    const wanted = Object.fromEntries(changes.map(({ key, new: value }) => [key, value]))
    return [{ ...row, record: { ...row.record, ...seen } }, wanted]
  })
}

function withFollowingTax(draft: EntryDraft, changedKey: string): EntryDraft {
  if (changedKey !== 'fees') return draft
  const fees = draft['fees']
  return { ...draft, fees_vat: typeof fees === 'number' ? vatOf(fees) : null }
}
