import { useEffect, useRef } from 'react'
import type { SearchGroup, SearchLine } from './search-line.ts'

interface Choice {
  text: string
  groups: readonly SearchGroup[]
  /** What stands in the list is all that this text finds. */
  isSettled: boolean
  /** `isBeside`: in a tab of its own. */
  onChosen(line: SearchLine, isBeside: boolean): void
}

/**
 * Which line is taken. Enter means what was typed, never what an earlier text had found: pressed before the answer is there, it waits for that and takes its first line.
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
    /** The line the person went to, or that stands first. */
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
