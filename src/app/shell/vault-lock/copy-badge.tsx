import { Link } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import { useOfflineCopy } from '#app/records/offline-copy/use-offline-copy.tsx'
import { formatTimestamp } from '#app/ui/display/format-timestamp.ts'
import { leaseMs } from '#mirror/vault/vault-database.ts'

/**
 * Shown for a sealed copy: the data is stored on the device, and until when it may be used without
 * the server.
 */
export function CopyBadge({ lastSyncAt }: { lastSyncAt: number | null }) {
  const { seals } = useOfflineCopy()
  const until = formatCopyEnd(lastSyncAt)
  if (!seals || until === '') return null
  return (
    <Link to="/account/devices" className="tabular flex items-center gap-1 whitespace-nowrap hover:text-ink">
      <Lock size={13} strokeWidth={1.5} aria-hidden />
      {/* A phone's line, and one next to an open record, only has room for the lock; 로그인한 기기 shows the date. */}
      <span className="max-sm:sr-only sheet-open:sr-only">오프라인 사본 · {until}</span>
    </Link>
  )
}

/**
 * Until when a sealed copy may be used without another response from the server: "2026.11.29
 * 14:05까지". Empty before the first contact.
 */
export function formatCopyEnd(lastSyncAt: number | null): string {
  return lastSyncAt === null ? '' : `${formatTimestamp(lastSyncAt + leaseMs)}까지`
}
