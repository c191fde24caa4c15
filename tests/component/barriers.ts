import axe from 'axe-core'
import { expect } from 'vitest'
import { commands } from 'vitest/browser'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Expects that axe finds nothing against WCAG 2.2 AA by day. At night only colours differ, so only contrast is checked. */
export async function expectNoBarrier(within: Element = document.documentElement): Promise<void> {
  const undo = await holdStill()
  try {
    await untilDrawn()
    const announcements = [...within.querySelectorAll(announcedTwice)].map(({ outerHTML }) => outerHTML)
    const byDay = await violations(within, { type: 'tag', values: tags })
    await commands.emulateMedia({ colorScheme: 'dark' })
    expect(matchMedia('(prefers-color-scheme: dark)').matches).toBe(true)
    const atNight = await violations(within, { type: 'rule', values: ['color-contrast'] })
    expect({ announcements, byDay, atNight }).toEqual({ announcements: [], byDay: [], atNight: [] })
  } finally {
    await undo()
  }
}

async function violations(within: Element, runOnly: axe.RunOnly): Promise<string[]> {
  const found = await axe.run(within, { runOnly, resultTypes: ['violations'], iframes: false })
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`)
}

/** An alert announces itself; inside a live region it would be announced again. */
const announcedTwice = ':is([aria-live=polite], [aria-live=assertive], [role=status], [role=log], output) [role=alert]'

/** No transitions: what fades in has no contrast yet, and at nightfall thousands of colours would fade at once. */
async function holdStill(): Promise<() => Promise<void>> {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('*, ::before, ::after { transition: none !important }')
  document.adoptedStyleSheets.push(sheet)
  await commands.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
  return async () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
    await commands.emulateMedia({ reducedMotion: null, colorScheme: null })
  }
}

/** Endless animations are not waited for. */
async function untilDrawn(): Promise<void> {
  const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
  await Promise.allSettled(ending.map(({ finished }) => finished))
}
