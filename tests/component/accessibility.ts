// Sets `window.axe`.
import 'axe-core'
import { expect } from 'vitest'
import { commands } from 'vitest/browser'
import { announcedTwice, contrastRule, everyRule, runAxe, waitForAnimations } from '../support/browsers/axe-rules.ts'

/**
 * Expects that axe finds no WCAG 2.2 AA violation in light mode and no low contrast in dark mode.
 */
export async function expectAccessible(container: Element = document.documentElement): Promise<void> {
  const axeContext = { include: [container], exclude: [] }
  // With reduced motion nothing fades; content that is fading in has no contrast yet.
  await commands.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
  try {
    await waitForAnimations()
    expect([...document.querySelectorAll(announcedTwice)].map(({ outerHTML }) => outerHTML)).toEqual([])
    expect(await runAxe({ ...axeContext, runOnly: everyRule })).toEqual([])
    await commands.emulateMedia({ colorScheme: 'dark' })
    expect(matchMedia('(prefers-color-scheme: dark)').matches).toBe(true)
    expect(await runAxe({ ...axeContext, runOnly: contrastRule }), 'in dark mode').toEqual([])
  } finally {
    await commands.emulateMedia({ reducedMotion: null, colorScheme: null })
  }
}
