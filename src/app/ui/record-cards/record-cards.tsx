import { ArrowDown, ArrowUp, Plus, Table2, X } from 'lucide-react'
import { type ComponentProps, type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type ListRange, Virtuoso, type VirtuosoHandle } from 'react-virtuoso'
import type { CardFields } from '#contract/books/field.ts'
import type { RowSource } from '#contract/records/row-source.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { createMatchFinder } from '#domain/text/match-ranges.ts'
import { IconButton } from '../buttons/icon-button.tsx'
import type { Column, DataTableProps } from '../data-table/data-table-props.ts'
import { maxListHeight } from '../data-table/layout/use-pages-when-too-tall.ts'
import { PageButtons } from '../data-table/paging/page-buttons.tsx'
import { formatCount } from '../data-table/paging/use-pages.ts'
import { createPendingCells } from '../data-table/pending/pending-cells.ts'
import { ErrorBar, NewRowsBar, TableState } from '../data-table/rows/table-state.tsx'
import { countMatching } from '../data-table/selection/check-rows.ts'
import { countChecked, noRows, selectAllMatching, selectionForQuery } from '../data-table/selection/row-checks.ts'
import { useSourceState } from '../data-table/use-table.ts'
import { useLatest } from '../hooks/use-latest.ts'
import { MenuAt } from '../overlays/menu.tsx'
import { isImeKey } from '../text-editing/composition.ts'
import { buildCardActions, buildCardMenu } from './card-actions.tsx'
import { createCardShape } from './card-shape.ts'
import { type CardContext, cardHeight, checkRow, isRowChecked, RecordCard } from './record-card.tsx'
import { useCardPosition } from './use-card-position.ts'

/** Number of rows requested beyond the rendered ones. */
const prefetchedRows = 40

/** Requests the rendered rows and those around them, again for every new result. */
function useRequestRows(source: RowSource): (range: ListRange) => void {
  const range = useRef<ListRange>({ startIndex: 0, endIndex: 12 })
  const requestRows = useCallback(() => {
    const { startIndex, endIndex } = range.current
    source.ensureRange(Math.max(0, startIndex - prefetchedRows), endIndex + prefetchedRows)
  }, [source])
  useEffect(() => {
    let lastVersion = ''
    function requestAfterChange() {
      const { generation, total } = source.getState()
      if (lastVersion === `${generation}:${total}`) return
      lastVersion = `${generation}:${total}`
      requestRows()
    }
    requestAfterChange()
    return source.subscribe(requestAfterChange)
  }, [source, requestRows])
  return useCallback(
    (next: ListRange) => {
      range.current = next
      requestRows()
    },
    [requestRows],
  )
}

interface RecordCardsProps {
  props: DataTableProps
  /** Every column of the list in its default order, regardless of the user's table layout. */
  columns: readonly Column[]
  fields: CardFields | undefined
  onAdd: (() => void) | undefined
  onTable(): void
}

