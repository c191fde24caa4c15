import { useEffect, useId, useState, type RefObject } from 'react'
import { isImeKey } from '../composition.ts'

export interface MoreButtons {
  readonly isOpen: boolean
  /** Props of the ⋯ button. */
  readonly opener: {
    readonly label: string
    readonly 'aria-expanded': boolean
    readonly 'aria-controls': string
    readonly onClick: () => void
  }
  /** Props of the element around the buttons. */
  readonly panel: { readonly id: string }
}

/**
 * State of the buttons that move behind ⋯ when there is no room (`stowed` in theme.css). They stay
 * mounted while folded, because they own dialogs and keys. Pressing one, pressing outside or Esc
 * closes the panel; a button that opens its own popover keeps it open, as its anchor. `bar` is the
 * element around ⋯ and the panel.
 */
export function useMoreButtons(bar: RefObject<HTMLElement | null>): MoreButtons {
  const id = useId()
  const [isOpen, setOpen] = useState(false)

  useEffect(() => {
    if (!isOpen) return undefined
    const isInBar = (target: EventTarget | null) => target instanceof Node && bar.current?.contains(target) === true
    function pressed({ target }: PointerEvent) {
      // A popover opened from the bar is rendered at the end of the body and is no press outside.
      if (!isInBar(target) && target instanceof Node && document.getElementById('root')?.contains(target))
        setOpen(false)
    }
    function clicked({ target }: MouseEvent) {
      const button = target instanceof Element ? target.closest('button') : null
      const isOfPanel = button?.closest(`[id="${id}"]`) != null
      if (isOfPanel && !button?.hasAttribute('aria-haspopup')) setOpen(false)
    }
    function keyed(event: KeyboardEvent) {
      if (isImeKey(event) || event.key !== 'Escape' || !isInBar(event.target)) return
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
