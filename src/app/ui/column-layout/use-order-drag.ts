import { useState } from 'react'
import type { PointerEvent, RefObject } from 'react'

/**
 * Reorders a list by its grips (`[data-grip]` in `li[data-column]`): the dragged line takes the
 * position of each line under the pointer. The list captures the pointer, because the line moves in
 * the DOM while it is dragged and would lose the capture.
 */
export function useOrderDrag(list: RefObject<HTMLElement | null>, onMove: (key: string, target: string) => void) {
  const [dragged, setDragged] = useState<string | null>(null)

  function onPointerDown(event: PointerEvent) {
    const grip = event.target instanceof Element ? event.target.closest('[data-grip]') : null
    const key = grip?.closest<HTMLElement>('[data-column]')?.dataset['column']
    const listElement = list.current
    if (event.button !== 0 || key === undefined || !listElement) return
    event.preventDefault()
    listElement.setPointerCapture(event.pointerId)
    setDragged(key)
    followPointer(listElement, {
      onOver: (target) => target !== key && onMove(key, target),
      onEnd: () => setDragged(null),
    })
  }

  return { dragged, onPointerDown }
}

/**
 * Distance in px from an edge of the list at which dragging scrolls it; `step` is px per frame.
 */
const edge = 28
const step = 6

function followPointer(listElement: HTMLElement, handlers: { onOver: (key: string) => void; onEnd: () => void }): void {
  const stop = new AbortController()
  const { signal } = stop
  let pointerY: number | null = null
  let frame = 0
  let last: string | undefined

  function look() {
    if (pointerY === null) return
    const { top, bottom } = listElement.getBoundingClientRect()
    if (pointerY < top + edge) listElement.scrollTop -= step
    if (pointerY > bottom - edge) listElement.scrollTop += step
    const y = Math.max(top + 1, Math.min(bottom - 1, pointerY))
    const over = [...listElement.querySelectorAll<HTMLElement>('[data-column]')].find((line) => {
      const box = line.getBoundingClientRect()
      return y >= box.top && y < box.bottom
    })
    const key = over?.dataset['column']
    if (key !== undefined && key !== last) handlers.onOver(key)
    last = key
    frame = requestAnimationFrame(look)
  }
  function end() {
    stop.abort()
    cancelAnimationFrame(frame)
    handlers.onEnd()
  }
  listElement.addEventListener(
    'pointermove',
    (event) => {
      const isFirst = pointerY === null
      pointerY = event.clientY
      if (isFirst) look()
    },
    { signal },
  )
  for (const name of ['pointerup', 'pointercancel', 'lostpointercapture'])
    listElement.addEventListener(name, end, { signal })
}
