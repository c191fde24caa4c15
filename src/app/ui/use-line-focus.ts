import { useCallback, useEffect, useRef } from 'react'

/**
 * Where the focus goes when lines of a list come and go: into the first field of a new one, or to where the gone one stood, so that nobody at the keyboard falls out of
 * the form. `list` is the element around them; each line bears `data-line` and its removing button `data-removes` or comes first in it, the button that adds one is the last of all.
 */
export function useLineFocus() {
  const around = useRef<HTMLElement | null>(null)
  const wanted = useRef<{ readonly place: number; readonly isNew: boolean } | null>(null)
  useEffect(() => {
    if (wanted.current === null) return
    const { place, isNew } = wanted.current
    wanted.current = null
    const lines = [...(around.current?.querySelectorAll<HTMLElement>('[data-line]') ?? [])]
    if (isNew) return lines[place]?.querySelector('input')?.focus()
    const line = lines[place] ?? lines.at(-1)
    const adding = [...(around.current?.querySelectorAll('button') ?? [])].at(-1)
    ;(line?.querySelector<HTMLElement>('[data-removes]') ?? line?.querySelector('button') ?? adding)?.focus()
  })
  return {
    list: useCallback((element: HTMLElement | null) => void (around.current = element), []),
    /** Call them before the list is changed. */
    willAdd: (place: number) => void (wanted.current = { place, isNew: true }),
    willRemove: (place: number) => void (wanted.current = { place, isNew: false }),
  }
}
