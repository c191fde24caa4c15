import { useEffect } from 'react'
import { requestPersistence, storageProtection } from '#app/records/offline-copy/persistent-storage.ts'
import { useSyncStatus } from '#app/records/offline-copy/use-offline-copy.tsx'
import { useDirtyForm } from '#app/records/unstored-values/dirty-form.ts'
import { deviceStorage } from '#app/ui/browser/device-storage.ts'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { formatNumber } from '#contract/text/format-number.ts'
import type { SyncStatus } from '#mirror/offline-copy.ts'
import { isStoredInMemory } from '#mirror/runtime/browser-storage.ts'
import { useInstall } from '../account/install-dialog.tsx'

/**
 * Protects unsent work from the browser: asks before a page is left whose work exists in memory
 * only, asks the browser to keep its storage, and warns when it doesn't promise that.
 */
export function useStorageNotices(): void {
  const status = useSyncStatus()
  const unsent = countUnsent(status)
  useDirtyForm(isStoredInMemory() && unsent > 0, `아직 전송하지 않은 작업 ${formatNumber(unsent)}건`, {
    survivesNavigation: true,
  })
  useEvictionWarning(!isStoredInMemory() && unsent > 0 && status.connection !== 'online')
}

function countUnsent({ waiting, sending, attention, papers }: SyncStatus): number {
  return waiting + sending + attention + papers.waiting
}

/** Work that waits this long is no passing interruption. */
const warnAfterMs = 600_000

/** When this device was last warned, as milliseconds since 1970; at most once a day. */
const warnedKey = 'eviction_warned_at'
const warnEveryMs = 86_400_000

function useEvictionWarning(isAtRisk: boolean): void {
  const toast = useToast()
  const { method } = useInstall()
  useEffect(() => {
    if (!isAtRisk) return
    void requestPersistence(navigator.storage)
    const timer = setTimeout(() => {
      const isRecent = Math.abs(Date.now() - Number(deviceStorage.getItem(warnedKey))) < warnEveryMs
      if (storageProtection.state !== 'evictable' || isRecent) return
      deviceStorage.setItem(warnedKey, String(Date.now()))
      toast.warning('이 브라우저는 전송을 기다리는 작업을 지울 수 있습니다.', {
        description: describeEviction(method),
        duration: 0,
      })
    }, warnAfterMs)
    return () => clearTimeout(timer)
  }, [isAtRisk, toast, method])
}

export function describeEviction(method: ReturnType<typeof useInstall>['method']): string {
  if (method === 'apple')
    return 'Safari는 7일 동안 열지 않은 사이트의 저장 공간을 비웁니다. 홈 화면에 설치하면 비우지 않습니다.'
  if (method === 'none') return '기기의 저장 공간이 부족해지기 전에 서버에 연결해 주세요.'
  return '기기의 저장 공간이 부족해지면 비울 수 있습니다. 앱으로 설치하거나, 그 전에 서버에 연결해 주세요.'
}
