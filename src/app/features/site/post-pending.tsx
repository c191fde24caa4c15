import { Spinner } from '#app/ui/buttons/button.tsx'

/** Placeholder for a post that loads slowly. */
export function PostPending() {
  return (
    <p role="status" className="appears-late flex items-center justify-center gap-3 px-4 py-24 text-ink-2">
      <Spinner label="" /> 게시글을 불러오는 중입니다...
    </p>
  )
}
