import { josa } from 'es-hangul'
import type { LostEdit } from '#app/ui/data-table/data-table-props.ts'
import type { ShowToast } from '#app/ui/overlays/toast.tsx'
import { type CollectionName, getBook } from '#contract/books/collections.ts'
import type { Wordings, WriteKind } from '#contract/books/wordings.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import type { EntryView, OfflineCopy } from '#mirror/offline-copy.ts'
import { describeGoneRecord, readEntryCaption } from '../record-book.ts'

/**
 * Success text of an action. Without a network the action is saved and sent later; the text says
 * so.
 */
export function formatDone(
  wordings: Wordings,
  kind: WriteKind,
  { subject, isOnline }: { subject: string; isOnline: boolean },
): string {
  return wordings[kind].done.replace('{subject}', () => subject) + formatWaitingNote(isOnline)
}

/** Success text of an action on several records. */
export function formatDoneToSeveral(
  wordings: Wordings,
  kind: WriteKind,
  { count, isOnline }: { count: number; isOnline: boolean },
): string {
  const { doneToSeveral } = wordings[kind]
  const number = formatNumber(count)
  if (doneToSeveral === undefined) return formatDone(wordings, kind, { subject: `${number}건`, isOnline })
  return doneToSeveral.replace('{subject}', number) + formatWaitingNote(isOnline)
}

/** Numbers of added and changed records: `3건 추가, 2건 수정`. Null when all are of one kind. */
export function formatMixed(kinds: readonly WriteKind[]): string | null {
  const createCount = kinds.filter((kind) => kind === 'create').length
  const updateCount = kinds.filter((kind) => kind === 'update').length
  return createCount > 0 && updateCount > 0
    ? `${formatNumber(createCount)}건 추가, ${formatNumber(updateCount)}건 수정`
    : null
}

export function formatFailed(wordings: Wordings, kind: WriteKind, reason: string | undefined): string {
  const { failed, failedBecause } = wordings[kind]
  return reason ? failedBecause.replace('{reason}', () => reason) : failed
}

export function formatWaitingNote(isOnline: boolean): string {
  return isOnline ? '' : ' · 저장됨(전송 대기)'
}

export function toFailureReason(detail: string | undefined): string {
  return detail === undefined || detail === '' ? '알 수 없는 오류' : detail
}

/** Error of a value that stays in its cell until there is room for it. */
export function describeUnstored(failure: string): string {
  return `${failure} 공간이 생기면 자동으로 저장합니다.`
}

export function describeConflict(caption: string): string {
  const captionText = caption === '' ? '' : ` (${caption})`
  return `다른 사람이 먼저 수정한 내용과 겹칩니다${captionText}. 사용할 값을 선택해 주세요.`
}

/** Toasts of the case books, the deposit grid and master data close after 2 seconds. */
export const bookToast = { duration: 2000 } as const

/** For an action on checked records, when there are none. */
export const nothingCheckedText = '선택된 항목이 없습니다. 먼저 행에 체크해 주세요.'

/**
 * Duration of a screen's toasts in ms (default when absent): of plain confirmations, and of those
 * that offer 되돌리기.
 */
export interface ToastTimes {
  readonly done: { readonly duration?: number }
  readonly undo: { readonly duration?: number }
}

/** Case books: short confirmations, but the default duration with 되돌리기. */
export const bookToasts: ToastTimes = { done: bookToast, undo: {} }
/** Master data and quick delivery: all toasts are short. */
export const briefToasts: ToastTimes = { done: bookToast, undo: bookToast }
/** Every other screen: the default duration. */
export const defaultToasts: ToastTimes = { done: {}, undo: {} }

interface LostEditDeps {
  toast: ShowToast
  collection: CollectionName
  /** Name of the record. */
  caption: string
  /** True: the record still exists and has only left the list. False: it was deleted. */
  isRowPresent: boolean
}

/**
 * Reports that the record being edited was deleted elsewhere, by another user or in another window.
 * The toast holds the typed text, to be copied, until it is closed; it is stored nowhere else.
 */
export function announceLostEdit(
  { toast, collection, caption, isRowPresent }: LostEditDeps,
  { column, text, isStillListed }: LostEdit,
): void {
  const subject = isRowPresent
    ? '현재 조건과 맞지 않아 목록에서 빠졌습니다.'
    : `다른 곳에서 이 ${josa(getBook(collection).noun, '을/를')} 삭제했습니다.`
  const message = `${caption} · ${subject}`
  if (text === null) return toast.warning(message)
  if (isStillListed)
    return toast.warning(message, { description: `입력하던 ${column.label}: 앞선 수정과 함께 보낼 작업에 있습니다.` })
  toast.warning(message, {
    description: `저장되지 않은 ${column.label}: ${text}`,
    duration: 0,
    action: { label: '복사', onSelect: () => void navigator.clipboard.writeText(text).catch(() => undefined) },
  })
}

interface RefusalDeps {
  copy: Pick<OfflineCopy, 'getRow'>
  toast: ShowToast
  wordings: Wordings
}

/**
 * Reports what the server refused, with the record's name, because the user has long moved on. A
 * conflict isn't a failure: nothing was refused, and the user has to choose a value.
 */
export async function announceRefusals(
  fresh: readonly EntryView[],
  { copy, toast, wordings }: RefusalDeps,
): Promise<void> {
  const [conflicts, failures] = [fresh.filter(isConflict), fresh.filter((entry) => !isConflict(entry))]
  const [conflict, failure] = [conflicts[0], failures[0]]
  if (conflict) toast.warning(describeConflict(await readEntryCaption(copy, conflict)) + formatMore(conflicts))
  if (!failure) return
  const reason = failure.isGone ? describeGoneRecord(failure.collection) : failure.problem?.message
  // The name goes into the second line; the screen supplies the first one.
  const description = await readEntryCaption(copy, failure)
  toast.error(
    formatFailed(wordings, failure.kind, reason) + formatMore(failures),
    description === '' ? {} : { description },
  )
}

function isConflict({ state }: EntryView): boolean {
  return state === 'conflict'
}

function formatMore({ length }: readonly EntryView[]): string {
  return length === 1 ? '' : ` 외 ${formatNumber(length - 1)}건`
}
