import { useLayoutEffect, useRef, type ComponentType } from 'react'
import { createPortal } from 'react-dom'
import { useSnapshot } from 'valtio'
import { coveringReason, screenLock, type LockReason } from './screen-lock.ts'

const events = ['blur', 'focus', 'focusin', 'focusout'] as const

/**
 * Moves the focus without any screen hearing of it. A cell editor that loses the focus keeps or drops its text; beneath a lock it shall do neither.
 *
 * HAZARD: listeners of the window in its capturing phase come before all others, React's included; what is heard there is stopped while `act` runs, so `act` must not wait for anything.
 */
function keepFocusUnheard(act: () => void): void {
  const stop = (event: Event) => event.stopImmediatePropagation()
  for (const name of events) window.addEventListener(name, stop, true)
  try {
    act()
  } finally {
    for (const name of events) window.removeEventListener(name, stop, true)
  }
}

interface LockLayerProps {
  /** How each kind of lock is opened; the form calls `unlockScreen` itself. */
  forms: Readonly<Partial<Record<LockReason, ComponentType>>>
}

/**
 * Covers everything while the screen is locked. The browser's own modal dialog: nothing beneath it, nor in portals that come later, can be reached by pointer, keyboard or search; and theme.css hides
 * it. Screens are told nothing of it: the editor that has the focus keeps its text and has it again afterwards.
 */
export function LockLayer({ forms }: LockLayerProps) {
  const reason = coveringReason(useSnapshot(screenLock))
  const Form = reason && forms[reason]
  if (!Form) return null
  return createPortal(<Cover Form={Form} />, document.body)
}

function Cover({ Form }: { Form: ComponentType }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    const before = document.activeElement
    document.documentElement.dataset['locked'] = ''
    keepFocusUnheard(() => {
      element?.showModal()
      // Else the first button had it, which may be the one that signs out.
      element?.focus()
    })
    return () => {
      delete document.documentElement.dataset['locked']
      keepFocusUnheard(() => {
        element?.close()
        if (before instanceof HTMLElement) before.focus({ preventScroll: true })
      })
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      data-lock-layer
      tabIndex={-1}
      aria-label="화면 잠금"
      // Escape opens nothing; a browser that closes it all the same at the second press shows it again.
      closedby="none"
      onCancel={(event) => event.preventDefault()}
      onClose={({ currentTarget }) => keepFocusUnheard(() => currentTarget.isConnected && currentTarget.showModal())}
      className="fixed inset-0 m-0 flex outline-none h-dvh max-h-none w-full max-w-none flex-col items-center overflow-auto bg-paper px-4 py-10 text-ink sm:justify-center"
    >
      <div className="w-full max-w-[440px]">
        <Form />
      </div>
    </dialog>
  )
}
