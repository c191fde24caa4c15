import type { AnyRecord, FieldValue } from '#contract/records/field.ts'
import type { SourceRow } from '#contract/row-source.ts'
import { vatOf } from '#domain/vat.ts'
import { newId } from '#mirror/new-id.ts'
import { OutboxWriteError, type Edit, type OfflineCopy } from '#mirror/offline-copy.ts'
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
  for (const [row, changes] of changesByRow(act)) {
    const made = caseUpdate(row, changes)
    const failure = 'refusal' in made ? made.refusal : await takeDown(need.copy, made.edit)
    if (failure !== null) {
      need.toast().error('refusal' in made ? failure : failureText('update', failure))
      return { message: failure }
    }
    saySuccess(need, 'update', captionOf(row))
  }
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
  const failure = await takeDown(need.copy, caseDelete(row))
  if (failure === null) saySuccess(need, 'delete', captionOf(row))
  else need.toast().error(failureText('delete', failure))
}

async function addRow(need: ActsNeed, draft: EntryDraft): Promise<EntryOutcome> {
  const made = caseCreate(newId(), { ...draft })
  if ('refusal' in made) {
    need.toast().error(made.refusal, caseBookToast)
    return { message: made.refusal, fields: { group_id: made.refusal } }
  }
  const failure = await takeDown(need.copy, made.edit)
  if (failure !== null) {
    need.toast().error(failureText('create', failure))
    return { message: failure }
  }
  const group = need.groups().find((known) => known.id === draft['group_id'])
  saySuccess(need, 'create', typeof draft['owner'] === 'string' ? draft['owner'] : String(group?.['name'] ?? '사건'))
}

function saySuccess(need: ActsNeed, kind: Edit['kind'], caption: string): void {
  const isOnline = need.copy.getStatus().connection === 'online'
  need.toast().success(successText(kind, caption, isOnline), caseBookToast)
}

function captionOf(row: SourceRow): string {
  return caseCaption(row.record, row.joined['group_id'])
}

/** Takes an edit down; answers the Korean reason when the device could not keep it. An edit that changes nothing is not one. */
async function takeDown(copy: OfflineCopy, edit: Edit): Promise<string | null> {
  if (edit.kind === 'update' && Object.keys(edit.changes).length === 0) return null
  try {
    await copy.enqueue(edit)
    return null
  } catch (error) {
    if (!(error instanceof OutboxWriteError)) throw error
    return storageReasons[error.reason]
  }
}

const storageReasons: Record<OutboxWriteError['reason'], string> = {
  full: '이 기기의 저장 공간이 부족하여 저장하지 못했습니다.',
  lost: '이 기기의 저장소를 사용할 수 없어 저장하지 못했습니다.',
  blocked: '이전 버전의 창이 열려 있어 저장하지 못했습니다. 다른 창을 닫아 주세요.',
  invalid: '저장할 수 없는 값입니다.',
}

function changesByRow(act: EditAct): Map<SourceRow, Record<string, FieldValue>> {
  const byRow = new Map<SourceRow, Record<string, FieldValue>>()
  for (const { row, key, new: value } of act.changes) byRow.set(row, { ...byRow.get(row), [key]: value })
  return byRow
}

function withFollowingTax(draft: EntryDraft, changedKey: string): EntryDraft {
  if (changedKey !== 'fees') return draft
  const fees = draft['fees']
  return { ...draft, fees_vat: typeof fees === 'number' ? vatOf(fees) : null }
}
