import { Link } from '@tanstack/react-router'
import { josa } from 'es-hangul'
import { useEffect, useState } from 'react'
import { pickWritableFields } from '#app/action-history/writable-fields.ts'
import { formatWaitingNote } from '#app/records/actions/outcome-texts.ts'
import { useOfflineCopy, useSyncStatus } from '#app/records/offline-copy/use-offline-copy.tsx'
import { describePaperState, formatPaperSize } from '#app/records/papers/paper-texts.ts'
import {
  findPreviousName,
  getRecordBook,
  getRowCaption,
  isCreatableByAllStaff,
  readEntryCaption,
} from '#app/records/record-book.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { Badge } from '#app/ui/display/badge.tsx'
import { formatTimestamp } from '#app/ui/display/format-timestamp.ts'
import { useLatest } from '#app/ui/hooks/use-latest.ts'
import { useConfirm } from '#app/ui/overlays/confirm.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { type CollectionName, collectionNames, getBook, mirroredCollections } from '#contract/books/collections.ts'
import { toReadableKey } from '#contract/person-numbers/sealed-number.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import type { EntryView } from '#mirror/offline-copy.ts'
import { newId } from '#mirror/runtime/new-id.ts'
import { ConflictChoice } from './conflict-choice.tsx'
import { classifyEntry, findField, listChangedFields, type OutboxSection } from './entry-state.ts'
import { describeAction, explainState, formatEntryValue, type NameOf } from './entry-texts.ts'
import { FixForm } from './fix-form.tsx'
import type { OutboxItem, References } from './outbox-items.ts'

interface OutboxEntryCardProps extends References {
  item: OutboxItem
  section: OutboxSection
}

/**
 * One item of the outbox: its record, the changes, the time, why it is here, and what can be done.
 */
export function OutboxEntryCard({ item, section, nameOf, lists }: OutboxEntryCardProps) {
  const { entry, file } = item
  const [isFixing, setIsFixing] = useState(false)
  const explanation = file?.problem?.message ?? explainState(entry)
  const isOnline = useSyncStatus().connection === 'online'
  const fileState = file && describePaperState(file, { isOnDevice: true, isOnline })
  const caption = useEntryCaption(entry)
  const isConflict = entry.state === 'conflict' && (entry.problem?.conflicts?.length ?? 0) > 0
  return (
    <article className="flex flex-col gap-3 py-4">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={section === 'attention' ? 'danger' : section === 'sending' ? 'info' : 'plain'}>
          {fileState?.tone === 'info' ? fileState.text : describeBadge(entry, section)}
        </Badge>
        <h3 className="font-semibold">{caption}</h3>
        <span className="text-ink-2">
          <RecordScreenLink collection={entry.collection} /> · {describeAction(entry)}
          {file ? ` · ${formatPaperSize(file.size)}` : ''}
        </span>
        <time className="tabular ml-auto text-label text-ink-3" dateTime={new Date(entry.createdAt).toISOString()}>
          {formatTimestamp(entry.createdAt)} 입력
        </time>
      </header>
      {explanation ? <p className={section === 'attention' ? 'text-danger' : 'text-ink-2'}>{explanation}</p> : null}
      {isFixing ? (
        <FixForm entry={entry} lists={lists} onDone={() => setIsFixing(false)} />
      ) : isConflict ? (
        <ConflictChoice entry={entry} nameOf={nameOf} />
      ) : (
        <ChangeList entry={entry} nameOf={nameOf} />
      )}
      {isFixing ? null : (
        <EntryActions
          item={item}
          section={section}
          caption={caption}
          isConflict={isConflict}
          onFix={() => setIsFixing(true)}
        />
      )}
    </article>
  )
}

function describeBadge({ state, isLost }: EntryView, section: OutboxSection): string {
  if (isLost) return '사라짐'
  if (state === 'conflict') return '충돌'
  return state === 'rejected' ? '거절됨' : sectionWords[section]
}

const sectionWords: Record<OutboxSection, string> = { attention: '확인 필요', sending: '전송 중', waiting: '대기' }

