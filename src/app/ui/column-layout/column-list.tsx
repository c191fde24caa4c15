import { GripVertical, MoveHorizontal, Pin, PinOff } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { IconButton } from '../buttons/icon-button.tsx'
import type { Column } from '../data-table/data-table-props.ts'
import { isImeKey } from '../text-editing/composition.ts'
import type { ColumnLayout, LayoutChange } from './column-layout.ts'

interface ColumnListProps {
  /** In order, filtered by tab and search. */
  columns: readonly Column[]
  draft: ColumnLayout
  onChange: (change: LayoutChange) => void
  onFit: (column: Column) => void
}

/**
 * The columns with their checkboxes, ordered by dragging the grip or with Alt+↑/↓ from any control
 * of a line.
 */
export function ColumnList({ columns, draft, onChange, onFit }: ColumnListProps) {
  const listRef = useRef<HTMLUListElement>(null)
  const keyToRefocus = useRef<string | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const drag = useOrderDrag(listRef, (key, target) => onChange({ kind: 'move-to', key, target }))

  // Moving a line removes it from the page briefly, which drops its focus.
  useLayoutEffect(() => {
    const key = keyToRefocus.current
    keyToRefocus.current = null
    if (key === null) return
    const line = [...(listRef.current?.children ?? [])].find((child) => child.getAttribute('data-column') === key)
    line?.querySelector('input')?.focus()
    line?.scrollIntoView({ block: 'nearest' })
  })

  function onKeyDown(event: KeyboardEvent, index: number) {
    if (isImeKey(event) || !event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    const column = columns[index]
    const target = columns[event.key === 'ArrowUp' ? index - 1 : index + 1]
    const isSamePart = target && draft.pinned.includes(target.key) === draft.pinned.includes(column?.key ?? '')
    if (!column || !target || !isSamePart) return
    keyToRefocus.current = column.key
    setAnnouncement(`${column.label}: ${draft.order.indexOf(target.key) + 1}번째`)
    onChange({ kind: 'move-to', key: column.key, target: target.key })
  }

  if (columns.length === 0) return <p className="py-6 text-center text-ink-2">찾는 컬럼이 없습니다.</p>
  return (
    <>
      <ul
        ref={listRef}
        aria-label="컬럼"
        onPointerDown={drag.onPointerDown}
        className="max-h-[44dvh] min-h-24 overflow-auto overscroll-contain border-y"
      >
        {columns.map((column, index) => (
          <li
            key={column.key}
            data-column={column.key}
            className={`flex h-9 items-center gap-1 border-b pr-1 last:border-b-0 coarse:h-12 ${drag.dragged === column.key ? 'bg-primary-wash' : ''}`}
          >
            <ColumnLine
              column={column}
              draft={draft}
              onChange={onChange}
              onFit={onFit}
              onKeyDown={(event) => onKeyDown(event, index)}
            />
          </li>
        ))}
      </ul>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </>
  )
}

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

interface ColumnLineProps extends Omit<ColumnListProps, 'columns'> {
  column: Column
  onKeyDown: (event: KeyboardEvent) => void
}

function ColumnLine({ column, draft, onChange, onFit, onKeyDown }: ColumnLineProps) {
  const { key, label } = column
  const isShown = !draft.hidden.includes(key)
  const isPinned = draft.pinned.includes(key)
  const isLastShown = isShown && draft.order.length - draft.hidden.length === 1
  return (
    <>
      <span
        data-grip
        aria-hidden
        title="끌어서 순서 바꾸기 (Alt+↑, Alt+↓)"
        className="flex h-full w-8 shrink-0 cursor-grab touch-none items-center justify-center text-ink-3 coarse:w-11"
      >
        <GripVertical {...icon} />
      </span>
      <label
        className="flex h-full min-w-0 flex-1 items-center gap-2"
        title={isLastShown ? '컬럼 하나는 표시되어야 합니다.' : undefined}
      >
        <input
          type="checkbox"
          checked={isShown}
          disabled={isLastShown}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
          onKeyDown={onKeyDown}
          onChange={() => onChange({ kind: isShown ? 'hide' : 'show', keys: [key] })}
          className="size-4 shrink-0 accent-primary"
        />
        <span className={`truncate ${isShown ? '' : 'text-ink-3'}`}>{label}</span>
      </label>
      <span className="tabular w-14 shrink-0 text-right text-label text-ink-3">
        {Math.round(draft.widths[key] ?? column.width)}px
      </span>
      <IconButton
        label={`${label} 너비 맞춤`}
        icon={<MoveHorizontal {...icon} />}
        onKeyDown={onKeyDown}
        onClick={() => onFit(column)}
      />
      <IconButton
        label={isPinned ? `${label} 고정 해제` : `${label} 왼쪽 고정`}
        icon={isPinned ? <PinOff {...icon} /> : <Pin {...icon} />}
        className={isPinned ? 'text-primary' : ''}
        onKeyDown={onKeyDown}
        onClick={() => onChange({ kind: isPinned ? 'unpin' : 'pin', keys: [key] })}
      />
    </>
  )
}

/**
 * Reorders a list by its grips (`[data-grip]` in `li[data-column]`): the dragged line takes the
 * position of each line under the pointer. The list captures the pointer, because the line moves in
 * the DOM while it is dragged and would lose the capture.
 */
function useOrderDrag(listRef: RefObject<HTMLElement | null>, onMove: (key: string, target: string) => void) {
  const [dragged, setDragged] = useState<string | null>(null)

  function onPointerDown(event: PointerEvent) {
    const grip = event.target instanceof Element ? event.target.closest('[data-grip]') : null
    const key = grip?.closest<HTMLElement>('[data-column]')?.dataset['column']
    const listElement = listRef.current
    if (event.button !== 0 || key === undefined || !listElement) return
    event.preventDefault()
    listElement.setPointerCapture(event.pointerId)
    setDragged(key)
    watchPointer(listElement, {
      onOver: (target) => target !== key && onMove(key, target),
      onEnd: () => setDragged(null),
    })
  }

  return { dragged, onPointerDown }
}

/**
 * Distance in px from an edge of the list at which dragging scrolls it; `scrollStep` is px per
 * frame.
 */
const scrollEdge = 28
const scrollStep = 6

function watchPointer(listElement: HTMLElement, handlers: { onOver: (key: string) => void; onEnd: () => void }): void {
  const controller = new AbortController()
  const { signal } = controller
  let pointerY: number | null = null
  let frame = 0
  let lastKey: string | undefined

  function trackHovered() {
    if (pointerY === null) return
    const { top, bottom } = listElement.getBoundingClientRect()
    if (pointerY < top + scrollEdge) listElement.scrollTop -= scrollStep
    if (pointerY > bottom - scrollEdge) listElement.scrollTop += scrollStep
    const y = Math.max(top + 1, Math.min(bottom - 1, pointerY))
    const hovered = [...listElement.querySelectorAll<HTMLElement>('[data-column]')].find((line) => {
      const box = line.getBoundingClientRect()
      return y >= box.top && y < box.bottom
    })
    const key = hovered?.dataset['column']
    if (key !== undefined && key !== lastKey) handlers.onOver(key)
    lastKey = key
    frame = requestAnimationFrame(trackHovered)
  }
  function stopFollowing() {
    controller.abort()
    cancelAnimationFrame(frame)
    handlers.onEnd()
  }
  listElement.addEventListener(
    'pointermove',
    (event) => {
      const isFirst = pointerY === null
      pointerY = event.clientY
      if (isFirst) trackHovered()
    },
    { signal },
  )
  for (const name of ['pointerup', 'pointercancel', 'lostpointercapture'])
    listElement.addEventListener(name, stopFollowing, { signal })
}
