import { useEffect, useState } from 'react'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import type { FigureName, FigureParams, FigureState } from '#mirror/query/figures.ts'

/**
 * A figure over a whole mirrored collection, including the user's unsent changes, kept current
 * while the screen is open. Keeps the last value until the one for new `params` arrives. Compares
 * `params` by content.
 */
export function useFigure<Name extends FigureName>(
  copy: OfflineCopy,
  name: Name,
  params: FigureParams<Name>,
): FigureState<Name> {
  const [state, setState] = useState<FigureState<Name>>({ status: 'loading', value: null })
  const paramsKey = JSON.stringify(params)
  useEffect(
    // Parameters are plain data, so parsing their JSON gives the same parameters.
    () => copy.watchFigure(name, JSON.parse(paramsKey) as FigureParams<Name>, setState),
    [copy, name, paramsKey],
  )
  return state
}
