import { useEffect, useState } from 'react'
import { collectionNames } from '#contract/books/collections.ts'
import { useOfflineCopy } from '#app/records/copy/use-offline-copy.tsx'
import { captionOfRow, recordBook } from '#app/records/record-book.ts'

/** The record that a part belongs to, by what names it to a person; of a large book that is asked for one by one. */
export function WholeName({ collection, id }: { collection: string; id: string }) {
  const copy = useOfflineCopy()
  const [name, setName] = useState('')
  useEffect(() => {
    const book = collectionNames.find((one) => one === collection)
    if (!book) return
    let isGone = false
    void copy.getRow(book, id).then((row) => !isGone && row && setName(captionOfRow(recordBook(book), row)))
    return () => {
      isGone = true
    }
  }, [copy, collection, id])
  return name || '이름을 알 수 없는 항목'
}
