import { Skeleton } from '../ui/display/skeleton.tsx'

/** Shown while a screen loads: rows keep their height. Invisible for the first 200 ms. */
export function ScreenPending() {
  return (
    <div role="status" className="flex flex-col gap-4 p-4">
      <span className="sr-only">불러오는 중...</span>
      <Skeleton className="h-7 w-48" />
      {[0, 1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} className="h-9 w-full" />
      ))}
    </div>
  )
}
