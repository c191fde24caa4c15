import { useBlocker, type ShouldBlockFn } from '@tanstack/react-router'
import { useCallback, useEffect, type ReactNode } from 'react'
import { useConfirm } from '#app/ui/overlays/confirm.tsx'
import { UnkeptListContext } from '#app/ui/data-table/pending/unkept-list.ts'
import { useDirtyForm } from './dirty-form.ts'
import { keepUnkeptValues } from './keep-unkept.ts'
import { useOfflineCopy } from '../copy/use-offline-copy.tsx'
import { unkeptValues, useUnkeptCount } from './unkept-values.ts'
import { leavingQuestion } from './use-leave-guard.ts'

/**
 * Guards values inside that the device has no room for: retries until they are stored, and asks
 * before leaving would discard them.
 */
export function UnkeptGuard({ children }: { children: ReactNode }) {
  const copy = useOfflineCopy()
  const count = useUnkeptCount()
  useDirtyForm(count > 0, `저장 공간이 없어 저장하지 못한 값 ${count.toLocaleString('ko')}건`)
  useBlocker({ shouldBlockFn: useAskBeforeLosing(), disabled: count === 0, enableBeforeUnload: false })
  useEffect(() => {
    const keeping = keepUnkeptValues(unkeptValues, copy)
    // Space is freed outside this window, so returning to it is a reason to retry.
    const look = () => document.visibilityState === 'visible' && keeping.soon()
    document.addEventListener('visibilitychange', look)
    window.addEventListener('focus', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('focus', look)
      keeping.stop()
    }
  }, [copy])
  return <UnkeptListContext value={unkeptValues}>{children}</UnkeptListContext>
}

/** The screen that lists unkept values; going there loses none. */
const outboxPath = '/staff/outbox'

function useAskBeforeLosing(): ShouldBlockFn {
  const confirm = useConfirm()
  return useCallback<ShouldBlockFn>(
    async ({ current, next }) => {
      const lost = unkeptValues.countBeyond(next.pathname)
      if (lost === 0 || next.pathname === current.pathname || next.pathname === outboxPath) return false
      const isSure = await confirm(
        leavingQuestion([
          `이 기기에 저장할 공간이 없어 저장하지 못한 값 ${lost.toLocaleString('ko')}건이 사라집니다. 이동하지 않으면 공간이 생길 때 자동으로 저장됩니다.`,
        ]),
      )
      if (isSure) unkeptValues.giveUp(next.pathname)
      return !isSure
    },
    [confirm],
  )
}
