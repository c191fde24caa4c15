import type { Page } from '@playwright/test'
import { publicPaths } from '#contract/app-paths.ts'
import { readPdf } from '../../support/documents/read-pdf.ts'
import { waitForHydration } from '../support/hydration.ts'
import { removeSpaces } from '../support/printing.ts'
import { expect, test } from '../support/test.ts'

/**
 * Distances in px by which a page is pushed down, so that its headings print at other positions.
 */
const offsets = [0, 240, 480, 720]

test('no heading or question is alone at the bottom of a printed page', async ({ office, newDevicePage: page }) => {
  test.setTimeout(300_000)
  await page.emulateMedia({ media: 'print' })
  for (const path of [...publicPaths, '/blog/1', '/blog/2', '/blog/3']) {
    await page.goto(office.url + path)
    // The spacer would be a mismatch for a page that React is still taking over.
    await waitForHydration(page)
    const headed = await readHeadedTexts(page)
    expect(headed.length, path).toBeGreaterThan(0)
    for (const offset of offsets) {
      await pushDown(page, offset)
      const { pages } = await readPdf(await page.pdf({ preferCSSPageSize: true }))
      expect
        .soft(
          findParted(
            headed,
            pages.map(({ text }) => removeSpaces(text)),
          ),
          `${path} ${offset} (${pages.length})`,
        )
        .toEqual([])
    }
  }
})

/**
 * The words of each heading and question, and the first words below it that are neither. The first
 * heading opens its page anyway.
 */
async function readHeadedTexts(page: Page): Promise<(readonly [heading: string, text: string])[]> {
  const parts = await page.locator('main').evaluate((main) => {
    const found: { isHeading: boolean; text: string }[] = []
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
    let last: Element | null = null
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement
      if (!parent?.checkVisibility() || parent.closest('[aria-hidden=true], .sr-only') || !node.textContent?.trim())
        continue
      const heading = parent.closest('h2, h3, h4, summary, dt, caption')
      const block = heading ?? parent.closest('h1, p, li, dd, td, th, div')
      const open = found.at(-1)
      if (open && block === last) open.text += node.textContent
      else found.push({ isHeading: heading !== null, text: node.textContent })
      last = block
    }
    return found
  })
  return parts.flatMap(({ isHeading, text }, index) => {
    const below = parts.slice(index + 1).find((part) => !part.isHeading)
    return isHeading && below ? [[removeSpaces(text), removeSpaces(below.text).slice(0, 12)] as const] : []
  })
}

async function pushDown(page: Page, offset: number): Promise<void> {
  await page.locator('main').evaluate((main, height) => {
    main.querySelector('[data-offset]')?.remove()
    const spacer = document.createElement('div')
    spacer.dataset['offset'] = ''
    spacer.style.height = `${height}px`
    main.prepend(spacer)
  }, offset)
}

/** The headings whose text begins on another page, and those that are not found at all. */
function findParted(headed: readonly (readonly [string, string])[], pages: readonly string[]): string[] {
  const all = pages.join('')
  const findPage = (place: number) => pages.findIndex((_, index) => pages.slice(0, index + 1).join('').length > place)
  let from = 0
  return headed.flatMap(([heading, text]) => {
    const below = all.indexOf(text, all.indexOf(heading, from) + heading.length)
    // The same words may also occur earlier in the text.
    const place = all.lastIndexOf(heading, below - heading.length)
    if (below === -1 || place < from) return [`${heading} | ${text}: not found`]
    from = place
    return findPage(place) === findPage(below)
      ? []
      : [`${heading} | ${text}: ${findPage(place) + 1}, ${findPage(below) + 1}`]
  })
}
