import { useEffect, useRef } from 'react'
import { demoMarkSchema } from '#contract/demo-data.ts'
import { useSyncStatus } from '../records/copy/use-offline-copy.tsx'
import { useApi } from '../session/api.tsx'
import { setDemoMark, showsDemo } from '../session/demo-mark.ts'

const restMs = 10_000

/** Draws nothing: asks whether there is still demo data, when the office is opened and, while the line about it stands, whenever news came. */
export function DemoMarkWatch(): null {
  const api = useApi()
  const { lastSyncAt } = useSyncStatus()
  const asked = useRef(-Infinity)
  useEffect(() => {
    const isFirst = asked.current === -Infinity
    if (!isFirst && (!showsDemo() || performance.now() - asked.current < restMs)) return
    asked.current = performance.now()
    void (async () => {
      try {
        setDemoMark(demoMarkSchema.parse(await api.get('/api/demo-data/mark').json()).is_present)
      } catch {
        // Nobody answers: what was known stands, and the next news ask again.
      }
    })()
  }, [api, lastSyncAt])
  return null
}
