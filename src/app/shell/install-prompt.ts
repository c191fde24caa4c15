import { proxy, useSnapshot } from 'valtio'

/** Chromium's event; missing from TypeScript's DOM types. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>
}

const installState = proxy<{ isOffered: boolean; isInstalled: boolean }>({ isOffered: false, isInstalled: false })
let installEvent: InstallEvent | null = null

window.addEventListener('beforeinstallprompt', (event) => {
  // The browser's own bar would cover the work; the user menu offers the installation instead.
  event.preventDefault()
  installEvent = isInstallEvent(event) ? event : null
  installState.isOffered = installEvent !== null
})
window.addEventListener('appinstalled', () => {
  installState.isInstalled = true
})

/**
 * How this device installs the app: by the browser's prompt, by hand in Safari (`apple`), or by
 * another browser's menu. `none`: it already runs installed.
 */
export function useInstall(): { method: 'prompt' | 'apple' | 'browser' | 'none'; prompt(): Promise<void> } {
  const { isOffered, isInstalled } = useSnapshot(installState)
  const isStandalone = isInstalled || matchMedia('(display-mode: standalone)').matches
  return { method: isStandalone ? 'none' : isOffered ? 'prompt' : isAppleTouch() ? 'apple' : 'browser', prompt }
}

async function prompt(): Promise<void> {
  const event = installEvent
  if (!event) return
  // The event works only once.
  installEvent = null
  installState.isOffered = false
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
