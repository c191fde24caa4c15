import { useEffect, useMemo, useState } from 'react'
import type { AnyRecord } from '#contract/records/field.ts'
import type { RowSource } from '#contract/row-source.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import type { ActHistory } from '#app/session/act-history/act-history.ts'
import type { HistoryCommands } from '#app/session/act-history/use-history-commands.ts'
import { useConfirm } from '#app/ui/confirm.tsx'
import type { ShowToast } from '#app/ui/toast.tsx'
import { useLatest } from '#app/ui/use-latest.ts'
import { createCaseBookActs, type CaseBookActs } from './case-book-acts.ts'
import { createDetailWindows } from './detail-window.ts'

interface ActsOf {
  copy: OfflineCopy
  source: RowSource
  toast: ShowToast
  groups: readonly AnyRecord[]
  history: ActHistory
  commands: Pick<HistoryCommands, 'undoAct'>
}

/** The acts of the book on this screen; the same object for the screen's whole life, so that the table does not redraw for it. */
export function useCaseBookActs({ copy, source, toast, groups, history, commands }: ActsOf): CaseBookActs {
  const confirm = useConfirm()
  const now = useLatest({ toast, groups, confirm, commands })
  const [windows] = useState(createDetailWindows)
  useEffect(
    () =>
      windows.listen({
        rowOf: (id) => source.rowById(id),
        onSaved: () => {
          copy.syncNow()
          source.refresh()
        },
      }),
    [copy, source, windows],
  )
  return useMemo(
    () =>
      createCaseBookActs({
        copy,
        history,
        undoAct: (actId) => now().commands.undoAct(actId),
        openWindow: windows.open,
        toast: () => now().toast,
        confirm: (question) => now().confirm(question),
        groups: () => now().groups,
      }),
    [copy, history, now, windows],
  )
}
