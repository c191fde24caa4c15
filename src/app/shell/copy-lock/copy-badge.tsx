import { Lock } from 'lucide-react'
import { Link } from '@tanstack/react-router'
import { useOfflineCopy } from '../../records/copy/use-offline-copy.tsx'
import { copyUntilText } from './copy-until.ts'

/** Of a sealed copy: that what is seen here stands on the device, and until when it may be used without the server. */
export function CopyBadge({ lastSyncAt }: { lastSyncAt: number | null }) {
  const { seals } = useOfflineCopy()
  const until = copyUntilText(lastSyncAt)
  if (!seals || until === '') return null
  return (
    <Link to="/account/devices" className="tabular flex items-center gap-1 whitespace-nowrap hover:text-ink">
      <Lock size={13} strokeWidth={1.5} aria-hidden />
      {/* A phone's line has room for the lock alone; 로그인한 기기 says until when. */}
      <span className="max-sm:sr-only">오프라인 사본 · {until}</span>
    </Link>
  )
}
