import { useSearch } from '@tanstack/react-router'
import { josa } from 'es-hangul'
import { useEffect } from 'react'
import { findRow } from '#app/action-history/find-row.ts'
import { emptyQuery, isEmptyQuery } from '#app/ui/filter-bar/filter-query.ts'
import { useLatest } from '#app/ui/hooks/use-latest.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { bookToast } from '../actions/outcome-texts.ts'
import { describeAbsentRecord } from '../record-book.ts'
import { filterBarQuery } from '../screen/table-query.ts'
import type { ScreenState } from '../screen/use-screen-state.ts'
import { useUrlWriter } from '../url-state/url-writer.ts'

/**
 * Opens the form of the record named in the URL (`open`), on screens whose records open in a form.
 * Then removes it from the URL, so that going back doesn't open it again. Reports a record that
 * doesn't exist.
 */
export function useRecordFromUrl(
  { copy, book, toast }: Pick<ScreenState, 'copy' | 'book' | 'toast'>,
  onOpen: (row: SourceRow) => void,
): void {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const writer = useUrlWriter()
  const requestedId = search['open']
  const id = typeof requestedId === 'string' && requestedId !== '' ? requestedId : null
  const latest = useLatest({ onOpen, toast })
  const { collection } = book
  useEffect(() => {
    if (id === null) return undefined
    const watch = { isCancelled: false }
    void copy.getRow(collection, id).then((row) => {
      if (watch.isCancelled) return
      writer.write((before) => ({ ...before, open: undefined }), { replaces: true })
      if (row && row.state !== 'deleted') latest().onOpen(row)
      else
        latest().toast.error(
          `${josa(book.noun, '을/를')} 찾을 수 없습니다. ${describeAbsentRecord(collection)}`,
          bookToast,
        )
    })
    return () => {
      watch.isCancelled = true
    }
  }, [copy, book, collection, id, latest, writer])
}

/** Opens a record's panel from a control above its table, even if the list's filters hide it. */
export function useShowRecord(screen: ScreenState): (id: string) => Promise<void> {
  const writer = useUrlWriter()
  return async (id) => {
    await revealInList(screen, id)
    writer.write((before) => ({ ...before, open: id }), { confirmsUnsaved: true })
  }
}

/** Resets filters and search that hide the record, and says so. */
export async function revealInList(screen: ScreenState, id: string): Promise<void> {
  const { source, toast, book } = screen
  const { query: filterQuery, onQueryChange } = filterBarQuery(screen)
  if (isEmptyQuery(filterQuery) || (await findRow(source.wholeSource, id))) return
  onQueryChange(emptyQuery)
  toast.info(`검색 조건에 맞지 않는 ${josa(book.noun, '이라/라')} 조건을 지우고 열었습니다.`, bookToast)
  await findRow(source.wholeSource, id)
}
