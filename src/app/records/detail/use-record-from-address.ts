import { useSearch } from '@tanstack/react-router'
import { josa } from 'es-hangul'
import { useEffect } from 'react'
import type { SourceRow } from '#contract/records/row-source.ts'
import { useLatest } from '#app/ui/use-latest.ts'
import { bookToast } from '../actions/outcome-words.ts'
import { useAddressWriter } from '../address/address-writer.ts'
import { absentText } from '../gone-text.ts'
import type { ScreenState } from '../screen/use-screen-state.ts'

/**
 * Opens the form of the record named in the URL (`open`), on screens whose records open in a form.
 * Then removes it from the URL, so that going back doesn't open it again. Reports a record that
 * doesn't exist.
 */
export function useRecordFromAddress(
  { copy, book, toast }: Pick<ScreenState, 'copy' | 'book' | 'toast'>,
  onOpen: (row: SourceRow) => void,
): void {
  const address: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const writer = useAddressWriter()
  const requestedId = address['open']
  const id = typeof requestedId === 'string' && requestedId !== '' ? requestedId : null
  const latest = useLatest({ onOpen, toast })
  const { collection } = book
  useEffect(() => {
    if (id === null) return undefined
    const watch = { isGone: false }
    void copy.getRow(collection, id).then((row) => {
      if (watch.isGone) return
      writer.write((before) => ({ ...before, open: undefined }), { replaces: true })
      if (row && row.state !== 'deleted') latest().onOpen(row)
      else
        latest().toast.error(
          `${josa(book.description.noun, '을/를')} 찾을 수 없습니다. ${absentText(collection)}`,
          bookToast,
        )
    })
    return () => {
      watch.isGone = true
    }
  }, [copy, book, collection, id, latest, writer])
}
