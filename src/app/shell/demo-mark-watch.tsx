import { useEffect } from 'react'
import { demoMarkSchema } from '#contract/demo-data.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import { useOfflineCopy } from '../records/copy/use-offline-copy.tsx'
import { setDemoMark, showsDemo } from '../session/demo-mark.ts'

/** Draws nothing: learns whether there is still demo data. */
export function DemoMarkWatch(): null {
  const copy = useOfflineCopy()
  useEffect(() => watchMark(copy), [copy])
  return null
}

const restMs = 10_000

/** Asks when the office is opened and, while the line about demo data stands, whenever news came. Answers how to stop. */
function watchMark(copy: OfflineCopy): () => void {
  let askedAt = 0
  let { lastSyncAt } = copy.getStatus()
  async function ask() {
    askedAt = performance.now()
    try {
      // Without the login: what is asked behind a person's back must not ask them to sign in again.
      const answer = await fetch('/api/demo-data/mark', { cache: 'no-store' })
      if (answer.ok) setDemoMark(demoMarkSchema.parse(await answer.json()).is_present)
    } catch {
      // Nobody answers: what was known stands, and the next news ask again.
    }
  }
  void ask()
  return copy.subscribeStatus(() => {
    const news = copy.getStatus().lastSyncAt
    if (news === lastSyncAt) return
    lastSyncAt = news
    if (showsDemo() && performance.now() - askedAt >= restMs) void ask()
  })
}
