import { useMemo } from 'react'
import { createDeviceSetting, useDeviceSetting } from '../browser/device-setting.ts'

/**
 * Whether a part of a screen is folded, remembered on this device under `key`. Starts folded when
 * the media query matches.
 */
export function useFoldedState(
  key: string,
  media: string,
): [isFolded: boolean, setFolded: (isFolded: boolean) => void] {
  return useDeviceSetting(
    useMemo(
      () =>
        createDeviceSetting({
          key,
          parse: (text) => (text === null ? matchMedia(media).matches : text === 'folded'),
          format: (isFolded) => (isFolded ? 'folded' : 'open'),
        }),
      [key, media],
    ),
  )
}
