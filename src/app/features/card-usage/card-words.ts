import type { AnyRecord } from '#contract/records/field.ts'
import { amountOf } from '#domain/card-usage.ts'
import { officeMoment } from '#domain/office-moment.ts'
import { formatWon } from '#domain/won.ts'
import { failureReason, waitingNote, type OutcomeWords } from '#app/records/actions/outcome-words.ts'

/** Spec 1 §8: the list's own words for a failed save, the general ones for the rest. */
export const cardWords: OutcomeWords = {
  success: (kind, _subject, isOnline) => `${successes[kind]}${waitingNote(isOnline)}`,
  failure(kind, detail) {
    if (kind === 'delete') return '삭제 중 오류가 발생했습니다.'
    const doing = kind === 'update' ? '수정' : '작업'
    return `${doing} 중 오류가 발생했습니다: ${failureReason(detail)}`
  },
}

const successes = {
  create: '성공적으로 추가되었습니다.',
  update: '성공적으로 수정되었습니다.',
  delete: '성공적으로 삭제되었습니다.',
}

/** Won as the screen shows it. */
export function wonText(amount: number): string {
  return `${formatWon(amount)}원`
}

/** `11/20 12:10` (spec 1 §2.3: MM/DD and HH:MM). */
export function momentText(instant: unknown): string {
  const moment = typeof instant === 'string' ? officeMoment(instant) : null
  return moment === null ? '' : `${moment.day.slice(5).replace('-', '/')} ${moment.time}`
}

/** How people speak of a use: `달빛국밥 9,000원`. */
export function captionOf(record: Pick<AnyRecord, string>): string {
  const store = typeof record['store_name'] === 'string' ? record['store_name'] : ''
  return `${store} ${wonText(amountIn(record))}`.trim()
}

export function amountIn(record: Pick<AnyRecord, string>): number {
  const { pay } = record
  return amountOf(typeof pay === 'string' ? pay : null)
}
