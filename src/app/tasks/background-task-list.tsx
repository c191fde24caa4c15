import { Download, RotateCcw, Trash2, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useOfflineCopy } from '#app/records/offline-copy/use-offline-copy.tsx'
import { getRecordBook, getRowCaption } from '#app/records/record-book.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { IconButton } from '#app/ui/buttons/icon-button.tsx'
import { Badge } from '#app/ui/display/badge.tsx'
import { formatTimestamp } from '#app/ui/display/format-timestamp.ts'
import type { CollectionName } from '#contract/books/collections.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { type BackgroundTask, isFinished, listTaskDetails, statusTexts } from './background-task.ts'

interface BackgroundTaskListProps {
  /** Newest first. */
  tasks: readonly BackgroundTask[]
  /** Without a network or a sign-in, polling pauses and the list says so. */
  paused?: 'offline' | 'signed_out' | null
  canRetry?(id: string): boolean
  onRetry?(id: string): void
  onRetryFailed(id: string): void
  onFetchFile(id: string): void
  /** Removes a finished task from the list; cancels a running one. */
  onRemove(id: string): void
  onRemoveFinished(): void
}

/**
 * The server's tasks with status, progress, message and file. Finished ones can be removed one by
 * one or all at once.
 */
export function BackgroundTaskList(props: BackgroundTaskListProps) {
  const { tasks, paused = null, onRemove } = props
  const container = useRef<HTMLDivElement>(null)
  const finished = tasks.filter(isFinished).length

  /** The pressed button disappears with its row, so move the focus to the list. */
  function removeAnd(action: () => void) {
    container.current?.focus()
    action()
  }

  return (
    <div
      ref={container}
      tabIndex={-1}
      role="group"
      aria-label="다운로드 작업 목록"
      className="flex min-h-0 flex-col outline-none"
    >
      {paused && tasks.length > 0 ? <PausedLine reason={paused} /> : null}
      {tasks.length === 0 ? (
        <p className="border-y py-8 text-center text-ink-2">다운로드 작업이 없습니다.</p>
      ) : (
        <ul aria-label="다운로드 작업" className="min-h-0 flex-1 overflow-y-auto border-y">
          {tasks.map((task) => (
            <li key={task.id} className="border-b px-1 py-2.5 last:border-b-0">
              <TaskEntry
                task={task}
                isPaused={paused !== null}
                {...(props.onRetry && props.canRetry?.(task.id) ? { onRetry: props.onRetry } : {})}
                onRetryFailed={props.onRetryFailed}
                onFetchFile={props.onFetchFile}
                onRemove={(id) => removeAnd(() => onRemove(id))}
              />
            </li>
          ))}
        </ul>
      )}
      {finished > 0 ? (
        <div className="flex justify-end pt-2">
          <Button size="sm" tone="transparent" onClick={() => removeAnd(props.onRemoveFinished)}>
            끝난 작업 모두 삭제 ({formatNumber(finished)})
          </Button>
        </div>
      ) : null}
    </div>
  )
}

function PausedLine({ reason }: { reason: 'offline' | 'signed_out' }) {
  return (
    <p role="status" className="mb-2 rounded-control bg-warn-wash px-2.5 py-1.5 text-label text-warn">
      {reason === 'offline'
        ? '네트워크가 끊겨 확인을 멈췄습니다. 연결되면 이어서 확인합니다.'
        : '로그인이 만료되어 확인을 멈췄습니다. 다시 로그인하면 이어서 확인합니다.'}
    </p>
  )
}

interface TaskEntryProps {
  task: BackgroundTask
  isPaused: boolean
  onRetry?(id: string): void
  onRetryFailed(id: string): void
  onFetchFile(id: string): void
  onRemove(id: string): void
}

function TaskEntry({ task, isPaused, onRetry, onRetryFailed, onFetchFile, onRemove }: TaskEntryProps) {
  const status = statusTexts[task.status]
  const isRunning = !isFinished(task)
  return (
    <article aria-label={`${task.label} ${status.label}`} className="flex flex-col gap-1.5">
      <div className="flex items-center gap-2">
        <Badge tone={status.tone}>{status.label}</Badge>
        <span className="min-w-0 flex-1 truncate font-semibold">{task.label}</span>
        <time dateTime={new Date(task.startedAt).toISOString()} className="tabular text-label text-ink-3">
          {formatTimestamp(task.startedAt)}
        </time>
        <IconButton
          size="sm"
          isDestructive
          label={isRunning ? `${task.label} 취소` : `${task.label} 삭제`}
          icon={isRunning ? <X {...icon} /> : <Trash2 {...icon} />}
          onClick={() => onRemove(task.id)}
        />
      </div>
      {isRunning ? <ProgressLine task={task} isPaused={isPaused} /> : null}
      <p className={task.status === 'failed' ? 'text-danger' : 'text-ink-2'}>
        {task.status === 'pending' && isPaused ? '연결되면 요청합니다.' : task.message}
      </p>
      <TaskDetails task={task} />
      {task.itemNotes.length > 0 ? <ItemNotes task={task} /> : null}
      {task.failedItems.length > 0 ? (
        <FailedItems task={task} {...(isRunning ? {} : { onRetry: () => onRetryFailed(task.id) })} />
      ) : null}
      {task.status === 'completed' && task.downloadUrl !== null ? (
        <TaskButton icon={<Download {...icon} />} onPress={() => onFetchFile(task.id)}>
          파일 받기
        </TaskButton>
      ) : null}
      {task.status === 'failed' && onRetry ? (
        <TaskButton icon={<RotateCcw {...icon} />} onPress={() => onRetry(task.id)}>
          다시 시도
        </TaskButton>
      ) : null}
    </article>
  )
}

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

