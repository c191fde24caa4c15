import { useBlocker } from '@tanstack/react-router'
import { useSnapshot } from 'valtio'
import { session } from '#app/session/session-store.ts'
import { type ConfirmQuestion, useConfirm } from '#app/ui/overlays/confirm.tsx'
import { useDirtyForm } from './dirty-form.ts'
import { discardForms, discardScreenForms, listDirtyForms, listScreenForms, unsaved } from './unsaved-work.ts'

/**
 * Asks before a link leaves a screen with input that exists only there (`useDirtyForm`). A screen
 * with tabs itself asks before switching (`useConfirmDiscard`).
 */
export function NavigationGuard(): null {
  const confirm = useConfirm()
  const hasInput = Object.keys(useSnapshot(unsaved).screenForms).length > 0
  useBlocker({
    disabled: !hasInput,
    // useDirtyForm handles that.
    enableBeforeUnload: false,
    async shouldBlockFn({ current, next }) {
      const names = listScreenForms()
      // The sign-out has already asked.
      if (!session.user || names.length === 0 || current.pathname === next.pathname) return false
      const isConfirmed = await confirm(createDiscardQuestion(names))
      if (isConfirmed) discardScreenForms()
      return !isConfirmed
    },
  })
  return null
}

/**
 * For input in a list's detail panel: opening another record, another tab of the panel and closing
 * it ask too. `settle` first stores what it can and resolves to whether something is left.
 */
export function useRecordGuard(isDirty: boolean, name: string, settle: () => Promise<boolean>): void {
  const confirm = useConfirm()
  useDirtyForm(isDirty, name, { survivesNavigation: true })
  useBlocker({
    disabled: !isDirty,
    enableBeforeUnload: false,
    async shouldBlockFn({ current, next }) {
      // Switching the screen's tab; the tabs have already asked.
      const isTabSwitch = current.pathname === next.pathname && readParam(current, 'tab') !== readParam(next, 'tab')
      const keepsRecord = ['open', 'detail'].every((key) => readParam(current, key) === readParam(next, key))
      const isLeaving = !isTabSwitch && !(keepsRecord && current.pathname === next.pathname)
      if (!session.user || !isLeaving || !(await settle())) return false
      return !(await confirm(createDiscardQuestion([name])))
    },
  })
}

function readParam({ search }: { readonly search: unknown }, key: string): unknown {
  return typeof search === 'object' && search !== null ? Reflect.get(search, key) : undefined
}

/**
 * For leaving a part of a screen, such as a tab: asks while a form has unsaved input, and resolves
 * to whether to go on.
 */
export function useConfirmDiscard(): () => Promise<boolean> {
  const confirm = useConfirm()
  return async () => {
    const names = listDirtyForms()
    const isConfirmed = names.length === 0 || (await confirm(createDiscardQuestion(names)))
    if (isConfirmed) discardForms()
    return isConfirmed
  }
}

export function createDiscardQuestion(names: readonly string[]): ConfirmQuestion {
  return {
    title: '입력 중인 내용을 버리고 이동하시겠습니까?',
    message: names.join(', '),
    confirmLabel: '버리고 이동',
    isDestructive: true,
  }
}
