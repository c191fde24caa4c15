import { useEffect, useRef } from 'react'
import type { SearchGroup, SearchLine } from './search-line.ts'

interface Choice {
  text: string
  groups: readonly SearchGroup[]
  /** The list is complete for this text. */
  isSettled: boolean
  /** `isBeside`: open in a new tab. */
  onChosen(line: SearchLine, isBeside: boolean): void
}

/**
 * Decides which line to open. Enter means the typed text, never the results of an earlier one:
 * pressed before the answer arrives, it waits and then opens the first line.
 */
export function useChoice({ text, groups, isSettled, onChosen }: Choice) {
  const gone = useRef<SearchLine | undefined>(undefined)
  const awaited = useRef<{ text: string; isBeside: boolean } | null>(null)
  const lines = groups.flatMap(({ items }) => items)
  const isOfText = ({ foundBy }: SearchLine) => foundBy === null || foundBy === text
  const [first] = lines
  useEffect(() => {
    const asked = awaited.current
    if (!asked || !isSettled) return
    awaited.current = null
    if (asked.text === text && first) onChosen(first, asked.isBeside)
  }, [isSettled, text, first, onChosen])
  return {
    /** The highlighted line. */
    note: (line: SearchLine | undefined) => void (gone.current = line),
    choose: (line: SearchLine, isBeside: boolean) => {
      if (isOfText(line)) onChosen(line, isBeside)
    },
    enter: (isBeside: boolean) => {
      const line = lines.find(({ key }) => key === gone.current?.key) ?? first
      if (line && isOfText(line)) onChosen(line, isBeside)
      else if (!isSettled) awaited.current = { text, isBeside }
    },
  }
}
