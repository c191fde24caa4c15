import { useEffect } from 'react'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { type CollectionName, getBook } from '#contract/books/collections.ts'
import { listSelectableReferences } from '#contract/books/references.ts'
import { everyRecord } from '#contract/records/query.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import { useOfflineCopy } from './use-offline-copy.tsx'

/**
 * Reports each list of reference choices that couldn't be read; otherwise it would look like an
 * empty list.
 */
export function useReportUnreadLists(collection: CollectionName): void {
  const copy = useOfflineCopy()
  const toast = useToast()
  useEffect(
    () => watchUnreadLists(copy, collection, (noun) => toast.error(`${noun} 목록을 불러오는데 실패했습니다.`)),
    [copy, collection, toast],
  )
}

/**
 * Reports the noun of each such list once, as soon as the device knows. Returns the stop function.
 */
export function watchUnreadLists(
  copy: Pick<OfflineCopy, 'openRows'>,
  collection: CollectionName,
  notify: (noun: string) => void,
): () => void {
  const names = new Set(listSelectableReferences(collection).map(({ to }) => to))
  const stops = [...names].map((name) => {
    const source = copy.openRows(name, everyRecord)
    let isReported = false
    const check = () => {
      const { status } = source.getState()
      if (isReported || (status !== 'error' && status !== 'never_fetched')) return
      isReported = true
      notify(getBook(name).noun)
    }
    const stop = source.subscribe(check)
    check()
    return () => {
      stop()
      source.close()
    }
  })
  return () => stops.forEach((stop) => stop())
}
