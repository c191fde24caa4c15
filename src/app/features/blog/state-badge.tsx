import { postStates, type PostState } from '#contract/blog.ts'
import { Badge } from '#app/ui/display/badge.tsx'

/** 초안 or 게시됨. */
export function StateBadge({ state }: { state: PostState }) {
  const label = postStates.find(({ value }) => value === state)?.label
  return <Badge tone={state === 'published' ? 'good' : 'plain'}>{label}</Badge>
}