function ChangeList({ entry, nameOf }: { entry: EntryView; nameOf: NameOf }) {
  const changes = listChangedFields(entry).flatMap(({ key }) => {
    const change = entry.changes[toReadableKey(entry.collection, key)]
    return !change || (entry.kind === 'create' && change.new === null) ? [] : [[key, change] as const]
  })
  if (changes.length === 0) return null
  return (
    <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[140px_1fr]">
      {changes.map(([key, change]) => {
        const field = findField(entry.collection, toReadableKey(entry.collection, key))
        return (
          <div key={key} className="contents">
            <dt className="text-ink-3">{field?.label}</dt>
            <dd className="tabular max-sm:mb-1">
              {entry.kind === 'create' ? null : (
                <>
                  <del className="text-ink-3 decoration-rule-strong">{formatEntryValue(field, change.old, nameOf)}</del>
                  <span aria-label="에서" className="mx-2 text-ink-3">
                    →
                  </span>
                </>
              )}
              <ins className="font-medium no-underline">
                {field?.refers?.isParent ? (
                  <ParentName collection={field.refers.collection} id={String(change.new)} />
                ) : (
                  formatEntryValue(field, change.new, nameOf)
                )}
              </ins>
              {entry.problem?.fields?.[key] ? (
                <span className="ml-2 text-danger">{entry.problem.fields[key]}</span>
              ) : null}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

interface EntryActionsProps {
  item: OutboxItem
  section: OutboxSection
  caption: string
  isConflict: boolean
  onFix(): void
}

function EntryActions({ item, section, caption, isConflict, onFix }: EntryActionsProps) {
  const { entry } = item
  const { outbox, papers } = useOfflineCopy()
  const confirm = useConfirm()
  const toast = useToast()
  if (section === 'sending') return null
  const { noun } = getBook(entry.collection)
  async function discard() {
    const isConfirmed = await confirm({
      title: '이 작업을 버리시겠습니까?',
      message: `${entry.caption || `이 ${noun}`}의 ${item.file ? '내용과 파일이' : `${describeAction(entry)} 내용이`} 전송되지 않고 지워집니다.${entry.kind === 'create' ? ` 이 ${noun}에 이어서 입력한 작업도 함께 지워집니다.` : ''}`,
      confirmLabel: '버리기',
      isDestructive: true,
    })
    if (!isConfirmed) return
    if (item.file) await papers.discardFile(item.file.contentId)
    // Discard in reverse order, and only what the user saw. Edits behind a refused entry aren't
    // sent while it remains.
    for (const opId of item.opIds.toReversed()) await outbox.discard(opId)
    toast.info('작업을 버렸습니다.')
  }
  const canResend = section === 'attention' && !isConflict && !entry.isGone
  async function resend() {
    if (item.file?.state === 'refused') await papers.retryFile(item.file.contentId)
    if (classifyEntry(entry) === 'attention') await outbox.retry(entry.opId)
  }
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      {isAddable(entry) ? <AddAsNewButton entry={entry} caption={caption} /> : null}
      {canResend ? <Button onClick={() => void resend()}>다시 보내기</Button> : null}
      {canResend && entry.kind !== 'delete' && classifyEntry(entry) === 'attention' ? (
        <Button onClick={onFix}>수정 후 다시 보내기</Button>
      ) : null}
      <Button tone="transparent" className="text-danger" onClick={() => void discard()}>
        버리기
      </Button>
    </div>
  )
}

/** Kind of the entry's record, as a link to the screen with such records. */
function RecordScreenLink({ collection }: { collection: CollectionName }) {
  const { label, screen } = getBook(collection)
  return (
    <Link
      to={screen.path}
      search={screen.search ?? {}}
      className="underline decoration-rule-strong underline-offset-4 hover:text-ink"
    >
      {label}
    </Link>
  )
}

/** Name of the entry's record: from the entry itself, otherwise from the record on this device. */
function useEntryCaption(entry: EntryView): string {
  const copy = useOfflineCopy()
  const [loadedCaption, setCaption] = useState('')
  const latestEntry = useLatest(entry)
  const { collection, caption } = entry
  useEffect(() => {
    if (caption) return
    let isUnmounted = false
    void readEntryCaption(copy, latestEntry()).then((entryCaption) => !isUnmounted && setCaption(entryCaption))
    return () => {
      isUnmounted = true
    }
  }, [copy, caption, latestEntry])
  return (
    caption ||
    loadedCaption ||
    findPreviousName(entry) ||
    `이름을 알 수 없는 ${mirroredCollections[collection].label} 항목`
  )
}

/** Name of the record that a part belongs to. Loads it by id, because its book may be large. */
function ParentName({ collection, id }: { collection: string; id: string }) {
  const copy = useOfflineCopy()
  const [name, setName] = useState('')
  useEffect(() => {
    const collectionName = collectionNames.find((candidate) => candidate === collection)
    if (!collectionName) return
    let isUnmounted = false
    void copy
      .getRow(collectionName, id)
      .then((row) => !isUnmounted && row && setName(getRowCaption(getRecordBook(collectionName), row)))
    return () => {
      isUnmounted = true
    }
  }, [copy, collection, id])
  return name || '이름을 알 수 없는 항목'
}

/**
 * Whether an edit of a deleted record may become a new record; not where the new record would
 * belong to another user.
 */
function isAddable({ kind, collection, isGone }: EntryView): boolean {
  return isGone && kind === 'update' && isCreatableByAllStaff(collection)
}

/**
 * 새 사건으로 추가: creates a record from all values of the deleted one, with the waiting edits on top.
 */
function AddAsNewButton({ entry, caption }: { entry: EntryView; caption: string }) {
  const copy = useOfflineCopy()
  const toast = useToast()
  const row = useCurrentRow(entry)
  const [isBusy, setIsBusy] = useState(false)
  const { noun } = getBook(entry.collection)
  const asNew = `새 ${josa(noun, '으로/로')}`

  async function add() {
    if (!row) return
    setIsBusy(true)
    const fields = pickWritableFields(entry.collection, row.record)
    const isAdded = await copy.outbox.addAsNew(entry.opId, { id: newId(), fields, caption })
    setIsBusy(false)
    // Otherwise the entry has changed meanwhile, and the screen already shows that.
    if (isAdded) toast.success(`${asNew} 추가했습니다.${formatWaitingNote(copy.getStatus().connection === 'online')}`)
  }

  const reason = row === null ? `이 기기에 이 ${noun}의 나머지 값이 남아 있지 않습니다.` : undefined
  return (
    <Button isBusy={isBusy} disabled={row === undefined} disabledReason={reason} onClick={() => void add()}>
      {asNew} 추가
    </Button>
  )
}

/**
 * The entry's record as this device shows it, including waiting edits. Undefined while loading,
 * null when there is none.
 */
function useCurrentRow({ collection, recordId }: EntryView): SourceRow | null | undefined {
  const copy = useOfflineCopy()
  const [row, setRow] = useState<SourceRow | null>()
  useEffect(() => {
    let isUnmounted = false
    void copy.getRow(collection, recordId).then((storedRow) => {
      if (!isUnmounted) setRow(storedRow)
    })
    return () => {
      isUnmounted = true
    }
  }, [copy, collection, recordId])
  return row
}
