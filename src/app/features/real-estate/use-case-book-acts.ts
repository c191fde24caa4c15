import { useEffect, useMemo, useRef } from 'react'
import type { AnyRecord, FieldValue } from '#contract/records/field.ts'
import type { RowSource, SourceRow } from '#contract/row-source.ts'
import { vatOf } from '#domain/vat.ts'
import { OutboxWriteError, type Edit, type OfflineCopy } from '#mirror/offline-copy.ts'
import { newId } from '#mirror/new-id.ts'
import { useConfirm } from '#app/ui/confirm.tsx'
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
import { createDetailWindows } from './detail-window.ts'
import { caseBookToast, failureText, successText } from './write-outcome-toasts.ts'

export interface CaseBookActs {
  edit(act: EditAct): Promise<EditOutcome>
  open(row: SourceRow): void
  remove(row: SourceRow): void
  settleConflict(settlement: ConflictSettlement): void
  entry: EntryLine
}

interface ActsOf {
  copy: OfflineCopy
  source: RowSource
  toast: ShowToast
  groups: readonly AnyRecord[]
}

/** What people do to the book, each act taken down in the outbox before it is called done. The answer is the same object for a book's whole life. */
export function useCaseBookActs(deps: ActsOf): CaseBookActs {
  const confirm = useConfirm()
  const latest = useRef({ ...deps, confirm })
  latest.current = { ...deps, confirm }
  const { copy, source } = deps
  const windows = useMemo(
    () =>
      createDetailWindows(
        (id) => source.rowById(id),
        () => (copy.syncNow(), source.refresh()),
      ),
    [copy, source],
  )
  useEffect(() => () => windows.close(), [windows])

  return useMemo<CaseBookActs>(() => {
    const isOnline = () => copy.getStatus().connection === 'online'
    const said = (kind: Edit['kind'], caption: string) =>
      latest.current.toast.success(successText(kind, caption, isOnline()), caseBookToast)

    async function edit(act: EditAct): Promise<EditOutcome> {
      for (const [row, changes] of changesByRow(act)) {
        const made = caseUpdate(row, changes)
        if ('refusal' in made)
          return (latest.current.toast.error(made.refusal, caseBookToast), { message: made.refusal })
        const failure = await takeDown(copy, made.edit)
        if (failure) return (latest.current.toast.error(failureText('update', failure)), { message: failure })
        said('update', captionOf(row))
      }
    }

    async function remove(row: SourceRow): Promise<void> {
      const section = String(row.joined['group_id']?.['name'] ?? captionOf(row))
      const isSure = await latest.current.confirm({
        title: `'${section}' 건을 삭제하시겠습니까?`,
        message: captionOf(row),
        confirmLabel: '삭제',
        isDestructive: true,
      })
      if (!isSure) return
      const failure = await takeDown(copy, caseDelete(row))
      if (failure) latest.current.toast.error(failureText('delete', failure))
      else said('delete', captionOf(row))
    }

    async function add(draft: EntryDraft): Promise<EntryOutcome> {
      const made = caseCreate(newId(), { ...draft })
      if ('refusal' in made) {
        latest.current.toast.error(made.refusal, caseBookToast)
        return { message: made.refusal, fields: { group_id: made.refusal } }
      }
      const failure = await takeDown(copy, made.edit)
      if (failure) return (latest.current.toast.error(failureText('create', failure)), { message: failure })
      const group = latest.current.groups.find((known) => known.id === draft['group_id'])
      said('create', typeof draft['owner'] === 'string' ? draft['owner'] : String(group?.['name'] ?? '사건'))
    }

    return {
      edit,
      open: (row) => {
        if (!windows.open(row)) latest.current.toast.warning('팝업 차단을 해제해 주세요.', caseBookToast)
      },
      remove: (row) => void remove(row),
      settleConflict: ({ opId, key, choice }) => void copy.outbox.resolveConflict(opId, { [key]: choice }),
      entry: { onAdd: add, derive: withFollowingTax },
    }
  }, [copy, windows])
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
