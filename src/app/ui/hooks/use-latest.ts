import { useCallback, useEffect, useRef } from 'react'

/** A stable getter for the latest value; for use in handlers and effects, never while rendering. */
export function useLatest<T>(value: T): () => T {
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  })
  return useCallback(() => latest.current, [])
}
