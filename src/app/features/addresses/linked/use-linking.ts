import type { AnyRecord, FieldValue } from '#contract/books/field.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { performAction, type ActionEdit } from '#app/action-history/perform-action.ts'
import { useActionHistory } from '#app/action-history/use-action-history.ts'
import { useHistoryCommands } from '#app/action-history/use-history-commands.ts'
import { bookToast, waitingNote } from '#app/records/actions/outcome-words.ts'
import { useOfflineCopy } from '#app/records/copy/use-offline-copy.tsx'
import { useCompleteLists } from '#app/records/copy/use-complete-lists.ts'
import { captionOfRow, recordBook } from '#app/records/record-book.ts'
import { recordUpdate } from '#app/records/record-edits.ts'
import { useToast } from '#app/ui/overlays/toast.tsx'
import type { LinkingBook } from './address-from-record.ts'
import { newAddress } from './new-address.ts'

const sections = ['projects'] as const

/**
 * Links a case or unit to an address, or to a new one made from its own data, as one undoable
 * action. `historyId`: the screen's undo history.
 */
export function useLinking(collection: LinkingBook, historyId: string) {
  const copy = useOfflineCopy()
  const toast = useToast()
  const history = useActionHistory(copy, historyId)
  const { undoAction } = useHistoryCommands({ history, source: null, collection, toast })
  const { projects } = useCompleteLists(copy, sections)

  async function perform(label: string, result: LinkResult, done: string) {
    if ('refusal' in result) return toast.error(result.refusal, bookToast)
    const { actId, failure } = await performAction({ copy, history }, { label, edits: result.edits })
    if (failure !== null) return toast.error(failure, bookToast)
    toast.success(done + waitingNote(copy.getStatus().connection === 'online'), {
      action: { label: '되돌리기', onSelect: () => undoAction(actId) },
    })
  }

  return {
    link: (row: SourceRow, addressId: string) =>
      perform('부동산 주소 연결', linkEdit(collection, row, addressId), '부동산 주소에 연결했습니다.'),
    unlink: (row: SourceRow) =>
      perform('부동산 주소 연결 해제', linkEdit(collection, row, null), '부동산 주소와의 연결을 해제했습니다.'),
    linkNew: (row: SourceRow) =>
      perform('부동산 주소 추가', withNew({ collection, projects }, row), '부동산 주소를 추가했습니다.'),
  }
}

type LinkResult = { readonly edits: readonly ActionEdit[] } | { readonly refusal: string }

function linkEdit(collection: LinkingBook, row: SourceRow, address_id: FieldValue): LinkResult {
  const book = recordBook(collection)
  const result = recordUpdate(book, row, { address_id })
  if ('refusal' in result) return { refusal: result.refusal }
  return { edits: [{ edit: result.edit, record: row.record, caption: captionOfRow(book, row) }] }
}

function withNew(
  { collection, projects }: { collection: LinkingBook; projects: readonly AnyRecord[] },
  row: SourceRow,
): LinkResult {
  const result = newAddress({ collection, projects }, row)
  if ('refusal' in result) return result
  const link = linkEdit(collection, row, result.id)
  return 'refusal' in link ? link : { edits: [...result.edits, ...link.edits] }
}
