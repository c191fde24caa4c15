import { useEffect, useRef } from 'react'
import type { OfflineCopy, OutboxEntry } from '#mirror/offline-copy.ts'
import { isRefused } from '#mirror/outbox/attention.ts'
import type { ShowToast } from '#app/ui/toast.tsx'
import { gatherNews } from './gather-news.ts'

/** Toasts of the case book vanish after 2 seconds (spec 2 §9). */
export const caseBookToast = { duration: 2000 } as const

const actNames = { create: '추가', update: '수정', delete: '삭제' } as const

/** `수정 실패: {detail}` (spec 2 §8 "Case book"). */
export function failureText(kind: OutboxEntry['kind'], detail: string | undefined): string {
  return `${actNames[kind]} 실패: ${failureReason(detail)}`
}

export function failureReason(detail: string | undefined): string {
  return detail === undefined || detail === '' ? '알 수 없는 오류' : detail
}

/** `수정 성공 (김가온)`; without a network the same act is safely kept and will be sent by itself, and the toast says so. */
export function successText(kind: OutboxEntry['kind'], caption: string, isOnline: boolean): string {
  return `${actNames[kind]} 성공 (${caption})${isOnline ? '' : ' · 저장됨(전송 대기)'}`
}

export function conflictText(caption: string): string {
  const whose = caption === '' ? '' : ` (${caption})`
  return `다른 사람이 먼저 수정한 내용과 겹칩니다${whose}. 어느 값을 쓸지 골라 주세요.`
}

/** Says so when the server refuses entries of the book after the user has gone on working. Each refusal is said once. */
export function useRefusalToasts(copy: OfflineCopy, toast: ShowToast): void {
  const said = useRef(new Set<string>())
  useEffect(() => {
    const known = said.current
    for (const entry of copy.outbox.getEntries()) if (isRefusedCase(entry)) known.add(entry.opId)
    const news = gatherNews(() => sayRefusals(copy, toast, known))
    const stop = copy.outbox.subscribe(news.soon)
    return () => {
      news.cancel()
      stop()
    }
  }, [copy, toast])
}

function sayRefusals(copy: OfflineCopy, toast: ShowToast, known: Set<string>): void {
  const fresh = copy.outbox.getEntries().filter((entry) => isRefusedCase(entry) && !known.has(entry.opId))
  for (const { opId } of fresh) known.add(opId)
  // A conflict is a question, not a failure: nothing is refused, somebody has to choose.
  const [conflicts, failures] = [fresh.filter(isConflict), fresh.filter((entry) => !isConflict(entry))]
  if (conflicts[0]) toast.warning(conflictText(conflicts[0].caption) + others(conflicts))
  if (failures[0]) toast.error(failureText(failures[0].kind, failures[0].problem?.message) + others(failures))
}

function isConflict({ state }: OutboxEntry): boolean {
  return state === 'conflict'
}

function others({ length }: readonly OutboxEntry[]): string {
  return length === 1 ? '' : ` 외 ${(length - 1).toLocaleString('ko-KR')}건`
}

function isRefusedCase(entry: OutboxEntry): boolean {
  return entry.collection === 'real-estate' && isRefused(entry)
}
