import { type ComponentType, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useSnapshot } from 'valtio'
import { findLockReason, type LockReason, screenLock } from './screen-lock.ts'

const focusEvents = ['blur', 'focus', 'focusin', 'focusout'] as const

/**
 * Moves the focus without notifying any screen. A cell editor that loses the focus saves or drops
 * its text, and must do neither below a lock.
 *
 * Capturing listeners on the window run before all others, including React's. They stop these
 * events while `moveFocus` runs, so it must be synchronous.
 */
function keepFocusSilently(moveFocus: () => void): void {
  const stop = (event: Event) => event.stopImmediatePropagation()
  for (const name of focusEvents) window.addEventListener(name, stop, true)
  try {
    moveFocus()
  } finally {
    for (const name of focusEvents) window.removeEventListener(name, stop, true)
  }
}

interface LockLayerProps {
  /** How to unlock for each reason; the form calls `unlockScreen` itself. */
  forms: Readonly<Partial<Record<LockReason, ComponentType>>>
}

/**
 * Covers everything while the screen is locked. Uses the browser's modal dialog: nothing below it,
 * nor in portals added later, can be reached by pointer, keyboard or page search, and theme.css
 * hides it. Screens aren't notified, so the focused editor keeps its text and gets the focus back
 * afterwards.
 */
export function LockLayer({ forms }: LockLayerProps) {
  const reason = findLockReason(useSnapshot(screenLock))
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
    keepFocusSilently(() => {
      element?.showModal()
      // Otherwise the first button would get the focus, which may be the sign-out button.
      element?.focus()
    })
    return () => {
      delete document.documentElement.dataset['locked']
      keepFocusSilently(() => {
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
      // Escape doesn't close it. A browser that closes it anyway on the second press shows it
      // again.
      closedby="none"
      onCancel={(event) => event.preventDefault()}
      onClose={({ currentTarget }) => keepFocusSilently(() => currentTarget.isConnected && currentTarget.showModal())}
      className="fixed inset-0 m-0 flex outline-none h-dvh max-h-none w-full max-w-none flex-col items-center overflow-auto bg-paper px-4 py-10 text-ink sm:justify-center"
    >
      <div className="w-full max-w-[440px]">
        <Form />
      </div>
    </dialog>
  )
}
