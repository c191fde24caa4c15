import { useEffect, useState } from 'react'
import type { FigureName, FigureParams, FigureState } from '#mirror/figures.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'

/**
 * A figure over a whole mirrored collection, including the user's unsent changes, kept current
 * while the screen is open. Keeps the last value until a new question is answered. Compares
 * `question` by content.
 */
export function useFigure<Name extends FigureName>(
  copy: OfflineCopy,
  name: Name,
  params: FigureParams<Name>,
): FigureState<Name> {
  const [state, setState] = useState<FigureState<Name>>({ status: 'loading', value: null })
  const paramsKey = JSON.stringify(params)
  useEffect(
    // A question is plain data, so parsing its JSON gives the same question.
    () => copy.watchFigure(name, JSON.parse(paramsKey) as FigureParams<Name>, setState),
    [copy, name, paramsKey],
  )
  return state
}
