import { useEffect } from 'react'
import { isImeKey } from '#app/ui/composition.ts'
import { useLatest } from '#app/ui/use-latest.ts'

export type QuickCommand = 'save' | 'find' | 'new' | 'cancel'

type Pressed = Pick<KeyboardEvent, 'code' | 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/**
 * Command of a key press on the quick-delivery page; null for other keys. Letters are matched by
 * key position, because in Hangul mode S is ㄴ. Browsers reserve Ctrl+N in a tab, so Alt+N works
 * too.
 */
export function quickCommand({ code, key, ctrlKey, metaKey, altKey, shiftKey }: Pressed): QuickCommand | null {
  if (shiftKey) return null
  const isCommand = (ctrlKey || metaKey) && !altKey
  if (isCommand && code === 'KeyS') return 'save'
  if (isCommand && code === 'KeyF') return 'find'
  if (code === 'KeyN' && (isCommand || (altKey && !ctrlKey && !metaKey))) return 'new'
  return key === 'Escape' && !ctrlKey && !metaKey && !altKey ? 'cancel' : null
}

/** Each returns whether it did something; otherwise the browser handles the key. */
type Actions = Readonly<Record<QuickCommand, () => boolean>>

/** Shortcuts while the page is open; they override the browser's own only there. */
export function useQuickKeys(actions: Actions): void {
  const latest = useLatest(actions)
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (isImeKey(event)) return
      const command = quickCommand(event)
      if (command === null || event.defaultPrevented) return
      const form = openDialogForm()
      if (form === undefined) {
        if (latest()[command]() || command !== 'cancel') event.preventDefault()
        return
      }
      // A dialog is open: it closes itself, save submits its form, and nothing happens behind it.
      if (command === 'cancel') return
      event.preventDefault()
      if (command === 'save') form?.requestSubmit()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [latest])
}

/** The form of the focused dialog, null if it has none; undefined without a dialog. */
function openDialogForm(): HTMLFormElement | null | undefined {
  const dialog = document.activeElement?.closest('[role="dialog"], [role="alertdialog"]')
  return dialog ? dialog.querySelector('form') : undefined
}
