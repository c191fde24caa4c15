import { afterEach, beforeEach } from 'vitest'
import { cleanup } from 'vitest-browser-react'
import { commands, locators, page, type Locator } from 'vitest/browser'
import { isComposing } from '#app/ui/composition.ts'
import '#app/ui/theme.css'

declare module 'vitest/browser' {
  interface LocatorSelectors {
    /** For what has no role or name; what a person perceives is found by `getByRole` and `getByText`. */
    getByCss(selector: string): Locator
  }
}

locators.extend({ getByCss: (selector: string) => selector })

const faults: string[] = []
addEventListener('error', (event) => void faults.push(event.message))

// Files share one page: a test begins with nothing drawn, stored or reported.
beforeEach(() => {
  faults.length = 0
  localStorage.clear()
  sessionStorage.clear()
})

const start = { width: innerWidth, height: innerHeight }
const noEmulation = { colorScheme: null, media: null, reducedMotion: null, forcedColors: null }
const emulatedMedia = ['print', '(prefers-color-scheme: dark)', '(forced-colors: active)']

afterEach(async () => {
  await cleanup()
  if (innerWidth !== start.width || innerHeight !== start.height) await page.viewport(start.width, start.height)
  if (emulatedMedia.some((media) => matchMedia(media).matches)) await commands.emulateMedia(noEmulation)
  // A field that is taken away in the middle of a composition never ends it, and no key would count in the tests that follow.
  if (isComposing()) document.dispatchEvent(new CompositionEvent('compositionend'))
  if (faults.length > 0) throw new Error(`The page reported: ${faults.join('; ')}`)
})
