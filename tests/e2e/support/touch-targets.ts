import type { Locator, Page } from '@playwright/test'

/** Px needed for a thumb; half a pixel may be lost to zoom. */
const least = 43.5

/**
 * Targets in view smaller than 44 × 44 px, including their label or a pad around them (`::after`).
 * Links within a sentence are as high as their line (WCAG 2.5.8).
 */
export async function findSmallTargets(page: Page): Promise<string[]> {
  return await page.evaluate((px) => {
    const controls =
      'button, a[href], input, select, textarea, summary, [role=button], [role=checkbox], [role=switch], [role=tab], [role=menuitem]'
    const visibleControls = [...document.querySelectorAll<HTMLElement>(controls)].filter(
      (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && isInSight(element),
    )
    return visibleControls.filter((element) => !isWordOfText(element) && isSmall(element)).map(describeElement)

    function isInSight(element: HTMLElement): boolean {
      const { width, height, bottom } = element.getBoundingClientRect()
      // Skip links are above the screen until focused.
      return (
        bottom > 0 &&
        width > 1 &&
        height > 1 &&
        !element.closest('[inert], [aria-hidden=true]') &&
        element.tabIndex >= 0
      )
    }
    function isWordOfText(element: HTMLElement): boolean {
      return element.localName === 'a' && getComputedStyle(element).display === 'inline'
    }
    function isSmall(element: HTMLElement): boolean {
      const boxes = [
        element.getBoundingClientRect(),
        ...listLabels(element).map((label) => label.getBoundingClientRect()),
      ]
      const pad = getComputedStyle(element, '::after')
      const padded = pad.content !== 'none' && pad.position === 'absolute'
      const [padWidth, padHeight] = padded ? [Number.parseFloat(pad.width), Number.parseFloat(pad.height)] : [0, 0]
      const width = Math.max(...boxes.map(({ right }) => right)) - Math.min(...boxes.map(({ left }) => left))
      const height = Math.max(...boxes.map(({ bottom }) => bottom)) - Math.min(...boxes.map(({ top }) => top))
      return Math.max(width, padWidth) < px || Math.max(height, padHeight) < px
    }
    function listLabels(element: HTMLElement): Element[] {
      return element instanceof HTMLInputElement && /checkbox|radio|file/.test(element.type)
        ? [...(element.labels ?? [])]
        : []
    }
    function describeElement(element: HTMLElement): string {
      const { width, height } = element.getBoundingClientRect()
      const name = element.getAttribute('aria-label') ?? element.textContent ?? ''
      return `${element.localName} ${name.trim().slice(0, 24)} ${Math.round(width)}×${Math.round(height)}`
    }
  }, least)
}

/**
 * Controls that a thumb cannot reach: beyond the sides of the screen without a scrolling parent, or
 * covered by the bottom bar when everything is scrolled to its end.
 */
export async function findUnreachableControls(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    for (const element of document.querySelectorAll('main, main *'))
      if (element.scrollHeight > element.clientHeight) element.scrollTop = element.scrollHeight
    const foot = Math.min(
      ...[...document.querySelectorAll('[aria-label="연결과 전송 상태"], [aria-label="빠른 이동"]')].map(
        (bar) => bar.getBoundingClientRect().top,
      ),
    )
    return [
      ...document.querySelectorAll<HTMLElement>('main button, main a[href], main input, main select, main textarea'),
    ]
      .filter(
        (element) =>
          element.checkVisibility({ visibilityProperty: true }) && !element.closest('[inert], [aria-hidden=true]'),
      )
      .filter((element) => element.getBoundingClientRect().width > 1)
      .filter((element) => isNextTo(element) || isUnder(element))
      .map(
        (element) =>
          `${element.localName} ${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 24)}`,
      )

    function isNextTo(element: Element): boolean {
      const { left, right } = element.getBoundingClientRect()
      return (left < -1 || right > innerWidth + 1) && !scrollsSideways(element)
    }
    function scrollsSideways(element: Element | null): boolean {
      if (!element) return false
      const scrolls =
        /auto|scroll/.test(getComputedStyle(element).overflowX) && element.scrollWidth > element.clientWidth
      return (scrolls && element.localName !== 'main') || scrollsSideways(element.parentElement)
    }
    /** Of content that scrolls, only the last part is at the bottom. */
    function isUnder(element: Element): boolean {
      const { bottom, top } = element.getBoundingClientRect()
      return top < foot && bottom > foot + 1 && !element.closest('[data-record-cards], [data-table-scroller]')
    }
  })
}

/**
 * A drag with one finger by real touch events, so that the browser decides about scrolling. The
 * finger rests before it is lifted, because a tap right after a flick only stops the flick and is
 * no click. Resolves when it is lifted.
 */
export async function drag(
  page: Page,
  target: Locator,
  by: { x?: number; y?: number; from?: { x: number; y: number } },
): Promise<void> {
  const { x: dx = 0, y: dy = 0, from } = by
  const box = await target.boundingBox()
  if (!box) throw new Error('the dragged element is not visible')
  const start = from ?? { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const client = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', part: number) =>
    client.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: start.x + dx * part, y: start.y + dy * part }],
    })
  await touch('touchStart', 0)
  for (let step = 1; step <= 10; step += 1) await touch('touchMove', step / 10)
  await page.waitForTimeout(150)
  await touch('touchMove', 1)
  await touch('touchEnd', 1)
  await client.detach()
}
