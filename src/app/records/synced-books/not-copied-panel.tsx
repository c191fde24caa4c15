import { Link } from '@tanstack/react-router'
import { FolderDown } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#app/ui/buttons/button.tsx'
import type { CollectionName } from '#contract/books/collections.ts'
import { getAreaName, getWorkArea } from '#contract/records/work-areas.ts'
import { useOfflineCopy, useSyncStatus } from '../offline-copy/use-offline-copy.tsx'
import { useSyncedAreas } from './use-synced-books.ts'

/**
 * Shown for data this device was set not to store: says so and offers to download it. `isInPanel`:
 * within a detail panel.
 */
export function NotCopiedPanel({ collection, isInPanel = false }: { collection: CollectionName; isInPanel?: boolean }) {
  const copy = useOfflineCopy()
  const isOffline = useSyncStatus().connection === 'offline'
  const syncedAreas = useSyncedAreas()
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const area = getWorkArea(collection)
  const Title = isInPanel ? 'h3' : 'h1'

  async function addToCopy() {
    setIsBusy(true)
    setFailure('')
    try {
      await copy.chooseAreas([...(syncedAreas ?? []), area])
    } catch {
      setFailure('이 기기에 저장하지 못했습니다. 저장 공간을 확인한 뒤 다시 시도해 주세요.')
    }
    setIsBusy(false)
  }
  return (
    <section
      aria-label="이 기기에 두지 않은 업무"
      className={`mx-auto flex w-full max-w-[520px] flex-col items-start gap-3 ${isInPanel ? 'py-4' : 'px-1 pt-[12dvh] pb-8'}`}
    >
      <Title className={isInPanel ? 'text-lead font-semibold' : 'text-title font-semibold'}>
        이 기기에 두지 않은 업무입니다
      </Title>
      <p className="measure text-ink-2">
        {`‘${getAreaName(area)}’ 자료는 이 기기에 보관하지 않도록 선택되어 있습니다. 자료를 받으면 바로 볼 수 있고, 인터넷이 끊겨도 작업할 수 있습니다.`}
      </p>
      {isOffline ? <p className="text-ink-2">자료를 받으려면 서버에 연결되어야 합니다.</p> : null}
      {failure === '' ? null : (
        <p role="alert" className="text-danger">
          {failure}
        </p>
      )}
      <div data-screen-only className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          tone="primary"
          icon={<FolderDown size={16} strokeWidth={1.5} aria-hidden />}
          isBusy={isBusy}
          disabledReason={isOffline ? '서버에 연결되면 받을 수 있습니다.' : undefined}
          onClick={() => void addToCopy()}
        >
          이 기기에 받기
        </Button>
        <Link to="/account/devices" className="text-primary underline underline-offset-4 coarse:py-3">
          보관할 업무 선택
        </Link>
      </div>
    </section>
  )
}
