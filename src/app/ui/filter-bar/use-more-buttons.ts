import { useEffect, useId, useState, type RefObject } from 'react'
import { isImeKey } from '../composition.ts'

export interface MoreButtons {
  readonly isOpen: boolean
  /** For the ⋯ button. */
  readonly opener: {
    readonly label: string
    readonly 'aria-expanded': boolean
    readonly 'aria-controls': string
    readonly onClick: () => void
  }
  /** For what holds the buttons. */
  readonly panel: { readonly id: string }
}

/**
 * The buttons of a list behind ⋯, where they have no room (`stowed` in theme.css). They stay mounted while they are folded: their dialogs and keys are theirs. Closed by a press of one of them,
 * beside them, and by Esc; one that opens a panel of its own keeps them in place, for the panel hangs on it. `bar`: around the ⋯ and what it opens.
 */
export function useMoreButtons(bar: RefObject<HTMLElement | null>): MoreButtons {
  const id = useId()
  const [isOpen, setOpen] = useState(false)

  useEffect(() => {
    if (!isOpen) return undefined
    const within = (target: EventTarget | null) => target instanceof Node && bar.current?.contains(target) === true
    function pressed({ target }: PointerEvent) {
      // What a button of the bar opened floats last in the body, and is no press beside it.
      if (!within(target) && target instanceof Node && document.getElementById('root')?.contains(target)) setOpen(false)
    }
    function clicked({ target }: MouseEvent) {
      const button = target instanceof Element ? target.closest('button') : null
      const isOfPanel = button?.closest(`[id="${id}"]`) != null
      if (isOfPanel && !button?.hasAttribute('aria-haspopup')) setOpen(false)
    }
    function keyed(event: KeyboardEvent) {
      if (isImeKey(event) || event.key !== 'Escape' || !within(event.target)) return
      event.preventDefault()
      setOpen(false)
      const openers = bar.current?.querySelectorAll<HTMLElement>(`[aria-controls="${id}"]`) ?? []
      ;[...openers].find((opener) => opener.checkVisibility())?.focus()
    }
    window.addEventListener('pointerdown', pressed, true)
    window.addEventListener('click', clicked)
    window.addEventListener('keydown', keyed)
    return () => {
      window.removeEventListener('pointerdown', pressed, true)
      window.removeEventListener('click', clicked)
      window.removeEventListener('keydown', keyed)
    }
  }, [bar, id, isOpen])

  return {
    isOpen,
    opener: { label: '더 많은 작업', 'aria-expanded': isOpen, 'aria-controls': id, onClick: () => setOpen(!isOpen) },
    panel: { id },
  }
}
