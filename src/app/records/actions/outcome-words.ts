import type { Wordings, WriteKind } from '#contract/books/wordings.ts'

/** Without a network the same action is safely kept and will be sent by itself, and the words say so. */
export function doneText(
  words: Wordings,
  kind: WriteKind,
  { subject, isOnline }: { subject: string; isOnline: boolean },
): string {
  return words[kind].done.replace('{subject}', () => subject) + waitingNote(isOnline)
}

/** The same of several records at once. */
export function doneToSeveralText(
  words: Wordings,
  kind: WriteKind,
  { count, isOnline }: { count: number; isOnline: boolean },
): string {
  const { doneToSeveral } = words[kind]
  const number = count.toLocaleString('ko-KR')
  if (doneToSeveral === undefined) return doneText(words, kind, { subject: `${number}건`, isOnline })
  return doneToSeveral.replace('{subject}', number) + waitingNote(isOnline)
}

/** What of an action's records were made and what were changed: `3건 추가, 2건 수정`; null where it is all of one kind. */
export function mixedText(kinds: readonly WriteKind[]): string | null {
  const made = kinds.filter((kind) => kind === 'create').length
  const changed = kinds.filter((kind) => kind === 'update').length
  return made > 0 && changed > 0
    ? `${made.toLocaleString('ko-KR')}건 추가, ${changed.toLocaleString('ko-KR')}건 수정`
    : null
}

export function failedText(words: Wordings, kind: WriteKind, reason: string | undefined): string {
  const { failed, failedBecause } = words[kind]
  return reason ? failedBecause.replace('{reason}', () => reason) : failed
}

export function waitingNote(isOnline: boolean): string {
  return isOnline ? '' : ' · 저장됨(전송 대기)'
}

export function failureReason(detail: string | undefined): string {
  return detail === undefined || detail === '' ? '알 수 없는 오류' : detail
}

/** Of a value that stays in its cell until there is room for it. */
export function unkeptText(failure: string): string {
  return `${failure} 공간이 생기면 자동으로 저장합니다.`
}

export function conflictText(caption: string): string {
  const whose = caption === '' ? '' : ` (${caption})`
  return `다른 사람이 먼저 수정한 내용과 겹칩니다${whose}. 사용할 값을 선택해 주세요.`
}

/** Toasts of case book, grid and master data vanish after 2 seconds (spec 2 §9, decision 8). */
export const bookToast = { duration: 2000 } as const

/** How long a screen's toasts stand, in ms, absent as long as usual: those that only say what was done, and those that offer 되돌리기 beside it. */
export interface ToastTimes {
  readonly done: { readonly duration?: number }
  readonly undo: { readonly duration?: number }
}

/** Toasts of the case books: short, but one that offers 되돌리기 stands as long as a toast usually does. */
export const bookToasts: ToastTimes = { done: bookToast, undo: {} }
/** Toasts of master data and quick delivery: all of them short (decision 8). */
export const briefToasts: ToastTimes = { done: bookToast, undo: bookToast }
/** Toasts of every other screen: all of them as long as a toast usually stands (decision 8). */
export const defaultToasts: ToastTimes = { done: {}, undo: {} }