/** The rows of a table as cards, with the same source, marks, checks, pages and actions. */
export function RecordCards({ props, columns, fields, onAdd, onTable }: RecordCardsProps) {
  const { source, search = '', paging } = props
  const state = useSourceState(source)
  const listRef = useRef<VirtuosoHandle>(null)
  const frame = useRef<HTMLDivElement>(null)
  const latestSource = useLatest(source)
  const [ownCells] = useState(() => createPendingCells(latestSource))
  const [openId, setOpenId] = useState<string | null>(null)
  const [menu, setMenu] = useState<{ index: number; anchor: Element } | null>(null)
  const shape = useMemo(() => createCardShape(columns, fields), [columns, fields])
  const finder = useMemo(() => createMatchFinder(search), [search])
  const hasCheckboxes = countCheckedRows(props).count > 0
  const pending = props.pending ?? ownCells
  const cards: CardContext = {
    props,
    source,
    shape,
    columns,
    pending,
    finder,
    openId,
    hasCheckboxes,
    onOpenTray: setOpenId,
    onMenu: setMenu,
  }
  const requestRange = useRequestRows(source)
  const { onTop } = useCardPosition({ props, state, list: listRef, frame })
  useLimitCardCount(props, state.total)

  // New rows normally wait behind a bar. An empty list shows them at once, because nothing can move
  // under the reader.
  const hasOnlyNewRows = state.status === 'ready' && state.total === 0 && state.arrived > 0
  useEffect(() => {
    if (hasOnlyNewRows) source.refresh()
  }, [hasOnlyNewRows, source])

  const renderCard = (index: number) => <RecordCard cards={cards} index={index} />
  return (
    <div
      ref={frame}
      aria-busy={state.status === 'loading'}
      className="relative isolate -mx-3 flex min-h-0 flex-1 flex-col border-y bg-paper-raised text-ink cramped:min-h-80"
    >
      {hasCheckboxes ? (
        <CheckedLine props={props} />
      ) : (
        <CardsHeader props={props} columns={columns} onAdd={onAdd} onTable={onTable} />
      )}
      <ErrorBar state={state} onRetry={() => source.refresh()} />
      <NewRowsBar count={state.arrived} onRefresh={() => source.refresh()} />
      <div
        role="presentation"
        data-record-cards
        className="relative min-h-0 flex-1 border-t"
        onKeyDown={onArrowKey}
        onPointerDownCapture={({ target }) => openId !== null && !isInCard(target, openId, source) && setOpenId(null)}
      >
        {/* Absolute, because where the screen scrolls, a share of an unset height is 0. */}
        <div className="absolute inset-0">
          <Virtuoso
            ref={listRef}
            className="h-full overscroll-contain"
            tabIndex={-1}
            totalCount={state.total}
            fixedItemHeight={cardHeight}
            increaseViewportBy={cardHeight * 3}
            itemContent={renderCard}
            components={listComponents}
            context={{ label: props.label }}
            rangeChanged={requestRange}
            onScroll={({ currentTarget }) => {
              onTop(Math.floor(currentTarget.scrollTop / cardHeight))
              if (openId !== null) setOpenId(null)
            }}
          />
        </div>
      </div>
      <TableState state={state} top={48} empty={props.empty} onRetry={() => source.refresh()} onEntry={onAdd} />
      {paging?.mode === 'paged' && paging.getWindow && paging.getWindow().pages > 1 ? (
        <nav
          aria-label="페이지"
          data-below-toasts
          className="flex h-12 shrink-0 items-center border-t text-label text-ink-2 [&_button]:min-w-11"
        >
          <PageButtons {...paging.getWindow()} onPage={(page) => paging.onPage?.(page)} />
        </nav>
      ) : null}
      {menu ? <CardMenu cards={cards} menu={menu} onClose={() => setMenu(null)} /> : null}
    </div>
  )
}

interface CardMenuProps {
  cards: CardContext
  menu: { index: number; anchor: Element }
  onClose(): void
}

/** One menu for all cards, because one per card would cost more than the card. */
function CardMenu({ cards: { props, source, shape }, menu, onClose }: CardMenuProps) {
  const row = source.rowAt(menu.index)
  if (!row) return null
  const isChecked = props.rowSelection ? isRowChecked(props, row.id) : null
  return (
    <MenuAt
      label={`${menu.index + 1}행 작업`}
      anchor={() => menu.anchor}
      entries={buildCardMenu(buildCardActions(props, shape, row), {
        isChecked,
        onCheck: () => checkRow(props, row.id),
      })}
      onClose={onClose}
      onClosed={() => menu.anchor instanceof HTMLElement && menu.anchor.focus({ preventScroll: true })}
    />
  )
}

/** Arrow keys move from card to card; Tab moves through their buttons. */
function onArrowKey(event: KeyboardEvent): void {
  if (isImeKey(event) || !(event.target instanceof Element)) return
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  const cardIndex = event.target.closest('[data-card]')?.getAttribute('data-card')
  if (by === 0 || cardIndex == null) return
  const next = event.currentTarget.querySelector<HTMLElement>(
    `[data-card="${Number(cardIndex) + by}"] [data-card-face]`,
  )
  if (!next) return
  event.preventDefault()
  next.focus()
}

function isInCard(target: EventTarget, id: string, source: DataTableProps['source']): boolean {
  const cardIndex = target instanceof Element ? target.closest('[data-card]')?.getAttribute('data-card') : null
  return cardIndex != null && source.rowAt(Number(cardIndex))?.id === id
}

function CardItem(props: ComponentProps<'div'> & { context?: unknown; item?: unknown }) {
  const { context: _context, item: _item, ...rest } = props
  return <div {...rest} role="listitem" />
}

function List(props: ComponentProps<'div'> & { context?: ListContext }) {
  const { context, ...rest } = props
  return <div {...rest} role="list" aria-label={context?.label} />
}

interface ListContext {
  readonly label: string
}

const listComponents = { Item: CardItem, List }

/** Switches to pages when the cards are taller than a browser can scroll, as the table does. */
function useLimitCardCount({ paging, onMessage }: DataTableProps, total: number): void {
  const latest = useLatest({ paging, onMessage })
  const shouldSwitch = paging?.mode === 'infinite' && paging.onMode !== undefined && total * cardHeight > maxListHeight
  useEffect(() => {
    if (!shouldSwitch) return
    latest().paging?.onMode?.('paged', 1)
    latest().onMessage({ type: 'warning', text: '한 번에 펼치기에는 기록이 너무 많아 페이지로 나누어 보여 줍니다.' })
  }, [shouldSwitch, latest])
}

