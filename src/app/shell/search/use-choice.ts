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
  const removedLine = useRef<SearchLine | undefined>(undefined)
  const pendingEnter = useRef<{ text: string; isBeside: boolean } | null>(null)
  const lines = groups.flatMap(({ items }) => items)
  const isOfText = ({ foundBy }: SearchLine) => foundBy === null || foundBy === text
  const [first] = lines
  useEffect(() => {
    const request = pendingEnter.current
    if (!request || !isSettled) return
    pendingEnter.current = null
    if (request.text === text && first) onChosen(first, request.isBeside)
  }, [isSettled, text, first, onChosen])
  return {
    /** The highlighted line. */
    note: (line: SearchLine | undefined) => void (removedLine.current = line),
    choose: (line: SearchLine, isBeside: boolean) => {
      if (isOfText(line)) onChosen(line, isBeside)
    },
    enter: (isBeside: boolean) => {
      const line = lines.find(({ key }) => key === removedLine.current?.key) ?? first
      if (line && isOfText(line)) onChosen(line, isBeside)
      else if (!isSettled) pendingEnter.current = { text, isBeside }
    },
  }
}
