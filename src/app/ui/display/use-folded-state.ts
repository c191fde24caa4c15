import { useState } from 'react'

/**
 * Whether a part of a screen is folded, remembered in local storage under `key`. Starts folded when
 * the media query matches.
 */
export function useFoldedState(
  key: string,
  media: string,
): [isFolded: boolean, setFolded: (isFolded: boolean) => void] {
  const [isFolded, setIsFolded] = useState(() => {
    const stored = localStorage.getItem(key)
    return stored === null ? matchMedia(media).matches : stored === 'folded'
  })
  function changeFolded(next: boolean) {
    localStorage.setItem(key, next ? 'folded' : 'open')
    setIsFolded(next)
  }
  return [isFolded, changeFolded]
}
