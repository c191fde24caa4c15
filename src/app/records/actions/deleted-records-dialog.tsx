import { useQueries } from '@tanstack/react-query'
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
import { useSyncedCollections } from '../synced-books/use-synced-books.ts'
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
        menuLabel="삭제한 기록"
        icon={<ArchiveRestore size={16} strokeWidth={1.5} />}
        onClick={() => setIsOpen(true)}
      />
      {isOpen ? <DeletedRecordsDialog collection={collection} onClose={() => setIsOpen(false)} /> : null}
    </>
  )
}

interface DeletedRecordsDialogProps {
  /** The book shown first. Default: the book of the screen, or every book. */
  collection?: CollectionName
  /** Searches every book for this text. */
  search?: string | undefined
  onClose(): void
}

/** 삭제한 기록: what anyone deleted from a book, by whom and when; 되살리기 brings a record back. */
export function DeletedRecordsDialog({ collection, search = '', onClose }: DeletedRecordsDialogProps) {
  const copied = useSyncedCollections()
  const location = useLocation()
  const books = collectionNames.filter((name) => copied.has(name) && isRestorable(name))
  const [chosen, setChosen] = useState<string>(
    collection ?? (search === '' ? findBookForUrl(location.pathname, location.search) : null) ?? everyBook,
  )
  const [text, setText] = useState(search)
  const chosenCollection = books.find((name) => name === chosen)
  const choices = books.map((value) => ({ value, label: getBook(value).label }))
  return (
    <Dialog
      open
      title="삭제한 기록"
      description="다른 사람이 삭제한 기록도 나옵니다. 되살리면 함께 삭제된 내용도 돌아옵니다. 주민등록번호는 다시 입력해 주세요."
      onClose={onClose}
      actions={<Button onClick={onClose}>닫기</Button>}
    >
      <div className="mt-3 mb-3 grid gap-2 sm:grid-cols-2">
        <Select
          label="장부"
          value={chosenCollection ?? everyBook}
          choices={[{ value: everyBook, label: '모든 장부' }, ...choices]}
          onValue={setChosen}
        />
        <TextField label="이름·삭제한 사람" value={text} onValue={setText} />
      </div>
      <DeletedList
        key={chosenCollection ?? everyBook}
        collections={chosenCollection ? [chosenCollection] : books}
        text={text.trim()}
      />
    </Dialog>
  )
}

const everyBook = 'every-book'

function DeletedList({ collections, text }: { collections: readonly CollectionName[]; text: string }) {
  const { result, isFetching, refetch } = useDeletedRecords(collections)
  const { restoredIds, restore } = useRestore()
  const query = useMemo(() => compileSearch(text), [text])
  return (
    <ResultView result={result} noun="삭제한 기록은" isBusy={isFetching} onRetry={refetch}>
      {({ results, more }) => {
        const shownRecords = results.filter(
          ({ collection, record }) => !restoredIds.has(record.id) && matchesDeleted(collection, record, query),
        )
        return (
          <>
            {shownRecords.length === 0 ? (
              <p className="border-b py-4 text-ink-2">
                {text === '' ? '삭제한 기록이 없습니다.' : '찾는 기록이 없습니다.'}
              </p>
            ) : (
              <ul aria-label="삭제한 기록">
                {shownRecords.map((line) => (
                  <DeletedLine
                    key={line.record.id}
                    line={line}
                    bookLabel={collections.length > 1 ? getBook(line.collection).label : ''}
                    onRestore={() => void restore(line)}
                  />
                ))}
              </ul>
            )}
            {more ? (
              <p className="mt-2 text-label text-ink-3">
                {collections.length > 1 ? '장부마다 ' : ''}최근 {formatNumber(maxDeletedRecords)}건만 보입니다.
              </p>
            ) : null}
          </>
        )
      }}
    </ResultView>
  )
}

interface DeletedLineProps {
  line: ListedDeletion
  /** Empty while one book is shown. */
  bookLabel: string
  onRestore(): void
}

function DeletedLine({ line: { collection, record }, bookLabel, onRestore }: DeletedLineProps) {
  const caption = formatDeletedCaption(collection, record.fields)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b py-2">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{caption}</p>
        <p className="tabular text-label text-ink-3">
          {[bookLabel, formatMoment(record.deleted_at), record.deleted_by].filter(Boolean).join(' · ')}
        </p>
      </div>
      <Button aria-label={`${caption} 되살리기`} onClick={onRestore}>
        되살리기
      </Button>
    </li>
  )
}

interface ListedDeletion {
  readonly collection: CollectionName
  readonly record: DeletedRecord
}

/** The deletions of these books, newest first. One book that can't be read is a failure of all. */
function useDeletedRecords(collections: readonly CollectionName[]) {
  const api = useApi()
  const queries = useQueries({
    queries: collections.map((collection) => ({
      queryKey: ['deleted-records', collection],
      queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Result<DeletedRecords>> => {
        const result = await toResult(api.get(buildDeletedRecordsPath(collection), { signal }).json())
        return result.ok ? { ...result, value: deletedRecordsSchema.parse(result.value) } : result
      },
      staleTime: 0,
      gcTime: 0,
      networkMode: 'always' as const,
    })),
  })
  return {
    result: mergeResults(collections.map((collection, index) => ({ collection, result: queries[index]?.data }))),
    isFetching: queries.some(({ isFetching }) => isFetching),
    refetch: () => queries.forEach(({ refetch }) => void refetch()),
  }
}

/** Undefined until every book has arrived. */
function mergeResults(
  books: readonly { collection: CollectionName; result: Result<DeletedRecords> | undefined }[],
): Result<{ results: readonly ListedDeletion[]; more: boolean }> | undefined {
  const lines: ListedDeletion[] = []
  let more = false
  for (const { collection, result } of books) {
    if (!result?.ok) return result
    lines.push(...result.value.results.map((record) => ({ collection, record })))
    more ||= result.value.more
  }
  lines.sort((a, b) => b.record.deleted_at.localeCompare(a.record.deleted_at))
  return { ok: true, value: { results: lines, more } }
}

/** Restores records as one action each. Restored ones leave the list before the server knows. */
function useRestore() {
  const copy = useOfflineCopy()
  const history = useActionHistory(copy, 'deleted-records')
  const isOnline = useSyncStatus().connection !== 'offline'
  const toast = useToast()
  const [restoredIds, setRestoredIds] = useState<ReadonlySet<string>>(new Set())
  async function restore({ collection, record }: ListedDeletion) {
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
