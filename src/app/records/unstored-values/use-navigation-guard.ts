import { useBlocker } from '@tanstack/react-router'
import { session } from '#app/session/session-store.ts'
import { type ConfirmQuestion, useConfirm } from '#app/ui/overlays/confirm.tsx'
import { useDirtyForm } from './dirty-form.ts'

/**
 * Like `useDirtyForm`, for input that exists only on its screen: links to another screen ask too. A
 * screen with tabs itself asks before switching (`createDiscardQuestion`). `onDiscard` is called
 * once the user agrees to lose the input.
 */
export function useNavigationGuard(isDirty: boolean, name: string, onDiscard?: () => void): void {
  const isNavigation = ({ current, next }: RouteChange) => current.pathname !== next.pathname
  useBlockNavigation({ isDirty, name, onDiscard }, isNavigation)
}

/**
 * The same for input in a list's detail panel: opening another record, another tab of the panel and
 * closing it ask too. `settle` first stores what it can and resolves to whether something is left.
 */
export function useRecordGuard(isDirty: boolean, name: string, settle: () => Promise<boolean>): void {
  useBlockNavigation({ isDirty, name }, async ({ current, next }) => {
    // Switching the screen's tab; the tabs have already asked.
    const isTabSwitch = current.pathname === next.pathname && readParam(current, 'tab') !== readParam(next, 'tab')
    const keepsRecord = ['open', 'detail'].every((key) => readParam(current, key) === readParam(next, key))
    return !isTabSwitch && !(keepsRecord && current.pathname === next.pathname) && (await settle())
  })
}

interface RouteChange {
  readonly current: RouteLocation
  readonly next: RouteLocation
}

interface RouteLocation {
  readonly pathname: string
  readonly search: unknown
}

interface GuardedInput {
  readonly isDirty: boolean
  readonly name: string
  readonly onDiscard?: (() => void) | undefined
}

function useBlockNavigation(
  { isDirty, name, onDiscard }: GuardedInput,
  isNavigation: (change: RouteChange) => boolean | Promise<boolean>,
): void {
  const confirm = useConfirm()
  useDirtyForm(isDirty, name, onDiscard)
  useBlocker({
    disabled: !isDirty,
    // useDirtyForm handles that.
    enableBeforeUnload: false,
    async shouldBlockFn(change) {
      // The sign-out has already asked.
      if (!session.user || !(await isNavigation(change))) return false
      const isConfirmed = await confirm(createDiscardQuestion([name]))
      if (isConfirmed) onDiscard?.()
      return !isConfirmed
    },
  })
}

function readParam({ search }: RouteLocation, key: string): unknown {
  return typeof search === 'object' && search !== null ? Reflect.get(search, key) : undefined
}

export function createDiscardQuestion(names: readonly string[]): ConfirmQuestion {
  return {
    title: '입력 중인 내용을 버리고 이동하시겠습니까?',
    message: names.join(', '),
    confirmLabel: '버리고 이동',
    isDestructive: true,
  }
}
