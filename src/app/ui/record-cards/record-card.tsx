import { Check, ChevronDown, ChevronRight, EllipsisVertical, SquareCheck } from 'lucide-react'
import { useRef, useState } from 'react'
import type { RowSource } from '#contract/records/row-source.ts'
import type { MatchFinder } from '../data-table/cells/cell-matches.ts'
import type { DataTableProps } from '../data-table/data-table-props.ts'
import type { PendingCells } from '../data-table/pending/pending-cells-types.ts'
import { isIdChecked, noRows, selectionForQuery, withRows } from '../data-table/selection/row-checks.ts'
import { usePendingRow, useRowAt } from '../data-table/use-table.ts'
import { buildCardActions, type CardAction } from './card-actions.tsx'
import { CardFace } from './card-face.tsx'
import type { CardShape } from './card-shape.ts'
import { ownLongPressProps, useLongPress } from './use-long-press.ts'
import { useSwipe } from './use-swipe.ts'

/** In px, including the border. */
export const cardHeight = 92
/** Px per swipe button; as many are shown as leave part of the card visible. */
const trayButtonWidth = 72
const maxTrayActions = 4

/** What all cards of a list share. */
export interface CardContext {
  readonly props: DataTableProps
  readonly source: RowSource
  readonly shape: CardShape
  readonly columns: CardFaceColumns
  readonly pending: PendingCells
  readonly finder: MatchFinder
  /** The record whose swipe buttons are visible. */
  readonly openId: string | null
  /** Some record is checked, so every card shows its checkbox. */
  readonly hasCheckboxes: boolean
  onOpenTray(id: string | null): void
  onMenu(target: { readonly index: number; readonly anchor: Element }): void
}

type CardFaceColumns = Parameters<typeof CardFace>[0]['columns']

/**
 * One record. A tap opens it, a swipe left reveals its actions, a swipe right checks it; `⋯` and a
 * long press offer all of these.
 */
export function RecordCard({ cards, index }: { cards: CardContext; index: number }) {
  const { props, shape, source } = cards
  const row = useRowAt(source, index)
  const pending = usePendingRow(cards.pending, row?.id ?? '')
  const menu = useRef<HTMLButtonElement>(null)
  // The layer under the card is rendered only once a finger touches it.
  const [isTouched, setIsTouched] = useState(false)
  const actions = row ? buildCardActions(props, shape, row) : []
  const tray = chooseTrayActions(actions)
  const isOpen = row !== undefined && cards.openId === row.id
  const toggle = () => row && checkRow(props, row.id)
  const { face, cancel, handlers } = useSwipe<HTMLDivElement>({
    tray: tray.length * trayButtonWidth,
    canTick: props.rowSelection !== undefined && row !== undefined,
    isOpen,
    onTouch: setIsTouched,
    onOpenChange: (isOpening) => cards.onOpenTray(isOpening && row ? row.id : null),
    onCheck: toggle,
  })
  const openMenu = () => menu.current && cards.onMenu({ index, anchor: menu.current })
  const longPressHandlers = useLongPress(() => {
    cancel()
    openMenu()
  })
  const isChecked = row !== undefined && isRowChecked(props, row.id)
  const openAction = actions.find(({ key }) => key === 'open')
  const node = (row && props.tree?.nodeOf(row)) ?? null
  const isChild = node !== null && node.level > 1
  const backgroundClass = isChecked
    ? 'bg-primary-wash'
    : row && props.isHighlighted?.(row)
      ? 'bg-warn-wash'
      : isChild
        ? 'bg-paper'
        : 'bg-paper-raised'

  function onPress() {
    if (isOpen) cards.onOpenTray(null)
    else openAction?.run()
  }

  return (
    <div
      data-card={index}
      {...longPressHandlers}
      className="relative overflow-hidden border-b bg-paper-sunk select-none [-webkit-touch-callout:none]"
      style={{ height: cardHeight }}
    >
      {isTouched || isOpen ? (
        <>
          <SwipeBackground isChecked={isChecked} />
          <Tray actions={tray} isOpen={isOpen} onDone={() => cards.onOpenTray(null)} />
        </>
      ) : null}
      <div
        ref={face}
        {...handlers}
        className={`relative flex h-full touch-pan-y transition-transform duration-160 ease-settle motion-reduce:transition-none ${backgroundClass} ${row?.state === 'deleted' ? 'text-ink-3 line-through' : ''}`}
      >
        {cards.hasCheckboxes && row ? <CardCheckbox isChecked={isChecked} index={index} onCheck={toggle} /> : null}
        {node && row && node.isOpen !== null ? (
          <ExpandToggle isOpen={node.isOpen} index={index} onFold={(opens) => props.tree?.setOpen(row, opens)} />
        ) : null}
        {isChild ? <span aria-hidden className="w-11 shrink-0" /> : null}
        <CardBody isButton={openAction !== undefined} onPress={onPress} hasCheckbox={cards.hasCheckboxes}>
          {row ? (
            <CardFace row={row} shape={shape} pending={pending} columns={cards.columns} finder={cards.finder} />
          ) : (
            <CardSkeleton />
          )}
        </CardBody>
        {actions.length > 0 || props.rowSelection ? (
          <button
            ref={menu}
            type="button"
            aria-label={`${index + 1}행 작업`}
            aria-haspopup="menu"
            onClick={openMenu}
            className="flex w-11 shrink-0 items-center justify-center text-ink-3 hover:text-ink focus-visible:-outline-offset-2"
          >
            <EllipsisVertical size={18} strokeWidth={1.5} aria-hidden />
          </button>
        ) : null}
      </div>
    </div>
  )
}

