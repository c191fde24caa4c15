import { useEffect, useState } from 'react'
import { toResult } from '#app/session/api-result.ts'
import { useApi } from '#app/session/api.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { buildAllColumns } from '#app/ui/data-table/columns/table-columns.ts'
import type { Column } from '#app/ui/data-table/data-table-props.ts'
import type { DetailTab } from '#app/ui/detail-panel/detail-tabs.ts'
import { Badge } from '#app/ui/display/badge.tsx'
import { Skeleton } from '#app/ui/display/skeleton.tsx'
import { type CollectionName, mirroredCollections } from '#contract/books/collections.ts'
import { type HistoryEntry, recordHistorySchema } from '#contract/records/generic-resource.ts'
import { formatMoment } from '#domain/dates/office-moment.ts'
import { useSyncStatus } from '../offline-copy/use-offline-copy.tsx'
import { emptyValueText, historyKinds, listHistoryChanges } from './history-texts.ts'

interface HistoryPanelProps {
  collection: CollectionName
  /** The record whose history is shown. */
  id: string
  /** The record's version; a change reloads the history. */
  version?: number
  /**
   * The table's columns, which know the names of references. Default: from the record's
   * description.
   */
  columns?: readonly Column[]
}

/**
 * 변경 이력 of one record: who, when, old → new, newest first, from the server's change log. Needs a
 * connection; loaded entries stay.
 */
export function HistoryPanel(props: HistoryPanelProps) {
  const { collection, id, version = 0 } = props
  return <HistoryList key={`${collection}/${id}/${version}`} {...props} />
}

interface HistoryPage {
  readonly entries: readonly HistoryEntry[]
  readonly more: boolean
  readonly failure: { readonly message: string; readonly isUnreachable: boolean } | null
}

function HistoryList({ collection, id, columns }: HistoryPanelProps) {
  const { read, isBusy, readMore } = useHistoryEntries(collection, id)
  const all = columns ?? buildAllColumns(mirroredCollections[collection])
  if (!read) return <LoadingEntries />
  const { entries, more, failure } = read
  return (
    <div>
      {entries.length === 0 && !failure ? (
        <p className="py-6 text-center text-ink-2">변경 이력이 없습니다.</p>
      ) : (
        <ol aria-label="변경 이력">
          {entries.map((entry) => (
            <li key={entry.version} className="border-b py-2.5 first:pt-0">
              <Entry entry={entry} columns={all} />
            </li>
          ))}
        </ol>
      )}
      {failure ? <Failure {...failure} isBusy={isBusy} onRetry={readMore} /> : null}
      {more && !failure ? (
        <Button className="mt-3" isBusy={isBusy} onClick={readMore}>
          이전 이력 더 보기
        </Button>
      ) : null}
    </div>
  )
}

/** Pages of the history, appended on demand; the first loads at once. */
function useHistoryEntries(collection: CollectionName, id: string) {
  const api = useApi()
  const [loadedPage, setLoadedPage] = useState<HistoryPage | null>(null)
  const [request, setRequest] = useState<{ before: number | null }>({ before: null })
  const [isBusy, setIsBusy] = useState(true)
  useEffect(() => {
    const controller = new AbortController()
    const searchParams = { id, ...(request.before === null ? {} : { before: request.before }) }
    const call = api.get(`/api/sync/${collection}/history`, { searchParams, signal: controller.signal })
    void toResult(call.json()).then((result) => {
      if (controller.signal.aborted) return
      setIsBusy(false)
      if (!result.ok) {
        const failure = { message: result.problem.message, isUnreachable: result.isUnreachable }
        setLoadedPage((before) => ({ entries: before?.entries ?? [], more: before?.more ?? false, failure }))
        return
      }
      const { results, more } = recordHistorySchema.parse(result.value)
      setLoadedPage((before) => ({ entries: [...(before?.entries ?? []), ...results], more, failure: null }))
    })
    return () => controller.abort()
  }, [api, collection, id, request])
  return {
    read: loadedPage,
    isBusy,
    readMore() {
      setIsBusy(true)
      setRequest({ before: loadedPage?.entries.at(-1)?.version ?? null })
    },
  }
}

function Entry({ entry, columns }: { entry: HistoryEntry; columns: readonly Column[] }) {
  const { label, tone } = historyKinds[entry.kind]
  const lines = listHistoryChanges(entry, columns)
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={tone}>{label}</Badge>
        <span className="font-semibold">{entry.changed_by}</span>
        <time dateTime={entry.changed_at} className="tabular text-label text-ink-3">
          {formatMoment(entry.changed_at)}
        </time>
      </p>
      <dl className="mt-1.5 grid grid-cols-[minmax(88px,auto)_1fr] gap-x-3 gap-y-0.5">
        {lines.map(({ column, before, after }) => (
          <div key={column.key} className="contents">
            <dt className="text-label text-ink-3">{column.label}</dt>
            <dd className="min-w-0 break-words">
              {entry.kind === 'update' ? <Change before={before} after={after} /> : after || before}
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function Change({ before, after }: { before: string; after: string }) {
  return (
    <>
      <del className="text-ink-3">{before || emptyValueText}</del>
      <span aria-label="에서"> → </span>
      <ins className="font-medium no-underline">{after || emptyValueText}</ins>
    </>
  )
}

interface FailureProps {
  message: string
  isUnreachable: boolean
  isBusy: boolean
  onRetry(): void
}

function Failure({ message, isUnreachable, isBusy, onRetry }: FailureProps) {
  const { connection, trouble } = useSyncStatus()
  const isOffline = isUnreachable && connection === 'offline' && trouble?.kind === 'no_network'
  return (
    <div role="status" className="flex flex-col items-start gap-2 py-4">
      <p className="text-ink-2">{isOffline ? '변경 이력은 연결되어 있을 때 볼 수 있습니다.' : message}</p>
      <Button isBusy={isBusy} onClick={onRetry}>
        다시 시도
      </Button>
    </div>
  )
}

function LoadingEntries() {
  return (
    <div aria-busy className="flex flex-col gap-3">
      <p className="sr-only">변경 이력을 불러오는 중...</p>
      {[0, 1, 2].map((line) => (
        <Skeleton key={line} className="h-10 w-full" />
      ))}
    </div>
  )
}

/** 변경 이력 tab of a detail panel. */
export function createHistoryTab(collection: CollectionName, columns: readonly Column[]): DetailTab {
  return {
    key: 'history',
    label: '변경 이력',
    content: ({ id, record }) => (
      <HistoryPanel collection={collection} id={id} version={record.version} columns={columns} />
    ),
  }
}
