import {
  ArrowDownToLine,
  ArrowRightToLine,
  ClipboardPaste,
  Copy,
  Eraser,
  Filter,
  ListChecks,
  Pencil,
  Scissors,
  TableProperties,
  Trash2,
} from 'lucide-react'
import { MenuAt, type MenuEntry } from '#app/ui/overlays/menu.tsx'
import { formatCellText } from '../cells/cell-text.ts'
import { getKeyHint, getMenuHint } from '../commands/key-labels.ts'
import { isTouch } from '../commands/last-pointer.ts'
import { runTableCommand } from '../commands/run-table-command.ts'
import { openEditor } from '../editing/cell-editor.ts'
import { focusCellInput } from '../editing/prepare-cell-input.ts'
import { chooseOpenAction, openActions } from '../rows/row-actions.tsx'
import { hasSelection } from '../selection/cell-selection.ts'
import { getActiveColumn, getActiveRow, isEditableAt, isRowOpenable, type Table } from '../table.ts'
import { useSignal } from '../use-table.ts'
import { copyByCommand } from './copy-cells.ts'
import { pasteByCommand } from './paste-cells.ts'

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

/** The menu of the selected cells: right click, Shift+F10 or the menu key. */
export function CellMenu({ table }: { table: Table }) {
  const activePrompt = useSignal(table, 'ask', () => table.prompt)
  if (activePrompt?.type !== 'menu') return null
  const { at } = activePrompt
  return (
    <MenuAt
      label="셀 메뉴"
      anchor={() =>
        at
          ? { getBoundingClientRect: () => new DOMRect(at.x, at.y, 0, 0) }
          : document.getElementById(`${table.gridId}-${table.position.row}-${table.position.column}`)
      }
      entries={buildMenuEntries(table)}
      isAtPointer={at !== null}
      onClose={() => {
        table.prompt = null
        table.signals.emit('ask')
      }}
      onClosed={() => focusCellInput(table)}
    />
  )
}

type MenuEntries = readonly (MenuEntry | 'rule')[]

function buildMenuEntries(table: Table): MenuEntries {
  const cells = [clipboardEntries(table), fillEntries(table), filterEntries(table)]
  return buildGroups(table, cells)
    .filter((group) => group.length > 0)
    .flatMap((group, index) => (index === 0 ? group : ['rule' as const, ...group]))
}

/**
 * On touch screens 수정 comes first, because a finger has no other way to edit. On a row's buttons
 * only the row's entries are shown.
 */
function buildGroups(table: Table, cells: readonly MenuEntries[]): readonly MenuEntries[] {
  if (getActiveColumn(table) === undefined) return [rowEntries(table)]
  if (!isTouch()) return [...cells, rowEntries(table)]
  if (!isEditableAt(table, table.position)) return [rowEntries(table), ...cells]
  const edit = {
    label: '수정',
    icon: <Pencil {...icon} />,
    onSelect: () => runAfterClose(() => openEditor(table) && focusCellInput(table)),
  }
  return [[edit], ...cells, rowEntries(table)]
}

function clipboardEntries(table: Table): MenuEntries {
  const copy = (isCut: boolean, withHeaders: boolean) => () =>
    runAfterClose(() => copyByCommand(table, { isCut, withHeaders }))
  return [
    { label: '복사', hint: getMenuHint('copy'), icon: <Copy {...icon} />, onSelect: copy(false, false) },
    {
      label: '머리글과 함께 복사',
      hint: getMenuHint('copy-with-headers'),
      icon: <TableProperties {...icon} />,
      onSelect: copy(false, true),
    },
    ...(table.props.onEdit
      ? [
          { label: '잘라내기', hint: getMenuHint('cut'), icon: <Scissors {...icon} />, onSelect: copy(true, false) },
          {
            label: '붙여넣기',
            hint: getMenuHint('paste'),
            icon: <ClipboardPaste {...icon} />,
            onSelect: () => pasteOrExplainKey(table),
          },
        ]
      : []),
  ]
}

/**
 * Pages cannot read the clipboard from a menu without a browser prompt, but a key can. Touch users
 * have no key, so they get the prompt.
 */
function pasteOrExplainKey(table: Table): void {
  if (isTouch()) void pasteByCommand(table)
  else table.props.onMessage({ type: 'info', text: `붙여넣기는 ${getKeyHint('paste')}를 눌러 주세요.` })
}

function fillEntries(table: Table): MenuEntries {
  if (!table.props.onEdit) return []
  const isReadOnly = !hasSelection(table) && !isEditableAt(table, table.position)
  return [
    {
      label: '아래로 채우기',
      hint: getMenuHint('fill-down'),
      icon: <ArrowDownToLine {...icon} />,
      isDisabled: isReadOnly,
      onSelect: () => runTableCommand(table, 'fill-down'),
    },
    {
      label: '오른쪽으로 채우기',
      hint: getMenuHint('fill-right'),
      icon: <ArrowRightToLine {...icon} />,
      isDisabled: isReadOnly,
      onSelect: () => runTableCommand(table, 'fill-right'),
    },
    {
      label: '지우기',
      hint: getMenuHint('clear'),
      icon: <Eraser {...icon} />,
      isDisabled: isReadOnly,
      onSelect: () => runTableCommand(table, 'clear'),
    },
  ]
}

function filterEntries(table: Table): MenuEntries {
  const { onFilterBy } = table.props
  const column = getActiveColumn(table)
  const row = getActiveRow(table)
  const run = column && row ? onFilterBy?.({ row, column }) : null
  if (!run || !column || !row) return []
  const text = formatCellText(column, row)
  return [
    {
      label: '이 값으로 필터',
      hint: text.length > 16 ? `${text.slice(0, 16)}…` : text,
      icon: <Filter {...icon} />,
      onSelect: run,
    },
  ]
}

function rowEntries(table: Table): MenuEntries {
  const { onOpenRow, onPopOutRow, onDeleteRow, rowActions = [], rowSelection } = table.props
  const row = getActiveRow(table)
  if (!row) return []
  const canOpen = isRowOpenable(table, row)
  return [
    ...(onOpenRow && canOpen
      ? [{ ...chooseOpenAction(table.props, row), hint: getMenuHint('open-row'), onSelect: () => onOpenRow(row) }]
      : []),
    ...(onPopOutRow && canOpen
      ? [{ ...openActions.window, hint: getMenuHint('pop-out-row'), onSelect: () => onPopOutRow(row) }]
      : []),
    ...rowActions.map(({ label, icon: actionIcon, run }) => ({ label, icon: actionIcon, onSelect: () => run(row) })),
    ...(rowSelection?.onBulkEdit
      ? [
          {
            label: '일괄 수정',
            hint: getMenuHint('bulk-edit'),
            icon: <ListChecks {...icon} />,
            onSelect: rowSelection.onBulkEdit,
          },
        ]
      : []),
    ...(onDeleteRow
      ? [{ label: '삭제', icon: <Trash2 {...icon} />, isDestructive: true, onSelect: () => onDeleteRow(row) }]
      : []),
  ]
}

/**
 * Runs after the menu has closed and the focus is back in the cell input, which must receive the
 * copy event.
 */
function runAfterClose(run: () => void): void {
  setTimeout(run)
}
