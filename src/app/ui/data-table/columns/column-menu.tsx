import {
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  Columns3,
  EyeOff,
  ListFilter,
  ListMinus,
  ListPlus,
  ListRestart,
  ListTree,
  MoveHorizontal,
  PanelLeft,
  Pin,
  PinOff,
} from 'lucide-react'
import { MenuAt, type MenuEntry } from '#app/ui/overlays/menu.tsx'
import type { Sort } from '#contract/records/query.ts'
import { getMenuHint } from '../commands/key-labels.ts'
import { sortWith, sortWithout } from '../commands/sort-by.ts'
import type { Column, ColumnActions } from '../data-table-props.ts'
import { focusCellInput } from '../editing/prepare-cell-input.ts'
import { headerRow } from '../focus/cell-navigation.ts'
import type { Table } from '../table.ts'
import { useSignal } from '../use-table.ts'
import { fitColumnWidths } from './column-commands.ts'

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

/**
 * The menu of one column, below its header; opened by Alt+↓ in the header or by the header's
 * button. One instance for the whole table.
 */
export function ColumnMenu({ table, columns }: { table: Table; columns: readonly Column[] }) {
  const key = useSignal(table, 'column-menu', () => table.menuColumn)
  const index = columns.findIndex((column) => column.key === key)
  const column = columns[index]
  if (!column) return null

  function close() {
    table.menuColumn = null
    table.signals.emit('column-menu')
  }

  return (
    <MenuAt
      label={`${column.label} 컬럼 메뉴`}
      anchor={() => document.getElementById(`${table.gridId}-${headerRow}-${index}`)}
      entries={buildMenuEntries(table, column, columns.length)}
      onClose={close}
      onClosed={() => focusCellInput(table)}
    />
  )
}

type MenuEntries = readonly (MenuEntry | 'rule')[]

function buildMenuEntries(table: Table, column: Column, shownCount: number): MenuEntries {
  const groups = [
    sortEntries(table, column),
    filterEntries(table, column),
    groupEntries(table, column),
    layoutEntries(table, column, shownCount),
    managerEntries(table),
  ]
  return groups
    .filter((group) => group.length > 0)
    .flatMap((group, index) => (index === 0 ? group : ['rule' as const, ...group]))
}

function sortEntries({ props }: Table, { sortField }: Column): MenuEntries {
  const { onSort, sort } = props
  if (!onSort || sortField === null) return []
  const isMultiSort = sort.length > 1 && sort.some(({ field }) => field === sortField)
  // With several sorted columns, only this column's direction changes.
  const by = (direction: Sort['direction']) => () =>
    onSort(isMultiSort ? sortWith(sort, sortField, direction) : [{ field: sortField, direction }])
  return [
    { label: '오름차순', icon: <ArrowUp {...icon} />, onSelect: by('asc') },
    { label: '내림차순', icon: <ArrowDown {...icon} />, onSelect: by('desc') },
    ...multiSortEntries(sort, sortField, onSort),
    {
      label: '기본 순서',
      icon: <ListRestart {...icon} />,
      isDisabled: sort.length === 0,
      onSelect: () => onSort([]),
    },
  ]
}

/** 정렬에 추가 when other columns are sorted, 정렬에서 빼기 when this is one of several. */
function multiSortEntries(
  sort: readonly Sort[],
  field: string,
  onSort: (sort: readonly Sort[]) => void,
): readonly MenuEntry[] {
  const isSorted = sort.some((sortColumn) => sortColumn.field === field)
  if (sort.length === 0 || (isSorted && sort.length === 1)) return []
  const hint = getMenuHint('sort-further')
  if (isSorted) {
    const onSelect = () => onSort(sortWithout(sort, field))
    return [{ label: '정렬에서 빼기', icon: <ListMinus {...icon} />, onSelect }]
  }
  return [
    { label: '정렬에 추가', icon: <ListPlus {...icon} />, hint, onSelect: () => onSort(sortWith(sort, field, 'asc')) },
  ]
}

function filterEntries({ props }: Table, column: Column): MenuEntries {
  const run = props.onFilterColumn?.(column)
  return run ? [{ label: '이 컬럼으로 필터', icon: <ListFilter {...icon} />, onSelect: run }] : []
}

function groupEntries({ props }: Table, column: Column): MenuEntries {
  const groupings = props.groupings?.(column) ?? []
  return groupings.map(({ label, run }) => ({ label, icon: <ListTree {...icon} />, onSelect: run }))
}

function layoutEntries(table: Table, column: Column, shownCount: number): MenuEntries {
  const fit = {
    label: '너비 맞춤',
    icon: <MoveHorizontal {...icon} />,
    onSelect: () => fitColumnWidths(table, [column]),
  }
  const actions = table.props.columnActions
  if (!actions) return [fit]
  const { key } = column
  return [
    ...pinEntries(table, column, actions),
    {
      label: '숨기기',
      icon: <EyeOff {...icon} />,
      isDisabled: shownCount === 1,
      onSelect: () => actions.hide(key),
    },
    {
      label: '왼쪽으로 이동',
      icon: <ArrowLeft {...icon} />,
      hint: getMenuHint('column-left'),
      onSelect: () => actions.move(key, -1),
    },
    {
      label: '오른쪽으로 이동',
      icon: <ArrowRight {...icon} />,
      hint: getMenuHint('column-right'),
      onSelect: () => actions.move(key, 1),
    },
    fit,
  ]
}

function pinEntries(table: Table, column: Column, actions: ColumnActions): MenuEntries {
  const { key } = column
  const { pinnedKeys } = table
  const pin = (applyToKey: (key: string) => void) => () => {
    applyToKey(key)
    requestAnimationFrame(() => announcePinHasNoRoom(table, column))
  }
  const all = { label: '고정 모두 해제', icon: <PinOff {...icon} />, onSelect: actions.unpinAll }
  const pinEntry: MenuEntries = pinnedKeys.has(key)
    ? [{ label: '고정 해제', icon: <PinOff {...icon} />, onSelect: () => actions.unpin(key) }]
    : [
        { label: '이 컬럼만 고정', icon: <Pin {...icon} />, onSelect: pin(actions.pin) },
        { label: '여기까지 고정', icon: <PanelLeft {...icon} />, onSelect: pin(actions.pinUpTo) },
      ]
  return pinnedKeys.size > 1 ? [...pinEntry, all] : pinEntry
}

/**
 * Tells the user when a pinned column isn't shown pinned because the others need the space
 * (geometry.ts).
 */
function announcePinHasNoRoom(table: Table, { key, label }: Column): void {
  const { columns, onMessage } = table.props
  if (columns.some((column) => column.key === key && column.isPinned)) return
  onMessage({ type: 'info', text: `${label}: 화면이 좁아 지금은 함께 움직입니다. 넓은 화면에서 고정됩니다.` })
}

function managerEntries({ props }: Table): MenuEntries {
  const { columnActions } = props
  if (!columnActions) return []
  return [{ label: '컬럼 관리…', icon: <Columns3 {...icon} />, onSelect: columnActions.openManager }]
}
