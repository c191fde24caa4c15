import { Spinner } from '../ui/spinner.tsx'

/** A screen that is on its way; shows itself only when it takes longer than 200 ms. */
export function ScreenPending() {
  return (
    <div className="appears-late flex min-h-[40dvh] items-center justify-center gap-2 text-ink-3" role="status">
      <Spinner label="" /> 불러오는 중...
    </div>
  )
}
