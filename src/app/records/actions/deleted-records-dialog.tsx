import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { ArchiveRestore } from 'lucide-react'
import { useMemo, useState } from 'react'
import { performAction } from '#app/action-history/perform-action.ts'
import { useActionHistory } from '#app/action-history/use-action-history.ts'
import { type Result, toResult } from '#app/session/api-result.ts'
import { useApi } from '#app/session/api.tsx'
import { ResultView } from '#app/session/result-view.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { IconButton } from '#app/ui/buttons/icon-button.tsx'
import { Select } from '#app/ui/fields/select.tsx'
import { TextField } from '#app/ui/fields/text-field.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { type CollectionName, collectionNames, getBook } from '#contract/books/collections.ts'
import {
  buildDeletedRecordsPath,
  type DeletedRecord,
  type DeletedRecords,
  deletedRecordsSchema,
  maxDeletedRecords,
} from '#contract/sync/deleted-records.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { formatMoment } from '#domain/dates/office-moment.ts'
import { compileSearch } from '#domain/text/search-text.ts'
import { useOfflineCopy, useSyncStatus } from '../offline-copy/use-offline-copy.tsx'
import { findBookForUrl } from '../synced-books/book-for-url.ts'
import { useCopiedCollections } from '../synced-books/use-copied-books.ts'
import { formatWaitingNote } from './outcome-texts.ts'
import { buildRestoreEdits, formatDeletedCaption, isRestorable, matchesDeleted } from './restore-edits.ts'

/** 삭제한 기록 of a list's toolbar; nothing for a book whose records are not restored by hand. */
export function DeletedRecordsButton({ collection }: { collection: CollectionName }) {
  const [isOpen, setIsOpen] = useState(false)
  if (!isRestorable(collection)) return null
  return (
    <>
      <IconButton
        label="삭제한 기록"
        icon={<ArchiveRestore size={16} strokeWidth={1.5} />}
        onClick={() => setIsOpen(true)}
      />
      {isOpen ? <DeletedRecordsDialog collection={collection} onClose={() => setIsOpen(false)} /> : null}
    </>
  )
}

interface DeletedRecordsDialogProps {
  /** The book shown first. Default: the book of the screen. */
  collection?: CollectionName
  onClose(): void
}

/** 삭제한 기록: what anyone deleted from a book, by whom and when; 되살리기 brings a record back. */
export function DeletedRecordsDialog({ collection, onClose }: DeletedRecordsDialogProps) {
  const copied = useCopiedCollections()
  const { pathname, search } = useLocation()
  const books = collectionNames.filter((name) => copied.has(name) && isRestorable(name))
  const [chosen, setChosen] = useState<string | null>(collection ?? findBookForUrl(pathname, search))
  const [text, setText] = useState('')
  const book = books.find((name) => name === chosen) ?? books[0]
  return (
    <Dialog
      open
      title="삭제한 기록"
      description="다른 사람이 삭제한 기록도 나옵니다. 되살리면 함께 삭제된 내용도 돌아옵니다. 주민등록번호는 다시 입력해 주세요."
      onClose={onClose}
      actions={<Button onClick={onClose}>닫기</Button>}
    >
      <div className="mt-3 mb-3 grid gap-2 sm:grid-cols-2">
        {book ? (
          <Select
            label="장부"
            value={book}
            choices={books.map((value) => ({ value, label: getBook(value).label }))}
            onValue={setChosen}
          />
        ) : null}
        <TextField label="이름·삭제한 사람" value={text} onValue={setText} />
      </div>
      {book ? <DeletedList key={book} collection={book} text={text.trim()} /> : null}
    </Dialog>
  )
}

function DeletedList({ collection, text }: { collection: CollectionName; text: string }) {
  const { data, isFetching, refetch } = useDeletedRecords(collection)
  const { restoredIds, restore } = useRestore(collection)
  const query = useMemo(() => compileSearch(text), [text])
  return (
    <ResultView result={data} noun="삭제한 기록은" isBusy={isFetching} onRetry={() => void refetch()}>
      {({ results, more }) => {
        const shown = results.filter(
          (record) => !restoredIds.has(record.id) && matchesDeleted(collection, record, query),
        )
        return (
          <>
            {shown.length === 0 ? (
              <p className="border-b py-4 text-ink-2">
                {text === '' ? '삭제한 기록이 없습니다.' : '찾는 기록이 없습니다.'}
              </p>
            ) : (
              <ul aria-label="삭제한 기록">
                {shown.map((record) => (
                  <DeletedLine
                    key={record.id}
                    collection={collection}
                    record={record}
                    onRestore={() => void restore(record)}
                  />
                ))}
              </ul>
            )}
            {more ? (
              <p className="mt-2 text-label text-ink-3">최근 {formatNumber(maxDeletedRecords)}건만 보입니다.</p>
            ) : null}
          </>
        )
      }}
    </ResultView>
  )
}

interface DeletedLineProps {
  collection: CollectionName
  record: DeletedRecord
  onRestore(): void
}

function DeletedLine({ collection, record, onRestore }: DeletedLineProps) {
  const caption = formatDeletedCaption(collection, record.fields)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b py-2">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{caption}</p>
        <p className="tabular text-label text-ink-3">
          {formatMoment(record.deleted_at)} · {record.deleted_by}
        </p>
      </div>
      <Button aria-label={`${caption} 되살리기`} onClick={onRestore}>
        되살리기
      </Button>
    </li>
  )
}

function useDeletedRecords(collection: CollectionName) {
  const api = useApi()
  return useQuery({
    queryKey: ['deleted-records', collection],
    queryFn: async ({ signal }): Promise<Result<DeletedRecords>> => {
      const result = await toResult(api.get(buildDeletedRecordsPath(collection), { signal }).json())
      return result.ok ? { ...result, value: deletedRecordsSchema.parse(result.value) } : result
    },
    staleTime: 0,
    gcTime: 0,
    networkMode: 'always',
  })
}

/** Restores records as one action each. Restored ones leave the list before the server knows. */
function useRestore(collection: CollectionName) {
  const copy = useOfflineCopy()
  const history = useActionHistory(copy, 'deleted-records')
  const isOnline = useSyncStatus().connection !== 'offline'
  const toast = useToast()
  const [restoredIds, setRestoredIds] = useState<ReadonlySet<string>>(new Set())
  async function restore(record: DeletedRecord) {
    const caption = formatDeletedCaption(collection, record.fields)
    const edits = buildRestoreEdits(collection, record)
    const { failure } = await performAction({ copy, history }, { label: `되살리기 (${caption})`, edits })
    if (failure !== null) {
      toast.error('되살리지 못했습니다.', { description: failure })
      return
    }
    setRestoredIds((before) => new Set(before).add(record.id))
    toast.success(`되살렸습니다: ${caption}${formatWaitingNote(isOnline)}`)
  }
  return { restoredIds, restore }
}