/** The body of a card; pressing it opens the record. */
function CardBody(props: { isButton: boolean; hasCheckbox: boolean; onPress(): void; children: React.ReactNode }) {
  const cardClass = `flex min-w-0 flex-1 flex-col justify-center gap-0.5 text-left ${props.hasCheckbox ? 'pl-1' : 'pl-3'}`
  if (!props.isButton) return <div className={cardClass}>{props.children}</div>
  return (
    <button
      type="button"
      data-card-face
      onClick={props.onPress}
      className={`${cardClass} focus-visible:-outline-offset-2`}
    >
      {props.children}
    </button>
  )
}

/** What a swipe to the right reveals. */
function SwipeBackground({ isChecked }: { isChecked: boolean }) {
  return (
    <div
      aria-hidden
      className="absolute inset-y-px left-0 flex w-24 flex-col items-center justify-center gap-1 bg-(--primary-wash) text-label font-semibold text-primary"
    >
      <SquareCheck size={18} strokeWidth={1.5} />
      {isChecked ? '선택 해제' : '선택'}
    </div>
  )
}

function Tray({ actions, isOpen, onDone }: { actions: readonly CardAction[]; isOpen: boolean; onDone(): void }) {
  return (
    <div inert={!isOpen} {...ownLongPressProps} className="absolute inset-y-px right-0 flex">
      {actions.map(({ key, label, icon, href, isDestructive, run }) => {
        const tone = isDestructive ? 'bg-danger text-danger-ink' : 'border-l bg-paper-sunk text-ink-2'
        const cardClass = `flex flex-col items-center justify-center gap-1 px-1 text-center text-[12px] leading-4 font-medium ${tone}`
        const content = (
          <>
            {icon}
            <span className="line-clamp-2">{label}</span>
          </>
        )
        if (href)
          return (
            <a key={key} href={href} className={cardClass} style={{ width: trayButtonWidth }} onClick={onDone}>
              {content}
            </a>
          )
        return (
          <button
            key={key}
            type="button"
            className={cardClass}
            style={{ width: trayButtonWidth }}
            onClick={() => {
              onDone()
              run()
            }}
          >
            {content}
          </button>
        )
      })}
    </div>
  )
}

function CardCheckbox({ isChecked, index, onCheck }: { isChecked: boolean; index: number; onCheck(): void }) {
  return (
    <button
      type="button"
      role="checkbox"
      aria-checked={isChecked}
      aria-label={`${index + 1}행 선택`}
      onClick={onCheck}
      className="flex w-11 shrink-0 items-center justify-center focus-visible:-outline-offset-2"
    >
      <span
        aria-hidden
        className={`flex size-5 items-center justify-center rounded-[4px] border ${isChecked ? 'border-primary bg-primary text-primary-ink' : 'border-rule-strong bg-paper-raised'}`}
      >
        {isChecked ? <Check size={14} strokeWidth={3} /> : null}
      </span>
    </button>
  )
}

function ExpandToggle({ isOpen, index, onFold }: { isOpen: boolean; index: number; onFold(isOpening: boolean): void }) {
  const Icon = isOpen ? ChevronDown : ChevronRight
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-label={`${index + 1}행 ${isOpen ? '접기' : '펼치기'}`}
      onClick={() => onFold(!isOpen)}
      className="flex w-11 shrink-0 items-center justify-center text-ink-3 hover:text-ink focus-visible:-outline-offset-2"
    >
      <Icon size={18} strokeWidth={1.5} aria-hidden />
    </button>
  )
}

/** Keeps the card's height while its record loads. */
function CardSkeleton() {
  return (
    <span aria-hidden className="appears-late flex flex-col gap-2.5">
      {['w-2/5', 'w-4/5', 'w-3/5'].map((width) => (
        <span key={width} className={`h-3 rounded-control bg-paper-sunk ${width}`} />
      ))}
    </span>
  )
}

/** The first actions and delete; the others are behind `⋯`. */
function chooseTrayActions(actions: readonly CardAction[]): readonly CardAction[] {
  if (actions.length <= maxTrayActions) return actions
  const last = actions.findLast(({ isDestructive }) => isDestructive)
  const first = actions.filter((action) => action !== last).slice(0, maxTrayActions - (last ? 1 : 0))
  return last ? [...first, last] : first
}

export function isRowChecked({ rowSelection, queryKey }: DataTableProps, id: string): boolean {
  return rowSelection !== undefined && isIdChecked(selectionForQuery(rowSelection.value, queryKey), id)
}

export function checkRow({ rowSelection, queryKey }: DataTableProps, id: string): void {
  const selection = selectionForQuery(rowSelection?.value ?? noRows, queryKey)
  rowSelection?.onChange(withRows(selection, [id], !isIdChecked(selection, id)))
}
