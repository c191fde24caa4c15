import { type ShouldBlockFn, useBlocker } from '@tanstack/react-router'
import { type ReactNode, useCallback, useEffect } from 'react'
import { UnstoredListContext } from '#app/ui/data-table/pending/unstored-registry.ts'
import { useConfirm } from '#app/ui/overlays/confirm.tsx'
import { formatNumber } from '#contract/text/format-number.ts'
import { useOfflineCopy } from '../offline-copy/use-offline-copy.tsx'
import { useDirtyForm } from './dirty-form.ts'
import { retryUnstoredValues, unstoredValues, useUnstoredCount } from './unstored-values.ts'
import { createDiscardQuestion } from './use-navigation-guard.ts'

/**
 * Guards values inside that the device could not store: retries until they are stored, and asks
 * before leaving would discard them.
 */
export function UnstoredGuard({ children }: { children: ReactNode }) {
  const copy = useOfflineCopy()
  const count = useUnstoredCount()
  useDirtyForm(count > 0, `이 기기에 저장하지 못한 값 ${formatNumber(count)}건`, { survivesNavigation: true })
  useBlocker({ shouldBlockFn: useConfirmLoss(), disabled: count === 0, enableBeforeUnload: false })
  useEffect(() => {
    const retryLoop = retryUnstoredValues(unstoredValues, copy)
    // Space is freed outside this window, so returning to it is a reason to retry.
    const onVisible = () => document.visibilityState === 'visible' && retryLoop.schedule()
    document.addEventListener('visibilitychange', onVisible)
    window.addEventListener('focus', onVisible)
    // A page whose storage doesn't come back can only be reloaded. `saveLastEdits` takes along what
    // is tried once more while the page is left.
    const onLeave = () => void unstoredValues.retry()
    window.addEventListener('pagehide', onLeave)
    return () => {
      window.removeEventListener('pagehide', onLeave)
      document.removeEventListener('visibilitychange', onVisible)
      window.removeEventListener('focus', onVisible)
      retryLoop.stop()
    }
  }, [copy])
  return <UnstoredListContext value={unstoredValues}>{children}</UnstoredListContext>
}

/** The screen that lists unstored values; they survive going there. */
const outboxPath = '/staff/outbox'

function useConfirmLoss(): ShouldBlockFn {
  const confirm = useConfirm()
  return useCallback<ShouldBlockFn>(
    async ({ current, next }) => {
      const lostCount = unstoredValues.countBeyond(next.pathname)
      if (lostCount === 0 || next.pathname === current.pathname || next.pathname === outboxPath) return false
      const isConfirmed = await confirm(
        createDiscardQuestion([
          `이 기기에 저장하지 못한 값 ${formatNumber(lostCount)}건이 사라집니다. 이동하지 않으면 저장할 수 있게 될 때 자동으로 저장됩니다.`,
        ]),
      )
      if (isConfirmed) unstoredValues.release(next.pathname)
      return !isConfirmed
    },
    [confirm],
  )
}
