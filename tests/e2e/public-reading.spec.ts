import type { Page } from '@playwright/test'
import { publicAddresses } from '../support/public-addresses.ts'
import { readPdf } from '../support/read-pdf.ts'
import { expect, test } from './support/test.ts'

test.describe('in a window zoomed to 200 %', () => {
  // 1440 × 900 at 200 %: half as many pixels of twice the size.
  test.use({ viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 })

  test('every public page keeps its whole text within the window, at 200 % and on 320 px (WCAG 1.4.10)', async ({
    office,
    calmPage: page,
  }) => {
    for (const path of publicAddresses) {
      await page.goto(office.url + path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.locator('details').evaluateAll((all) => all.forEach((one) => one.setAttribute('open', '')))
      for (const [width, height] of [
        [720, 450],
        [320, 640],
      ] as const) {
        await page.setViewportSize({ width, height })
        expect.soft(await cutOff(page), `${path} at ${String(width)} px`).toEqual([])
      }
    }
  })
})

test.describe('for somebody who asked for less motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('nothing on the public pages moves by itself or takes time to change', async ({ office, calmPage: page }) => {
    for (const path of publicAddresses) {
      await page.goto(office.url + path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      const moving = await page.evaluate(() => {
        const seconds = (list: string) => Math.max(...list.split(',').map((one) => Number.parseFloat(one)))
        const slow = [...document.querySelectorAll('*')].filter((element) => {
          const { transitionDuration, animationDuration, animationName, scrollBehavior } = getComputedStyle(element)
          const animation = animationName === 'none' ? 0 : seconds(animationDuration)
          return Math.max(seconds(transitionDuration), animation) > 0.001 || scrollBehavior === 'smooth'
        })
        return slow.map((element) => element.outerHTML.slice(0, 120))
      })
      expect.soft(moving, path).toEqual([])
    }
  })
})

test('on paper every public page has its whole text and no navigation', async ({ office, calmPage: page }) => {
  await page.emulateMedia({ media: 'print' })
  for (const path of publicAddresses) {
    await page.goto(office.url + path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const { pages } = await readPdf(await page.pdf({ preferCSSPageSize: true }))
    expect.soft(pages[0]?.height, path).toBeGreaterThan(pages[0]?.width ?? 0)
    for (const [at, one] of pages.entries()) expect.soft(bare(one.text), path).toContain(`${at + 1}/${pages.length}`)
    // A paragraph goes on over the number of its page.
    const paper = pages.map((one, at) => bare(one.text).replace(`${at + 1}/${pages.length}`, '')).join('')
    const texts = await page
      .locator('main :is(h1, h2, h3, p, dd, summary)')
      .evaluateAll((all) => all.filter((one) => one.checkVisibility()).map((one) => one.textContent))
    expect.soft(texts.length, path).toBeGreaterThan(3)
    expect
      .soft(
        texts.filter((text) => !paper.includes(bare(text))),
        path,
      )
      .toEqual([])
    for (const gone of ['본문으로건너뛰기', '부동산등기법인등기공탁민사소식', '상담문의이용약관개인정보처리방침'])
      expect.soft(paper, path).not.toContain(gone)
  }
})

function bare(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, '')
}

/** Texts that reach beyond the window at its side, or beyond the edge of something that shows no more. What only screen readers read does not count. */
async function cutOff(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const found = document.documentElement.scrollWidth > window.innerWidth ? ['the page scrolls sideways'] : []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      const holder = text.parentElement
      if (!holder?.checkVisibility() || !text.textContent?.trim()) continue
      const range = document.createRange()
      range.selectNodeContents(text)
      const { left, right, top, bottom } = range.getBoundingClientRect()
      let isCut = left < -1 || right > window.innerWidth + 1
      for (let frame: Element | null = holder; frame && frame !== document.body; frame = frame.parentElement) {
        const { overflowX, overflowY, clipPath, position } = getComputedStyle(frame)
        const box = frame.getBoundingClientRect()
        const isForReaders = position === 'absolute' && (clipPath !== 'none' || box.width <= 1)
        if (isForReaders) {
          isCut = false
          break
        }
        if (overflowX !== 'visible') isCut ||= left < box.left - 1 || right > box.right + 1
        if (overflowY === 'hidden' || overflowY === 'clip') isCut ||= top < box.top - 1 || bottom > box.bottom + 1
      }
      if (isCut) found.push(text.textContent.trim().slice(0, 40))
    }
    return found
  })
}
