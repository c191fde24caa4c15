import { useEffect } from 'react'
import { isImeKey } from '#app/ui/composition.ts'
import { commandOf } from '#app/ui/data-table/commands/key-commands.ts'
import { useLatest } from '#app/ui/use-latest.ts'

/**
 * Ctrl+K anywhere in the back office, cells and fields included. Whoever has a meaning of their own for it (a link, in the editor of posts) takes it first. Over an open dialog it does nothing: what
 * that asks is to be answered, and the browser's own Ctrl+K would leave the page.
 */
export function useSearchKey(onSearch: () => void): void {
  const now = useLatest(onSearch)
  useEffect(() => {
    function press(event: KeyboardEvent): void {
      if (isImeKey(event) || event.defaultPrevented || commandOf(event, 'frame') !== 'find-everywhere') return
      event.preventDefault()
      if (!event.repeat && !isDialogOpen()) now()()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [now])
}

/** A toast is a dialog too, and stands beside the work rather than before it. */
function isDialogOpen(): boolean {
  const dialogs = document.querySelectorAll('[role="dialog"], [role="alertdialog"]')
  return [...dialogs].some((dialog) => dialog.closest('[data-toasts]') === null)
}
