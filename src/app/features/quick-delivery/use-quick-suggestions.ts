import { useEffect, useState } from 'react'
import type { RowSource } from '#contract/row-source.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'

const suggested = ['rider', 'sender', 'receiver'] as const
export type QuickSuggestions = Readonly<Record<(typeof suggested)[number], readonly string[]>>

const none: QuickSuggestions = { rider: [], sender: [], receiver: [] }
const atMost = 200

/** Who rode, sent and received before, the most frequent first; counted on this device, again whenever records change. */
export function useQuickSuggestions(copy: OfflineCopy): QuickSuggestions {
  const [suggestions, setSuggestions] = useState(none)
  useEffect(() => {
    let isGone = false
    const source = copy.openRows('quick-deliveries', { filters: [], search: '', sort: [] })
    const count = () => void countAll(source).then((found) => found && !isGone && setSuggestions(found))
    source.subscribe(count)
    count()
    return () => {
      isGone = true
      source.close()
    }
  }, [copy])
  return suggestions
}

async function countAll(source: RowSource): Promise<QuickSuggestions | null> {
  if (source.getState().status !== 'ready') return null
  const counted = await Promise.all(
    suggested.map(async (key) => {
      const values = (await source.countValues?.(key, atMost)) ?? []
      return [key, values.flatMap(({ value, label }) => (value === null || value === '' ? [] : [label]))] as const
    }),
  )
  return { ...none, ...Object.fromEntries(counted) }
}
