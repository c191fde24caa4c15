import { useEffect, useRef } from 'react'
import type { CollectionName } from '#contract/records/collections.ts'
import type { OfflineCopy, OutboxEntry } from '#mirror/offline-copy.ts'
import { isRefused } from '#mirror/outbox/attention.ts'
import type { ShowToast } from '#app/ui/toast.tsx'
import { gatherNews } from './gather-news.ts'
import { conflictText, type OutcomeWords } from './outcome-words.ts'

interface Refusals {
  copy: OfflineCopy
  collection: CollectionName
  toast: ShowToast
  words: OutcomeWords
}

/** Says so when the server refuses records of the book after the user has gone on working. Each refusal is said once. */
export function useRefusalToasts({ copy, collection, toast, words }: Refusals): void {
  const said = useRef(new Set<string>())
  useEffect(() => {
    const known = said.current
    const refusedEntries = () =>
      copy.outbox.getEntries().filter((entry) => entry.collection === collection && isRefused(entry))
    for (const { opId } of refusedEntries()) known.add(opId)
    const news = gatherNews(() => {
      const fresh = refusedEntries().filter(({ opId }) => !known.has(opId))
      for (const { opId } of fresh) known.add(opId)
      sayRefusals(fresh, toast, words)
    })
    const stop = copy.outbox.subscribe(news.soon)
    return () => {
      news.cancel()
      stop()
    }
  }, [copy, collection, toast, words])
}

function sayRefusals(fresh: readonly OutboxEntry[], toast: ShowToast, words: OutcomeWords): void {
  // A conflict is a question, not a failure: nothing is refused, somebody has to choose.
  const [conflicts, failures] = [fresh.filter(isConflict), fresh.filter((entry) => !isConflict(entry))]
  if (conflicts[0]) toast.warning(conflictText(conflicts[0].caption) + others(conflicts))
  if (failures[0]) toast.error(words.failure(failures[0].kind, failures[0].problem?.message) + others(failures))
}

function isConflict({ state }: OutboxEntry): boolean {
  return state === 'conflict'
}

function others({ length }: readonly OutboxEntry[]): string {
  return length === 1 ? '' : ` 외 ${(length - 1).toLocaleString('ko-KR')}건`
}
