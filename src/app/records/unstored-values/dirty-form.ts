import { useEffect, useId } from 'react'
import { useLatest } from '#app/ui/hooks/use-latest.ts'
import { discardActions, unsaved } from './unsaved-work.ts'

interface DirtyFormOptions {
  /** Removes what is stored of the form once the user agrees to lose the input. */
  readonly onDiscard?: () => void
  /** The input is still there when the user comes back, or its own guard asks. */
  readonly survivesNavigation?: true
}

/**
 * Registers an open form while it has unsaved input, so that an update, a sign-out, a link to
 * another screen (`NavigationGuard`) or leaving the page asks first. `name` identifies the form to
 * the user ("새 사건 입력줄"). A form in a dialog uses `useDirtyDialog`.
 */
export function useDirtyForm(isDirty: boolean, name = '입력 중인 내용', options: DirtyFormOptions = {}): void {
  const id = useId()
  const { onDiscard, survivesNavigation = false } = options
  const latestOnDiscard = useLatest(onDiscard)
  useEffect(() => {
    if (!isDirty) return
    const stop = (event: BeforeUnloadEvent) => event.preventDefault()
    unsaved.forms[id] = name
    if (!survivesNavigation) unsaved.screenForms[id] = name
    discardActions.set(id, () => latestOnDiscard()?.())
    window.addEventListener('beforeunload', stop)
    return () => {
      window.removeEventListener('beforeunload', stop)
      delete unsaved.forms[id]
      delete unsaved.screenForms[id]
      discardActions.delete(id)
    }
  }, [id, isDirty, name, survivesNavigation, latestOnDiscard])
}
