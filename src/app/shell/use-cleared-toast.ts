import { useEffect } from 'react'
import type { StorageCleared } from '#mirror/offline-copy.ts'
import { useSyncStatus } from '../records/copy/use-offline-copy.tsx'
import { useToast } from '../ui/overlays/toast.tsx'

/**
 * Reports that the browser cleared this device's storage while the app was open, and what became of
 * waiting work. Stays until closed.
 */
export function useClearedToast(): void {
  const toast = useToast()
  const { storageCleared } = useSyncStatus()
  const cleared = JSON.stringify(storageCleared)
  useEffect(() => {
    const storageNotice = JSON.parse(cleared) as StorageCleared | null
    if (storageNotice)
      toast.warning('브라우저가 이 기기의 저장 공간을 비웠습니다.', {
        description: clearedText(storageNotice),
        duration: 0,
      })
  }, [toast, cleared])
}

export function clearedText({ saved, papersLost }: Pick<StorageCleared, 'saved' | 'papersLost'>): string {
  const edits =
    saved === 0
      ? '전송을 기다리던 작업은 없었습니다.'
      : `전송을 기다리던 작업 ${saved.toLocaleString('ko')}건은 이 기기에 다시 보관했습니다.`
  const papers =
    papersLost === 0
      ? ''
      : ` 전송하지 않은 사진·서류 ${papersLost.toLocaleString('ko')}개는 지워졌으니 다시 추가해 주세요.`
  return `${edits}${papers} 나머지 자료는 서버에서 자동으로 다시 받습니다.`
}
