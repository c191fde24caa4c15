/** The name under which a device keeps whether its person chose light or dark. */
export const themeKey = 'theme'

/**
 * Light or dark as it was chosen on this device, else as the device is (theme.css). Staff's pages ask before anything is drawn; visitors' pages come drawn from the
 * server and follow the device. HAZARD: part of every visitor's first script; the choice itself is staff's (theme-choice.ts).
 */
export function showTheme(): void {
  const chosen = localStorage.getItem(themeKey)
  const { dataset } = document.documentElement
  if (chosen === 'light' || chosen === 'dark') dataset['theme'] = chosen
  else delete dataset['theme']
}
