import { proxy, useSnapshot } from 'valtio'

/** Chromium's event; missing from TypeScript's DOM types. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>
}

const offered = proxy<{ isOffered: boolean; isInstalled: boolean }>({ isOffered: false, isInstalled: false })
let held: InstallEvent | null = null

window.addEventListener('beforeinstallprompt', (event) => {
  // The browser's own bar would cover the work; the user menu offers the installation instead.
  event.preventDefault()
  held = isInstallEvent(event) ? event : null
  offered.isOffered = held !== null
})
window.addEventListener('appinstalled', () => {
  offered.isInstalled = true
})

/**
 * How this device installs the app: by the browser's prompt, by hand in Safari (`apple`), or by
 * another browser's menu. `none`: it already runs installed.
 */
export function useInstall(): { way: 'prompt' | 'apple' | 'browser' | 'none'; ask(): Promise<void> } {
  const { isOffered, isInstalled } = useSnapshot(offered)
  const isStandalone = isInstalled || matchMedia('(display-mode: standalone)').matches
  return { way: isStandalone ? 'none' : isOffered ? 'prompt' : isAppleTouch() ? 'apple' : 'browser', ask }
}

async function ask(): Promise<void> {
  const event = held
  if (!event) return
  // The event works only once.
  held = null
  offered.isOffered = false
  await event.prompt()
}

/** iPadOS identifies as a Mac, but has touch points. */
function isAppleTouch(): boolean {
  return (
    /iPhone|iPad/.test(navigator.userAgent) || (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
  )
}

function isInstallEvent(event: Event): event is InstallEvent {
  return 'prompt' in event && typeof event.prompt === 'function'
}
