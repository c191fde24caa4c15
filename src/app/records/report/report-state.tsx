import { FileSearch } from 'lucide-react'
import type { ReactNode } from 'react'
import { Skeleton } from '#app/ui/display/skeleton.tsx'
import type { FigureState } from '#mirror/figures/figures.ts'
import { CopyUnavailable } from '../copy/copy-unavailable.tsx'

interface ReportStateProps {
  status: FigureState['status']
  /** Why the query itself can't match anything. */
  fault?: string | null
  isEmpty: boolean
  /** Why there are no figures, and what to do about it. */
  emptyReason: ReactNode
  children: ReactNode
}

/** Shown while there are no figures: loading, never fetched, or nothing found. */
export function ReportState({ status, fault = null, isEmpty, emptyReason, children }: ReportStateProps) {
  if (fault !== null) return <StateMessage icon={<FileSearch {...icon} />} text={fault} />
  if (status === 'never_fetched') return <CopyUnavailable />
  // Show figures only when all cases are loaded; half of the cases would give half of the money.
  if (status === 'loading') {
    return (
      <div aria-busy className="flex flex-col gap-2">
        <p className="sr-only">데이터를 불러오는 중...</p>
        {[0, 1, 2, 3].map((line) => (
          <Skeleton key={line} className="h-8 w-full" />
        ))}
      </div>
    )
  }
  if (isEmpty)
    return (
      <StateMessage icon={<FileSearch {...icon} />} text="데이터가 없습니다">
        {emptyReason}
      </StateMessage>
    )
  return children
}

const icon = { size: 20, strokeWidth: 1.5, 'aria-hidden': true } as const

function StateMessage({ icon: drawing, text, children }: { icon: ReactNode; text: string; children?: ReactNode }) {
  return (
    <div role="status" className="flex flex-col items-center gap-1.5 py-16 text-center">
      <span className="text-ink-3">{drawing}</span>
      <p className="font-semibold text-ink-2">{text}</p>
      {children ? <div className="flex flex-col items-center gap-2 text-label text-ink-3">{children}</div> : null}
    </div>
  )
}
