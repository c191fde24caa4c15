import { useEffect, useRef } from 'react'
import type { CollectionName } from '#contract/books/collections.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import { isRefused } from '#mirror/outbox/entry-state.ts'
import type { ShowToast } from '#app/ui/overlays/toast.tsx'
import { gatherNews } from './gather-news.ts'
import type { Wordings } from '#contract/books/wordings.ts'
import { sayRefusals } from './say-refusals.ts'

interface Refusals {
  copy: OfflineCopy
  collection: CollectionName
  toast: ShowToast
  words: Wordings
}

/** Says so when the server refuses records of the book after the user has gone on working. Each refusal is said once; of what the server has lost `use-lost-toast.ts` tells. */
export function useRefusalToasts({ copy, collection, toast, words }: Refusals): void {
  const said = useRef(new Set<string>())
  useEffect(() => {
    const known = said.current
    const refusedEntries = () =>
      copy.outbox.getEntries().filter((entry) => entry.collection === collection && isRefused(entry) && !entry.isLost)
    for (const { opId } of refusedEntries()) known.add(opId)
    const news = gatherNews(() => {
      const fresh = refusedEntries().filter(({ opId }) => !known.has(opId))
      for (const { opId } of fresh) known.add(opId)
      void sayRefusals(fresh, { copy, toast, words })
    })
    const stop = copy.outbox.subscribe(news.soon)
    return () => {
      news.cancel()
      stop()
    }
  }, [copy, collection, toast, words])
}
