import { useBlocker } from '@tanstack/react-router'
import { useConfirm, type ConfirmQuestion } from '#app/ui/overlays/confirm.tsx'
import { useDirtyForm } from './dirty-form.ts'
import { session } from '#app/session/session-store.ts'

/**
 * As `useDirtyForm`, for input that stands on its screen and nowhere else: a link to another screen asks too before it is thrown away. A screen with tabs asks
 * by itself before it turns to another one (`leavingQuestion`).
 */
export function useLeaveGuard(isDirty: boolean, name: string): void {
  const confirm = useConfirm()
  useDirtyForm(isDirty, name)
  useBlocker({
    disabled: !isDirty,
    // useDirtyForm asks then.
    enableBeforeUnload: false,
    async shouldBlockFn({ current, next }) {
      // Who has signed out was asked already.
      if (current.pathname === next.pathname || !session.user) return false
      return !(await confirm(leavingQuestion([name])))
    },
  })
}

export function leavingQuestion(names: readonly string[]): ConfirmQuestion {
  return {
    title: '입력 중인 내용을 버리고 이동하시겠습니까?',
    message: names.join(', '),
    confirmLabel: '버리고 이동',
    isDestructive: true,
  }
}
