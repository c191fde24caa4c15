import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useOfflineCopy } from '../records/copy/use-offline-copy.tsx'
import { gatherNews } from '../records/actions/gather-news.ts'
import { useToast } from '../ui/overlays/toast.tsx'

/** Tells, whatever screen is in front, that the server was restored from a backup and has lost edits of this person. Each of them is told of once. */
export function useLostToast(): void {
  const { outbox } = useOfflineCopy()
  const toast = useToast()
  const navigate = useNavigate()
  const told = useRef(new Set<string>())
  useEffect(() => {
    const known = told.current
    const lostEntries = () => outbox.getEntries().filter(({ isLost }) => isLost)
    for (const { opId } of lostEntries()) known.add(opId)
    const news = gatherNews(() => {
      const fresh = lostEntries().filter(({ opId }) => !known.has(opId))
      if (fresh.length === 0) return
      for (const { opId } of fresh) known.add(opId)
      const count = lostEntries().length.toLocaleString('ko')
      // They come in parts: the same words renew the note that stands, with the number as it is by then.
      toast.warning('서버가 백업에서 복원되면서 저장된 작업이 사라졌습니다.', {
        description: `작업 ${count}건을 다시 보내거나 버릴 수 있습니다.`,
        duration: 0,
        action: { label: '보낼 작업 열기', onSelect: () => void navigate({ to: '/staff/outbox' }) },
      })
    })
    const stop = outbox.subscribe(news.soon)
    return () => {
      news.cancel()
      stop()
    }
  }, [outbox, toast, navigate])
}
