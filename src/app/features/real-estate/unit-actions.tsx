import type { SelectionAction, SelectionActionsProps } from '#app/records/screen/selection-actions.tsx'

const actions: readonly SelectionAction[] = []

/** What is done to chosen units. */
export function UnitActions({ children }: SelectionActionsProps) {
  return children(actions)
}
