import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * Moves the focus when list lines are added or removed: to the first field of a new line, or to the
 * position of the removed one, so keyboard users stay in the form. `list` is the container; each
 * line has `data-line` and its remove button `data-removes` or comes first in it; the add button is
 * last.
 */
export function useLineFocus() {
  const around = useRef<HTMLElement | null>(null)
  const wanted = useRef<WantedFocus | null>(null)
  // HAZARD: a passive effect of an earlier render may run between the press and the render with the
  // new line, and would find nothing to focus.
  useLayoutEffect(() => {
    if (wanted.current === null) return
    const { place, isNew, lines: before } = wanted.current
    const lines = linesIn(around.current)
    if (isNew ? lines.length <= before : lines.length >= before) return
    wanted.current = null
    if (isNew) return lines[place]?.querySelector('input')?.focus()
    const line = lines[place] ?? lines.at(-1)
    const adding = [...(around.current?.querySelectorAll('button') ?? [])].at(-1)
    ;(line?.querySelector<HTMLElement>('[data-removes]') ?? line?.querySelector('button') ?? adding)?.focus()
  })
  const want = (place: number, isNew: boolean) =>
    void (wanted.current = { place, isNew, lines: linesIn(around.current).length })
  return {
    list: useCallback((element: HTMLElement | null) => void (around.current = element), []),
    /** Call them before the list is changed. */
    willAdd: (place: number) => want(place, true),
    willRemove: (place: number) => want(place, false),
  }
}

interface WantedFocus {
  readonly place: number
  readonly isNew: boolean
  /** Number of lines before; until the rendered number differs, the list is still the old one. */
  readonly lines: number
}

function linesIn(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('[data-line]') ?? [])]
}
