import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { measureVisibleHeight, onKeyboardChange } from '#app/ui/browser/keyboard-inset.ts'
import type { Table } from '../table.ts'

interface AnchoredProps {
  table: Table
  id?: string
  /** `beside` places it at the end of the cell's row. */
  side: 'below' | 'above' | 'beside'
  className: string
  children: ReactNode
}

/**
 * A floating element next to the active cell. It is in the browser's top layer, so no scroll
 * container clips it. It flips to the other side when there is no room, and is hidden while its
 * cell is scrolled out of view.
 */
export function Anchored({ table, id, side, className, children }: AnchoredProps) {
  const box = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const element = box.current
    if (element && !element.matches(':popover-open')) element.showPopover()
  }, [])

  // After every render, because the cell, the content or the size may have changed.
  useLayoutEffect(() => {
    const { scroller, cellInput } = table
    function updatePosition() {
      if (box.current && cellInput && scroller) positionNextTo(box.current, { cellInput, scroller, side })
    }
    updatePosition()
    scroller?.addEventListener('scroll', updatePosition, { passive: true })
    window.addEventListener('resize', updatePosition)
    const stopKeyboard = onKeyboardChange(() => requestAnimationFrame(updatePosition))
    return () => {
      stopKeyboard()
      scroller?.removeEventListener('scroll', updatePosition)
      window.removeEventListener('resize', updatePosition)
    }
  })

  return (
    <div
      ref={box}
      id={id}
      popover="manual"
      data-anchored
      onMouseDown={(event) => {
        // Keeps the focus in the cell input. During a composition the focus moves, which completes
        // the syllable.
        if (!table.session.isComposing) event.preventDefault()
      }}
      className={`fixed m-0 rounded-control border border-rule-strong bg-paper-raised text-ink shadow-float ${className}`}
    >
      {children}
    </div>
  )
}

const gap = 4

function positionNextTo(
  element: HTMLElement,
  { cellInput, scroller, side }: { cellInput: HTMLElement; scroller: HTMLElement; side: AnchoredProps['side'] },
): void {
  const cell = cellInput.getBoundingClientRect()
  const view = scroller.getBoundingClientRect()
  const size = element.getBoundingClientRect()
  const isInSight = cell.bottom > view.top && cell.top < view.bottom && cell.right > view.left && cell.left < view.right
  element.style.visibility = isInSight ? '' : 'hidden'
  element.style.inset = 'auto'
  if (side === 'beside') {
    const hasRoom = cell.right + size.width <= Math.min(view.right, window.innerWidth)
    element.style.top = `${cell.top + (cell.height - size.height) / 2}px`
    element.style.left = `${hasRoom ? cell.right : Math.max(gap, cell.left - size.width)}px`
    return
  }
  const roomBelow = measureVisibleHeight() - cell.bottom - gap
  const roomAbove = cell.top - gap
  const isBelow = side === 'below' ? roomBelow >= size.height || roomBelow >= roomAbove : roomAbove < size.height
  const top = isBelow ? cell.bottom + gap : cell.top - gap - size.height
  const left = Math.max(gap, Math.min(cell.left, window.innerWidth - size.width - gap))
  element.style.top = `${Math.max(gap, top)}px`
  element.style.left = `${left}px`
}
