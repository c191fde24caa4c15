import type { ReactNode } from 'react'
import type { SourceRow } from '#contract/row-source.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import type { RowAction } from '#app/ui/data-table/data-table-props.ts'
import { chosenRecords } from '../actions/bulk-edit-records.ts'
import { bookToast } from '../actions/outcome-words.ts'
import type { ScreenState } from './use-screen-state.ts'

/** What is done to chosen records of a list: a button of its toolbar for those that are ticked, and one of each row for the row alone. */
export interface SelectionAction {
  readonly key: string
  readonly label: string
  readonly icon: ReactNode
  /** Its word stays where the toolbar is narrow. */
  readonly isMain?: true
  /** Said when nothing is ticked; absent: 선택된 항목이 없습니다. */
  readonly nothingChosen?: string
  /** Why it cannot be done now; the button stays and says so. */
  readonly disabledReason?: string
  /** Gets the records as they stand when it is called, in the order of the list. */
  run(rows: readonly SourceRow[]): void
}

/** A component around the table that knows the actions and shows what they open. */
export interface SelectionActionsProps {
  screen: ScreenState
  children(actions: readonly SelectionAction[]): ReactNode
}

const none: readonly SelectionAction[] = []

export function NoActions({ children }: SelectionActionsProps) {
  return children(none)
}

export function SelectionButtons({ screen, actions }: { screen: ScreenState; actions: readonly SelectionAction[] }) {
  const { toast, ticked, count, copy, query, book } = screen

  async function runOnTicked({ run, nothingChosen = '선택된 항목이 없습니다.' }: SelectionAction) {
    if (count === 0) return toast.warning(nothingChosen, bookToast)
    const rows: SourceRow[] = []
    const chosen = chosenRecords({ copy, collection: book.collection }, { selection: ticked.value, query })
    await chosen.read((chunk) => rows.push(...chunk), new AbortController().signal)
    run(rows.filter(({ state }) => state !== 'deleted'))
  }

  return actions.map((action) => (
    <Button
      key={action.key}
      icon={action.icon}
      {...(action.isMain ? {} : { folds: 'last' as const })}
      disabledReason={action.disabledReason}
      onClick={() => void runOnTicked(action)}
    >
      {action.label}
      {count === 0 ? '' : ` (${count.toLocaleString('ko-KR')})`}
    </Button>
  ))
}

export function ofOneRow({ key, label, icon, run }: SelectionAction): RowAction {
  return { key, label, icon, run: (row) => run([row]) }
}
