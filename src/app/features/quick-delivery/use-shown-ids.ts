import { useSyncExternalStore } from 'react'
import type { RowSource } from '#contract/row-source.ts'

/** Ids of the rows that the source holds of its present page, as text, so that it is another only when they are others. */
export function useShownIds(source: RowSource): readonly string[] {
  const text = useSyncExternalStore(source.subscribe, () => idsOf(source))
  return text === '' ? [] : text.split(' ')
}

function idsOf(source: RowSource): string {
  const ids: string[] = []
  const { total } = source.getState()
  for (let index = 0; index < Math.min(total, mostRows); index += 1) {
    const id = source.rowAt(index)?.id
    if (id !== undefined) ids.push(id)
  }
  return ids.join(' ')
}

/** The longest page there is (spec 3 §9). */
const mostRows = 100
