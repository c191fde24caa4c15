import { useState } from 'react'
import type { OutboxEntry } from '#mirror/offline-copy.ts'
import { useOfflineCopy } from '#app/records/copy/use-offline-copy.tsx'
import { Button } from '#app/ui/buttons/button.tsx'

/** Above what the server has lost: why it stands here, and one press that sends all of it again. A single one has that on its own card. */
export function LostNote({ entries }: { entries: readonly OutboxEntry[] }) {
  const { outbox } = useOfflineCopy()
  const [isBusy, setBusy] = useState(false)
  const count = entries.filter(({ isLost, isGone }) => isLost && !isGone).length
  if (count < 2) return null

  async function sendAll() {
    setBusy(true)
    await outbox.retryLost()
    setBusy(false)
  }

  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-y py-4">
      <p className="min-w-0 flex-1 basis-80">
        서버가 백업에서 복원되면서 작업 {count.toLocaleString('ko')}건이 서버에서 사라졌습니다. 하나씩 정하거나 모두
        다시 보낼 수 있습니다.
      </p>
      <Button isBusy={isBusy} onClick={() => void sendAll()}>
        모두 다시 보내기
      </Button>
    </div>
  )
}
