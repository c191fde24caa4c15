import { useEffect, useId } from 'react'
import { unsaved } from './unsaved-work.ts'

/**
 * Registers an open form while it has unsaved input, so that an update, a sign-out or leaving the
 * page asks first. `name` identifies the form to the user ("새 사건 입력줄").
 */
export function useDirtyForm(isDirty: boolean, name = '입력 중인 내용'): void {
  const id = useId()
  useEffect(() => {
    if (!isDirty) return
    const stop = (event: BeforeUnloadEvent) => event.preventDefault()
    unsaved.forms[id] = name
    window.addEventListener('beforeunload', stop)
    return () => {
      window.removeEventListener('beforeunload', stop)
      delete unsaved.forms[id]
    }
  }, [id, isDirty, name])
}
