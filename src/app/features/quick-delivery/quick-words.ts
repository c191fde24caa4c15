import type { Edit } from '#mirror/offline-copy.ts'
import { waitingNote, type OutcomeWords } from '#app/records/actions/outcome-words.ts'

/** Toasts of quick delivery vanish after 2 seconds (spec 3 §9, decision 8). */
export const quickToast = { duration: 2000 } as const

export type QuickAction = Edit['kind'] | 'top_up'

const successes: Record<QuickAction, string> = {
  create: '기록이 저장되었습니다.',
  update: '배송 정보가 수정되었습니다.',
  delete: '기록이 삭제되었습니다.',
  top_up: '잔액이 성공적으로 추가되었습니다.',
}

const failures: Record<QuickAction, string> = {
  create: '저장에 실패했습니다.',
  update: '저장에 실패했습니다.',
  delete: '삭제에 실패했습니다.',
  top_up: '잔액 추가에 실패했습니다.',
}

/** Spec 3 §8 to the letter; without a network the action is kept and will be sent by itself, and the toast says so. */
export function successText(action: QuickAction, isOnline: boolean): string {
  return successes[action] + waitingNote(isOnline)
}

/** What the server or the device says stands alone; the spec's own sentence where it says nothing. A delete that failed always reads the same. */
export function failureText(action: QuickAction, detail?: string): string {
  return action === 'delete' || !detail ? failures[action] : detail
}

/** How a refusal that comes later is told. */
export const quickRefusalWords: OutcomeWords = {
  success: (kind, _subject, isOnline) => successText(kind, isOnline),
  failure: failureText,
}

/** The step's name in the history: `배송 저장 (김가온)`. */
export const actionNames: Record<QuickAction, string> = {
  create: '배송 저장',
  update: '배송 수정',
  delete: '기록 삭제',
  top_up: '잔액 충전',
}
