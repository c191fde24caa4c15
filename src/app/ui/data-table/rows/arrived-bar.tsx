import { RefreshCw } from 'lucide-react'

/** Rows that came in meanwhile stay out until the user asks for them: rows never move under the cursor. */
export function ArrivedBar({ count, onRefresh }: { count: number; onRefresh: () => void }) {
  return (
    <div role="status" className={count > 0 ? 'border-b bg-info-wash' : 'sr-only'}>
      {count > 0 ? (
        <button
          type="button"
          onClick={onRefresh}
          className="flex h-8 w-full items-center justify-center gap-1.5 text-label font-semibold text-info hover:underline coarse:h-11"
        >
          <RefreshCw size={14} strokeWidth={1.5} aria-hidden />새 기록 {count.toLocaleString('ko-KR')}건 · 새로고침
        </button>
      ) : null}
    </div>
  )
}
