import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { AnyRecord } from '#contract/records/field.ts'
import type { RowSource, SourceRow } from '#contract/row-source.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import { useConfirm } from '#app/ui/confirm.tsx'
import type { ShowToast } from '#app/ui/toast.tsx'
import { useLatest } from '#app/ui/use-latest.ts'
import { createCaseBookActs, type CaseBookActs } from './case-book-acts.ts'
import { createDetailWindows, type DetailWindows } from './detail-window.ts'

interface ActsOf {
  copy: OfflineCopy
  source: RowSource
  toast: ShowToast
  groups: readonly AnyRecord[]
}

/** The acts of the book on this screen; the same object for the screen's whole life, so that the table does not redraw for it. */
export function useCaseBookActs({ copy, source, toast, groups }: ActsOf): CaseBookActs {
  const confirm = useConfirm()
  const now = useLatest({ toast, groups, confirm })
  const windows = useRef<DetailWindows | null>(null)
  const openWindow = useCallback((row: SourceRow) => windows.current?.open(row) ?? false, [])
  useEffect(() => {
    const opened = createDetailWindows(
      (id) => source.rowById(id),
      () => {
        copy.syncNow()
        source.refresh()
      },
    )
    windows.current = opened
    return () => opened.close()
  }, [copy, source])
  return useMemo(
    () =>
      createCaseBookActs({
        copy,
        openWindow,
        toast: () => now().toast,
        confirm: (question) => now().confirm(question),
        groups: () => now().groups,
      }),
    [copy, now, openWindow],
  )
}