/** How many records are checked, and how many the search matches. */
function countCheckedRows(props: DataTableProps): { count: number; matching: number } {
  const { rowSelection, queryKey } = props
  const matching = countMatching({ props })
  if (!rowSelection) return { count: 0, matching }
  return { count: countChecked(selectionForQuery(rowSelection.value, queryKey), matching), matching }
}

/**
 * Replaces the header while records are checked: their number, a button to check all, and bulk
 * actions.
 */
function CheckedLine({ props }: { props: DataTableProps }) {
  const { rowSelection, queryKey } = props
  const { count, matching } = countCheckedRows(props)
  if (!rowSelection) return null
  return (
    <div className="flex h-12 shrink-0 items-center gap-3 bg-(--primary-wash) pl-3 text-label text-ink">
      <p role="status" className="tabular whitespace-nowrap">
        <strong className="font-semibold">{formatNumber(count)}</strong>건 선택됨
      </p>
      {count < matching ? (
        <button type="button" className={linkClass} onClick={() => rowSelection.onChange(selectAllMatching(queryKey))}>
          {formatNumber(matching)}건 전체 선택
        </button>
      ) : null}
      {rowSelection.onBulkEdit ? (
        <button type="button" className={linkClass} onClick={rowSelection.onBulkEdit}>
          일괄 수정
        </button>
      ) : null}
      <span className="flex-1" />
      <IconButton
        label="선택 해제"
        icon={<X size={18} strokeWidth={1.5} />}
        onClick={() => rowSelection.onChange(noRows)}
      />
    </div>
  )
}

const linkClass = 'h-11 min-w-11 truncate font-semibold text-primary underline underline-offset-2'

const icon = { size: 18, strokeWidth: 1.5 }

interface CardsHeadProps {
  props: DataTableProps
  columns: readonly Column[]
  onAdd: (() => void) | undefined
  /** 표로 보기. */
  onTable(): void
}

/** Number of records, their order, and what column headers would offer. */
function CardsHeader({ props, columns, onAdd, onTable }: CardsHeadProps) {
  return (
    <div className="flex h-12 shrink-0 items-center gap-1 px-3 text-label text-ink-2">
      {/* A tree has rows of several kinds, so their total would mean nothing. */}
      {props.tree ? null : <RecordCount props={props} />}
      {props.onSort ? <SortChoice props={props} columns={columns} onSort={props.onSort} /> : null}
      <span className="flex-1" />
      <IconButton label="표로 보기" icon={<Table2 {...icon} />} onClick={onTable} />
      {onAdd ? <IconButton label="추가" tone="primary" icon={<Plus {...icon} />} onClick={onAdd} /> : null}
    </div>
  )
}

function RecordCount({ props: { source, paging } }: Pick<CardsHeadProps, 'props'>) {
  const { total, status, isComplete, isAtLeast } = useSourceState(source)
  const all = paging?.mode === 'paged' ? (paging.getWindow?.().total ?? total) : total
  const count = formatCount(all, { isAtLeast: isAtLeast === true })
  return (
    <p role="status" className="tabular mr-1 shrink-0 whitespace-nowrap">
      {all > 0 || (status === 'ready' && isComplete) ? (
        <>
          총 <strong className="font-semibold text-ink">{count.number}</strong>
          {count.unit}
        </>
      ) : null}
    </p>
  )
}

/** 정렬 by one column; sorting by several needs the table's header. */
function SortChoice({
  props,
  columns,
  onSort,
}: Pick<CardsHeadProps, 'props' | 'columns'> & { onSort: NonNullable<DataTableProps['onSort']> }) {
  const [first] = props.sort
  const sortable = columns.filter(({ sortField }) => sortField !== null)
  if (sortable.length === 0) return null
  const isDescending = first?.direction === 'desc'
  const sortColumn = sortable.find(({ sortField }) => sortField === first?.field)
  return (
    <>
      <label className="relative flex h-11 min-w-0 items-center">
        <span className="sr-only">정렬</span>
        <select
          value={sortColumn?.sortField ?? ''}
          onChange={({ target: { value } }) => onSort(value === '' ? [] : [{ field: value, direction: 'asc' }])}
          className="h-11 max-w-40 min-w-11 truncate rounded-control bg-transparent pr-6 text-[16px] text-ink-2"
        >
          <option value="">기본 순서</option>
          {sortable.map(({ key, label, sortField }) => (
            <option key={key} value={sortField ?? ''}>
              {label}
            </option>
          ))}
        </select>
      </label>
      {first && sortColumn ? (
        <IconButton
          label={isDescending ? '내림차순, 오름차순으로 바꾸기' : '오름차순, 내림차순으로 바꾸기'}
          icon={isDescending ? <ArrowDown {...icon} /> : <ArrowUp {...icon} />}
          onClick={() => onSort([{ field: first.field, direction: isDescending ? 'asc' : 'desc' }])}
        />
      ) : null}
    </>
  )
}
