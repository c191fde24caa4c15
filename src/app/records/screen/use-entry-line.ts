import { useMemo, useState } from 'react'
import type { EntryLine } from '#app/ui/data-table/data-table-props.ts'
import type { EntryDraft } from '#app/ui/data-table/editing/edit-action.ts'
import { useLatest } from '#app/ui/use-latest.ts'
import { useLeaveGuard } from '../unsaved/use-leave-guard.ts'
import type { ScreenState } from './use-screen-state.ts'

/**
 * The entry row for a new record. Asks before leaving while it has input. `follow`: derived fields
 * of this screen in addition to the book's rules.
 */
export function useEntryLine(
  { actions, book }: Pick<ScreenState, 'actions' | 'book'>,
  follow: (draft: EntryDraft, changedKey: string) => EntryDraft = (draft) => draft,
): EntryLine {
  const [isDrafting, setDrafting] = useState(false)
  useLeaveGuard(isDrafting, `새 ${book.description.noun} 입력줄`)
  const latestFollow = useLatest(follow)
  return useMemo(
    () => ({
      ...actions.entry,
      carries: book.description.fields.filter((field) => field.carries).map(({ key }) => key),
      derive: (draft: EntryDraft, changedKey: string) =>
        latestFollow()(actions.entry.derive?.(draft, changedKey) ?? draft, changedKey),
      onDraftChange: (draft: EntryDraft) => setDrafting(Object.values(draft).some((value) => (value ?? '') !== '')),
    }),
    [actions, book, latestFollow],
  )
}
