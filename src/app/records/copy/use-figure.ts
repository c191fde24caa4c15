import { useEffect, useState } from 'react'
import type { FigureName, FigureQuestion, FigureState } from '#mirror/figures/figures.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'

/**
 * A figure over a whole mirrored collection, the user's own unsent changes in it, kept current while the screen is open. What was told stands until the answer to a
 * new question is there. `question` is compared by its content.
 */
export function useFigure<Name extends FigureName>(
  copy: OfflineCopy,
  name: Name,
  question: FigureQuestion<Name>,
): FigureState<Name> {
  const [state, setState] = useState<FigureState<Name>>({ status: 'loading', value: null })
  const asked = JSON.stringify(question)
  useEffect(
    // A question is plain data: text and back gives the same question.
    () => copy.watchFigure(name, JSON.parse(asked) as FigureQuestion<Name>, setState),
    [copy, name, asked],
  )
  return state
}
