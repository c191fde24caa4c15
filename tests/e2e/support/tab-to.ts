import type { Locator, Page } from '@playwright/test'
import { expect } from './expect.ts'

/** Presses Tab until the element has the focus; every stop on the way must be visible. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const targetElement = await target.elementHandle()
  for (let stops = 0; stops < 80; stops += 1) {
    await page.keyboard.press(key)
    await expectFocusVisible(page)
    if (await page.evaluate((element) => element === document.activeElement, targetElement)) return
  }
  throw new Error('Tab does not reach the element')
}

/**
 * WCAG 2.2: the focus has an outline (2.4.7), is inside the window and is not covered by floating
 * content (2.4.11).
 */
export async function expectFocusVisible(page: Page): Promise<void> {
  const focusedElement = await page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body) return { name: 'nothing', isOutlined: false, isUncovered: false }
    // The surrounding cell shows the focus.
    if (element.matches('[data-cell-input]')) return { name: 'a cell', isOutlined: true, isUncovered: true }
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    // A link that wraps is one stop with several boxes.
    const boxes = [...element.getClientRects()].filter(({ width, height }) => width > 0 && height > 0)
    const points = boxes.map(({ x, y, width, height }) => [x + width / 2, y + height / 2] as const)
    const isUncovered = points.some(([x, y]) => {
      const top = document.elementFromPoint(x, y)
      return top !== null && (element.contains(top) || top.contains(element))
    })
    return {
      name: element.textContent.trim() || element.id || element.outerHTML,
      isOutlined: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
      isUncovered,
    }
  })
  expect.soft(focusedElement).toEqual({ name: focusedElement.name, isOutlined: true, isUncovered: true })
}
