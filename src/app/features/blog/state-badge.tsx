import { Badge } from '#app/ui/display/badge.tsx'
import { type PostState, postStates } from '#contract/blog/blog.ts'

export function StateBadge({ state }: { state: PostState }) {
  const label = postStates.find(({ value }) => value === state)?.label
  return <Badge tone={state === 'published' ? 'good' : 'plain'}>{label}</Badge>
}
