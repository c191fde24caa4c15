import { createDeviceChoice } from '../browser/device-setting.ts'
import { applyTheme, themeKey } from './theme.ts'

export type Theme = 'device' | 'light' | 'dark'

/** 기기 설정, 밝게 or 어둡게, for this device and in sync across its windows. */
export const theme = createDeviceChoice<Theme>(themeKey, ['device', 'light', 'dark'])

/**
 * Applies the chosen theme to the page and to the bar of the browser or installed app. Returns a
 * stop function.
 */
export function watchTheme(): () => void {
  function follow() {
    applyTheme()
    const currentTheme = theme.read()
    for (const bar of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
      const barTheme = bar.media.includes('dark') ? 'dark' : 'light'
      bar.content = barColors[currentTheme === 'device' ? barTheme : currentTheme]
    }
  }
  follow()
  return theme.subscribe(follow)
}

/** Same values as in theme.css and index.html. */
const barColors = { light: '#fbfaf7', dark: '#16181b' }
