import { useEffect } from 'react'
import { isImeKey } from '#app/ui/composition.ts'
import { useLatest } from '#app/ui/use-latest.ts'

export type QuickCommand = 'save' | 'find' | 'new' | 'cancel'

type Pressed = Pick<KeyboardEvent, 'code' | 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/**
 * What a key asks of the quick-delivery page (spec 3 §2); null for every other key. Letters go by their place on the keyboard, because with Hangul on, S is ㄴ.
 * Browsers keep Ctrl+N for themselves in a tab, so Alt+N does the same.
 */
export function quickCommand({ code, key, ctrlKey, metaKey, altKey, shiftKey }: Pressed): QuickCommand | null {
  if (shiftKey) return null
  const isCommand = (ctrlKey || metaKey) && !altKey
  if (isCommand && code === 'KeyS') return 'save'
  if (isCommand && code === 'KeyF') return 'find'
  if (code === 'KeyN' && (isCommand || (altKey && !ctrlKey && !metaKey))) return 'new'
  return key === 'Escape' && !ctrlKey && !metaKey && !altKey ? 'cancel' : null
}

/** Answers whether it did something; what it did not stays the browser's. */
type Actions = Readonly<Record<QuickCommand, () => boolean>>

/** The page's shortcuts, while it is open; the browser's own are suppressed on this page only. */
export function useQuickKeys(actions: Actions): void {
  const now = useLatest(actions)
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (isImeKey(event)) return
      const command = quickCommand(event)
      if (command === null || event.defaultPrevented) return
      const form = openDialogForm()
      if (form === undefined) {
        if (now()[command]() || command !== 'cancel') event.preventDefault()
        return
      }
      // A dialog is in front: it closes itself, its own form is what is saved, and nothing happens behind it.
      if (command === 'cancel') return
      event.preventDefault()
      if (command === 'save') form?.requestSubmit()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [now])
}

/** The form of the dialog that holds the focus, null when it has none; undefined without a dialog. */
function openDialogForm(): HTMLFormElement | null | undefined {
  const dialog = document.activeElement?.closest('[role="dialog"], [role="alertdialog"]')
  return dialog ? dialog.querySelector('form') : undefined
}
