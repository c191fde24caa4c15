import { afterEach, beforeEach } from 'vitest'
import { cleanup } from 'vitest-browser-react'
import { locators, type Locator } from 'vitest/browser'
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

afterEach(async () => {
  await cleanup()
  // A field that is taken away in the middle of a composition never ends it, and no key would count in the tests that follow.
  if (isComposing()) document.dispatchEvent(new CompositionEvent('compositionend'))
  if (faults.length > 0) throw new Error(`The page reported: ${faults.join('; ')}`)
})
