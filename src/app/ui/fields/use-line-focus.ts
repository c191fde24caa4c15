import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * Moves the focus when list lines are added or removed: to the first field of a new line, or to the
 * position of the removed one, so keyboard users stay in the form. `list` is the container; each
 * line has `data-line` and its remove button `data-removes` or comes first in it; the add button is
 * last.
 */
export function useLineFocus() {
  const container = useRef<HTMLElement | null>(null)
  const target = useRef<FocusTarget | null>(null)
  // A passive effect of an earlier render may run between the press and the render with the new
  // line, and would find nothing to focus.
  useLayoutEffect(() => {
    if (target.current === null) return
    const { index, isNew, lineCount: before } = target.current
    const lines = listLines(container.current)
    if (isNew ? lines.length <= before : lines.length >= before) return
    target.current = null
    if (isNew) return lines[index]?.querySelector('input')?.focus()
    const line = lines[index] ?? lines.at(-1)
    const addButton = [...(container.current?.querySelectorAll('button') ?? [])].at(-1)
    ;(line?.querySelector<HTMLElement>('[data-removes]') ?? line?.querySelector('button') ?? addButton)?.focus()
  })
  const setTarget = (index: number, isNew: boolean) =>
    void (target.current = { index, isNew, lineCount: listLines(container.current).length })
  return {
    list: useCallback((element: HTMLElement | null) => void (container.current = element), []),
    /** Call them before the list is changed. */
    willAdd: (index: number) => setTarget(index, true),
    willRemove: (index: number) => setTarget(index, false),
  }
}

interface FocusTarget {
  readonly index: number
  readonly isNew: boolean
  /** Number of lines before; until the rendered number differs, the list is still the old one. */
  readonly lineCount: number
}

function listLines(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('[data-line]') ?? [])]
}
