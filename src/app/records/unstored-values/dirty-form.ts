import { useEffect, useId } from 'react'
import { useLatest } from '#app/ui/hooks/use-latest.ts'
import { discardActions, unsaved } from './unsaved-work.ts'

/**
 * Registers an open form while it has unsaved input, so that an update, a sign-out or leaving the
 * page asks first. `name` identifies the form to the user ("새 사건 입력줄"). `onDiscard` removes what
 * is stored of it once the user agrees to lose the input.
 */
export function useDirtyForm(isDirty: boolean, name = '입력 중인 내용', onDiscard?: () => void): void {
  const id = useId()
  const latestOnDiscard = useLatest(onDiscard)
  useEffect(() => {
    if (!isDirty) return
    const stop = (event: BeforeUnloadEvent) => event.preventDefault()
    unsaved.forms[id] = name
    discardActions.set(id, () => latestOnDiscard()?.())
    window.addEventListener('beforeunload', stop)
    return () => {
      window.removeEventListener('beforeunload', stop)
      delete unsaved.forms[id]
      discardActions.delete(id)
    }
  }, [id, isDirty, name, latestOnDiscard])
}
