import { useEffect, useState } from 'react'

/** Whether the media query matches; re-renders on change. */
export function useMediaQuery(query: string): boolean {
  const [list] = useState(() => matchMedia(query))
  const [isMatching, setIsMatching] = useState(list.matches)
  useEffect(() => {
    function follow() {
      setIsMatching(list.matches)
    }
    list.addEventListener('change', follow)
    return () => list.removeEventListener('change', follow)
  }, [list])
  return isMatching
}