function TaskButton(props: { icon: ReactNode; onPress(): void; children: ReactNode }) {
  return (
    <div>
      <Button size="sm" icon={props.icon} onClick={props.onPress}>
        {props.children}
      </Button>
    </div>
  )
}

/** Not a live region; the toast at the end is announced. */
function ProgressLine({ task, isPaused }: { task: BackgroundTask; isPaused: boolean }) {
  const { percentage } = task.progress
  return (
    <div className="flex items-center gap-2">
      <div
        role="progressbar"
        aria-label={`${task.label} 진행률`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percentage}
        className="h-1.5 flex-1 overflow-hidden rounded-full bg-rule"
      >
        <div
          style={{ width: `${percentage}%` }}
          className={`h-full rounded-full ${isPaused ? 'bg-ink-3' : 'bg-primary'}`}
        />
      </div>
      <span className="tabular w-10 text-right text-label text-ink-2">{percentage}%</span>
    </div>
  )
}

function TaskDetails({ task }: { task: BackgroundTask }) {
  const details = listTaskDetails(task)
  if (details.length === 0) return null
  return (
    <dl className="tabular flex flex-wrap gap-x-3 gap-y-0.5 text-label">
      {details.map(({ label, text }) => (
        <div key={label} className="flex gap-1">
          <dt className="text-ink-3">{label}</dt>
          <dd className="break-all text-ink-2">{text}</dd>
        </div>
      ))}
    </dl>
  )
}

interface FailedItemsProps {
  task: BackgroundTask
  /** Absent while the task runs. */
  onRetry?(): void
}

/** The failed items of a task with the reasons, under the names this device has for them. */
function FailedItems({ task: { label, failedItems, itemCollection }, onRetry }: FailedItemsProps) {
  const [isOpen, setIsOpen] = useState(false)
  const count = formatNumber(failedItems.length)
  return (
    <>
      <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary className="min-h-7 cursor-pointer content-center text-danger coarse:min-h-11">
          <span className="sr-only">{label} </span>실패 {count}건
        </summary>
        {isOpen ? <Reasons items={failedItems} itemCollection={itemCollection} /> : null}
      </details>
      {onRetry ? (
        <div>
          <Button size="sm" icon={<RotateCcw size={16} strokeWidth={1.5} aria-hidden />} onClick={onRetry}>
            실패한 {count}건 다시 시도
          </Button>
        </div>
      ) : null}
    </>
  )
}

/** Remarks on items that succeeded: fields left empty, differences found. */
function ItemNotes({ task: { label, itemNotes, itemCollection } }: { task: BackgroundTask }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="min-h-7 cursor-pointer content-center text-warn coarse:min-h-11">
        <span className="sr-only">{label} </span>확인할 항목 {formatNumber(itemNotes.length)}건
      </summary>
      {isOpen ? <Reasons items={itemNotes} itemCollection={itemCollection} /> : null}
    </details>
  )
}

function Reasons({
  items,
  itemCollection,
}: {
  items: BackgroundTask['failedItems']
  itemCollection: CollectionName | null
}) {
  const names = useItemNames(items, itemCollection)
  return (
    <ul className="max-h-48 overflow-y-auto pl-4">
      {items.map(({ id, message }) => (
        <li key={id} className="list-disc break-words">
          {names.get(id) ? <span className="font-semibold">{names.get(id)} </span> : null}
          <span className="text-ink-2">{message}</span>
        </li>
      ))}
    </ul>
  )
}

function useItemNames(
  items: BackgroundTask['failedItems'],
  itemCollection: CollectionName | null,
): ReadonlyMap<string, string> {
  const copy = useOfflineCopy()
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map())
  useEffect(() => {
    if (itemCollection === null) return undefined
    let isUnmounted = false
    const book = getRecordBook(itemCollection)
    const reading = items.map(async ({ id }) => {
      const row = await copy.getRow(itemCollection, id)
      return [id, row ? getRowCaption(book, row) : ''] as const
    })
    void Promise.all(reading).then((loadedNames) => isUnmounted || setNames(new Map(loadedNames)))
    return () => {
      isUnmounted = true
    }
  }, [copy, items, itemCollection])
  return names
}
