import { ChevronDown, Wrench } from 'lucide-react'
import type { ReactNode } from 'react'
import { maxShownActions } from '#app/ui/action-bar/count-shown-actions.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { ToolButton } from '#app/ui/buttons/tool-button.tsx'
import type { RowAction } from '#app/ui/data-table/data-table-props.ts'
import { Menu } from '#app/ui/overlays/menu.tsx'
import type { ShowToast } from '#app/ui/overlays/toast.tsx'
import type { SourceRow } from '#contract/records/row-source.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { stoppedActText, stoppedLeftOutText } from '#domain/retention/stopped-texts.ts'
import { createSelectionReader } from '../actions/create-record-bulk-edit.ts'
import { bookToast, nothingCheckedText } from '../actions/outcome-texts.ts'
import type { ScreenState } from './use-screen-state.ts'

/**
 * An action on selected records: a toolbar button for the selection, and one per row for that row
 * alone.
 */
export interface SelectionAction {
  readonly key: string
  readonly label: string
  readonly icon: ReactNode
  /**
   * Actions with the same menu name fold into one menu in a narrow toolbar. They aren't offered per
   * row, because there are many.
   */
  readonly menu?: string
  /** Keeps its label where others are only icons. */
  readonly isMain?: boolean
  /** Message without a selection; default: `nothingCheckedText`. */
  readonly emptySelectionText?: string
  /** Why the action isn't available now; the button stays and shows it. */
  readonly disabledReason?: string
  /** Gets the current records in the order of the list. */
  run(rows: readonly SourceRow[]): void
}

/** A component around the table that provides the actions and renders their dialogs. */
export interface SelectionActionsProps {
  screen: ScreenState
  children(actions: readonly SelectionAction[]): ReactNode
}

const noActions: readonly SelectionAction[] = []

export function NoActions({ children }: SelectionActionsProps) {
  return children(noActions)
}

export function SelectionButtons({ screen, actions }: { screen: ScreenState; actions: readonly SelectionAction[] }) {
  const { toast, selection, selectedCount, copy, query, book } = screen

  async function runOnSelection(action: SelectionAction) {
    const { emptySelectionText = nothingCheckedText } = action
    if (selectedCount === 0) return toast.warning(emptySelectionText, bookToast)
    const rows: SourceRow[] = []
    const selectedRows = createSelectionReader(
      { copy, collection: book.collection },
      { selection: selection.value, query },
    )
    await selectedRows.read((chunk) => rows.push(...chunk), new AbortController().signal)
    runAction(
      action,
      rows.filter(({ state }) => state !== 'deleted'),
      toast,
    )
  }

  const withCount = (label: string) => (selectedCount === 0 ? label : `${label} (${formatNumber(selectedCount)})`)
  const menus = Map.groupBy(actions, ({ menu }) => menu)
  return [...menus].map(([menu, menuActions]) =>
    menu === undefined ? (
      menuActions.map((action) => (
        <ToolButton
          key={action.key}
          label={withCount(action.label)}
          labelFrom={action.isMain ? 'everywhere' : 'wide'}
          icon={action.icon}
          disabledReason={action.disabledReason}
          onClick={() => void runOnSelection(action)}
        />
      ))
    ) : (
      <ActionMenu
        key={menu}
        label={withCount(menu)}
        actions={menuActions}
        onAction={(action) => void runOnSelection(action)}
      />
    ),
  )
}

interface ActionMenuProps {
  label: string
  actions: readonly SelectionAction[]
  onAction(action: SelectionAction): void
}

/** Three buttons and 더보기 if there is room, otherwise one menu. */
function ActionMenu({ label, actions, onAction }: ActionMenuProps) {
  return (
    <>
      <span className="hidden gap-2 @min-[108rem]/toolbar:flex">
        {actions.slice(0, maxShownActions).map((action) => (
          <Button
            key={action.key}
            icon={action.icon}
            disabledReason={action.disabledReason}
            onClick={() => onAction(action)}
          >
            {action.label}
          </Button>
        ))}
        {actions.length > maxShownActions ? (
          <ActionMenuButton label="더보기" actions={actions.slice(maxShownActions)} onAction={onAction} />
        ) : null}
      </span>
      <span className="@min-[108rem]/toolbar:hidden">
        <ActionMenuButton label={label} actions={actions} onAction={onAction} />
      </span>
    </>
  )
}

function ActionMenuButton({ label, actions, onAction }: ActionMenuProps) {
  const reason = actions.find(({ disabledReason }) => disabledReason !== undefined)?.disabledReason
  return (
    <Menu
      align="start"
      trigger={
        <Button title={label}>
          <Wrench size={16} strokeWidth={1.5} aria-hidden className="hidden docked:in-data-tabbed:block" />
          <ChevronDown size={16} strokeWidth={1.5} aria-hidden />
          <span className="docked:in-data-tabbed:sr-only">{label}</span>
        </Button>
      }
      heading={reason ? <p className="max-w-64 text-label text-ink-2">{reason}</p> : null}
      entries={actions.map((action) => ({
        label: action.label,
        icon: action.icon,
        isDisabled: action.disabledReason !== undefined,
        onSelect: () => onAction(action),
      }))}
    />
  )
}

/** Actions per row: those that aren't part of a menu. */
export function toRowActions(actions: readonly SelectionAction[], toast: ShowToast): readonly RowAction[] {
  return actions.flatMap((action) => {
    const { key, label, icon, menu } = action
    return menu === undefined ? [{ key, label, icon, run: (row: SourceRow) => runAction(action, [row], toast) }] : []
  })
}

/** Skips records under 처리정지 (processing stopped) and says so. */
function runAction({ run }: SelectionAction, rows: readonly SourceRow[], toast: ShowToast): void {
  const readableRows = rows.filter(({ stopped }) => stopped === undefined)
  if (readableRows.length < rows.length) {
    if (readableRows.length === 0) return toast.error(stoppedActText)
    toast.warning(stoppedLeftOutText)
  }
  run(readableRows)
}
