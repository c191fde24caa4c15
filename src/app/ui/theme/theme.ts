import { deviceStorage } from '../browser/device-storage.ts'
/** Local storage key of the chosen theme. */
export const themeKey = 'theme'

/**
 * Applies the theme chosen on this device, else the device's own (theme.css). Staff pages call it
 * before the first paint; visitors' pages are prerendered and follow the device. Every visitor
 * loads this file, so keep it small; only staff can choose a theme (theme-choice.ts).
 */
export function applyTheme(): void {
  const savedTheme = deviceStorage.getItem(themeKey)
  const { dataset } = document.documentElement
  if (savedTheme === 'light' || savedTheme === 'dark') dataset['theme'] = savedTheme
  else delete dataset['theme']
}
