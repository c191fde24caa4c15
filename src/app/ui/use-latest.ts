import { useCallback, useEffect, useRef } from 'react'

/** A getter that stays the same while what it gets follows every render; for things asked at the moment of use, never while rendering. */
export function useLatest<T>(value: T): () => T {
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  })
  return useCallback(() => latest.current, [])
}
