import { afterEach, beforeEach } from 'vitest'
import { cleanup } from 'vitest-browser-react'
import { commands, type Locator, locators, page } from 'vitest/browser'
import { isComposing } from '#app/ui/text-editing/composition.ts'
import '#app/ui/theme/theme.css'

declare module 'vitest/browser' {
  interface LocatorSelectors {
    /**
     * For elements without role or name; prefer `getByRole` and `getByText` for what a person
     * perceives.
     */
    getByCss(selector: string): Locator
  }
}

locators.extend({ getByCss: (selector: string) => selector })

// A touch device zooms the page when its width changes, and keeps that zoom when the width is
// restored. Taps of later tests would land elsewhere, so the page around the tests has one scale.
top?.document
  .querySelector('meta[name="viewport"]')
  ?.setAttribute('content', 'width=device-width, initial-scale=1, minimum-scale=1, maximum-scale=1')

const pageErrors: string[] = []
addEventListener('error', (event) => void pageErrors.push(event.message))

// Files share one page, so each test starts with nothing rendered, stored or reported.
beforeEach(() => {
  pageErrors.length = 0
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
  // Removing a field during composition never ends the composition, and later tests would ignore
  // every key.
  if (isComposing()) document.dispatchEvent(new CompositionEvent('compositionend'))
  if (pageErrors.length > 0) throw new Error(`The page reported: ${pageErrors.join('; ')}`)
})
