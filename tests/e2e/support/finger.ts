import type { Locator, Page } from '@playwright/test'

interface Place {
  readonly x: number
  readonly y: number
}

/** One finger on the glass, as Chromium hears it: pointer events, gestures and what it makes of them, a menu of its own included. */
export interface Finger {
  down(at: Place): Promise<void>
  /** In steps, as a finger moves. */
  moveTo(to: Place, steps?: number): Promise<void>
  up(): Promise<void>
  /** Stays so long at one place; the finger is still down afterwards. */
  stay(at: Place, ms?: number): Promise<void>
}

export async function fingerOn(page: Page): Promise<Finger> {
  const devtools = await page.context().newCDPSession(page)
  let now: Place = { x: 0, y: 0 }
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Place[]) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints })
  async function down(at: Place) {
    now = at
    await send('touchStart', [at])
  }
  return {
    down,
    async moveTo(to, steps = 8) {
      const from = now
      for (let step = 1; step <= steps; step += 1) {
        now = { x: from.x + ((to.x - from.x) * step) / steps, y: from.y + ((to.y - from.y) * step) / steps }
        await send('touchMove', [now])
        await page.waitForTimeout(16)
      }
    },
    async up() {
      await send('touchEnd', [])
    },
    async stay(at, ms = 700) {
      await down(at)
      await page.waitForTimeout(ms)
    },
  }
}

/** The middle of what is seen of an element. */
export async function middleOf(element: Locator): Promise<Place> {
  const box = await element.boundingBox()
  if (!box) throw new Error('Not on the screen')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}
