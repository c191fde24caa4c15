/** Local storage key of the chosen theme. */
export const themeKey = 'theme'

/**
 * Applies the theme chosen on this device, else the device's own (theme.css). Staff pages call it
 * before the first paint; visitors' pages are rendered by the server and follow the device. HAZARD:
 * loaded by every visitor's first script, so keep it small; only staff can choose a theme
 * (theme-choice.ts).
 */
export function showTheme(): void {
  const savedTheme = localStorage.getItem(themeKey)
  const { dataset } = document.documentElement
  if (savedTheme === 'light' || savedTheme === 'dark') dataset['theme'] = savedTheme
  else delete dataset['theme']
}
