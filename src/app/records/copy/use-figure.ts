import { useEffect, useState } from 'react'
import type { FigureName, FigureQuestion, FigureState } from '#mirror/figures.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'

/**
 * A figure over a whole mirrored collection, including the user's unsent changes, kept current
 * while the screen is open. Keeps the last value until a new question is answered. Compares
 * `question` by content.
 */
export function useFigure<Name extends FigureName>(
  copy: OfflineCopy,
  name: Name,
  question: FigureQuestion<Name>,
): FigureState<Name> {
  const [state, setState] = useState<FigureState<Name>>({ status: 'loading', value: null })
  const questionKey = JSON.stringify(question)
  useEffect(
    // A question is plain data, so parsing its JSON gives the same question.
    () => copy.watchFigure(name, JSON.parse(questionKey) as FigureQuestion<Name>, setState),
    [copy, name, questionKey],
  )
  return state
}
