import type { Page } from '@playwright/test'

declare const window: Window & { coverByKeyboard: (px: number) => void }

/**
 * A tablet's on-screen keyboard, which headless browsers lack. `covers`: as in Safari, it covers
 * the page and only `visualViewport` changes (the browser's part is simulated here). `resizes`: as
 * in Chrome and Firefox under `interactive-widget=resizes-content`, the window itself shrinks.
 */
type KeyboardKind = 'covers' | 'resizes'

export interface ScreenKeyboard {
  /** Covers this share of the window's height, 0…1. Returns the px above it. */
  open(share: number): Promise<number>
  close(): Promise<void>
}

/** Call it before the page is opened. */
export async function openScreenKeyboard(page: Page, kind: KeyboardKind): Promise<ScreenKeyboard> {
  const size = page.viewportSize()
  if (!size) throw new Error('The window has no size')
  if (kind === 'covers') await page.addInitScript(standInForViewport)
  const take = (px: number) =>
    kind === 'covers'
      ? page.evaluate((covered) => window.coverByKeyboard(covered), px)
      : page.setViewportSize({ width: size.width, height: size.height - px })
  return {
    async open(share) {
      const px = Math.round(size.height * share)
      await take(px)
      return size.height - px
    },
    close: () => take(0),
  }
}

function standInForViewport(): void {
  let covered = 0
  const viewport = new EventTarget()
  Object.defineProperties(viewport, {
    height: { get: () => innerHeight - covered },
    width: { get: () => innerWidth },
    scale: { value: 1 },
    offsetTop: { value: 0 },
    offsetLeft: { value: 0 },
  })
  Object.defineProperty(window, 'visualViewport', { value: viewport, configurable: true })
  Object.assign(window, {
    coverByKeyboard(px: number) {
      covered = px
      viewport.dispatchEvent(new Event('resize'))
    },
  })
}
