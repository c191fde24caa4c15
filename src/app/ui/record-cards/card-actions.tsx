import { Phone, SquareCheck, SquareX, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { SourceRow } from '#contract/records/row-source.ts'
import { formatCellText } from '../data-table/cells/cell-text.ts'
import type { DataTableProps } from '../data-table/data-table-props.ts'
import { chooseOpenAction, openActions } from '../data-table/rows/row-actions.tsx'
import { buildContactLink } from '../display/contact-link.ts'
import type { MenuEntry } from '../overlays/menu.tsx'
import type { CardShape } from './card-shape.ts'

export interface CardAction {
  readonly key: string
  readonly label: string
  readonly icon: ReactNode
  /** Replaces `run` where the device takes over, such as a phone call. */
  readonly href?: string
  readonly isDestructive?: boolean
  run(): void
}

const icon = { size: 18, strokeWidth: 1.5, 'aria-hidden': true } as const

type CardActionProps = Pick<
  DataTableProps,
  'onEdit' | 'onOpenRow' | 'canOpenRow' | 'opens' | 'rowActions' | 'onDeleteRow'
>

/**
 * How a card opens. Where the table edits cells, a card has none: its record is edited in the panel
 * it opens, so the action is called 수정, as the first entry of a cell's menu is.
 */
function chooseCardOpening(props: CardActionProps, row: SourceRow) {
  const opening = chooseOpenAction(props, row)
  return opening === openActions.detail && props.onEdit ? openActions.edit : opening
}

/** Open first, then call, then the screen's own actions, and delete last. */
export function buildCardActions(
  props: CardActionProps,
  { phoneColumns }: Pick<CardShape, 'phoneColumns'>,
  row: SourceRow,
): readonly CardAction[] {
  const { onOpenRow, canOpenRow, rowActions = [], onDeleteRow } = props
  const openAction = onOpenRow && canOpenRow?.(row) !== false ? [{ onOpenRow, ...chooseCardOpening(props, row) }] : []
  return [
    ...openAction.map(({ label, icon: actionIcon, onOpenRow: open }) => ({
      key: 'open',
      label,
      icon: actionIcon,
      run: () => open(row),
    })),
    ...phoneColumns.flatMap((column) => {
      const number = formatCellText(column, row)
      const href = buildContactLink('tel', number)
      if (!href) return []
      return [
        {
          key: `call-${column.key}`,
          label: '전화 걸기',
          icon: <Phone {...icon} />,
          href,
          run: () => location.assign(href),
        },
      ]
    }),
    ...rowActions.map((action) => ({ ...action, run: () => action.run(row) })),
    ...(onDeleteRow
      ? [{ key: 'delete', label: '삭제', icon: <Trash2 {...icon} />, isDestructive: true, run: () => onDeleteRow(row) }]
      : []),
  ]
}

/**
 * The same actions for the `⋯` menu, plus the check that a swipe to the right sets. `isChecked` is
 * null where records cannot be checked.
 */
export function buildCardMenu(
  actions: readonly CardAction[],
  { isChecked, onCheck }: { isChecked: boolean | null; onCheck(): void },
): readonly (MenuEntry | 'rule')[] {
  const [destructive, plain] = [
    actions.filter((action) => action.isDestructive),
    actions.filter((action) => !action.isDestructive),
  ]
  const checkEntries =
    isChecked === null
      ? []
      : [
          {
            label: isChecked ? '선택 해제' : '선택',
            icon: isChecked ? <SquareX {...icon} /> : <SquareCheck {...icon} />,
            onSelect: onCheck,
          },
        ]
  const groups = [[...plain.map(toMenuEntry), ...checkEntries], destructive.map(toMenuEntry)].filter(
    (group) => group.length > 0,
  )
  return groups.flatMap((group, index) => (index === 0 ? group : ['rule' as const, ...group]))
}

function toMenuEntry({ label, icon: actionIcon, isDestructive = false, run }: CardAction): MenuEntry {
  return { label, icon: actionIcon, isDestructive, onSelect: run }
}
