import { useEffect, useState } from 'react'
import type { CollectionName } from '#contract/books/collections.ts'
import type { SourceRow } from '#contract/row-source.ts'
import { useOfflineCopy } from '../copy/use-offline-copy.tsx'
import { listenForDetailMessages, postDetailMessage } from './detail-messages.ts'

/**
 * One record for its own window. The book that opened the window answers `detailReady` with the row it shows, so the form stands at once; the offline copy
 * then brings the record with its marks, also when the window was opened directly or without a network.
 */
export function useDetailRow(collection: CollectionName, id: string): { row: SourceRow | null; isMissing: boolean } {
  const copy = useOfflineCopy()
  const [row, setRow] = useState<SourceRow | null>(null)
  const [isMissing, setMissing] = useState(false)
  useEffect(() => {
    let isGone = false
    const stop = listenForDetailMessages((message) => {
      if (message.type !== 'setDetailData' || message.id !== id) return
      setRow((known) => known ?? { id, record: message.data, joined: {}, marks: {}, state: 'plain', isOutside: false })
    })
    if (window.opener instanceof Object) postDetailMessage(window.opener as Window, { type: 'detailReady', id })
    async function read() {
      const found = await copy.getRow(collection, id)
      if (isGone) return
      if (found) setRow(found)
      else setMissing(copy.getStatus().copying[collection] === undefined && copy.getStatus().lastSyncAt !== null)
    }
    void read()
    const stopStatus = copy.subscribeStatus(() => void read())
    return () => {
      isGone = true
      stop()
      stopStatus()
    }
  }, [copy, collection, id])
  return { row, isMissing: isMissing && row === null }
}
