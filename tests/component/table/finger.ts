import { cdp, commands, type Locator } from 'vitest/browser'

interface Point {
  readonly x: number
  readonly y: number
}

/** One finger as Chromium receives it: with pointer events, gestures and the browser's own menu. */
export const finger = {
  async down(at: Point): Promise<void> {
    position = at
    await sendTouch('touchStart', [at])
  },
  /** Moves in steps, as a finger does. */
  async moveTo(to: Point, steps = 8): Promise<void> {
    const from = position
    for (let step = 1; step <= steps; step += 1) {
      position = { x: from.x + ((to.x - from.x) * step) / steps, y: from.y + ((to.y - from.y) * step) / steps }
      await sendTouch('touchMove', [position])
      await waitForFrame()
    }
  },
  async up(): Promise<void> {
    await sendTouch('touchEnd', [])
  },
  async tapAt(at: Point): Promise<void> {
    await finger.down(at)
    await finger.up()
  },
}

export async function tap(element: Locator): Promise<void> {
  await commands.tap(element.selector)
}

export function measureBox(element: Locator): DOMRect {
  return element.element().getBoundingClientRect()
}

/** The middle of an element. */
export function findCenter(element: Locator): Point {
  const { x, y, width, height } = measureBox(element)
  return { x: x + width / 2, y: y + height / 2 }
}

export function wait(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}

let position: Point = { x: 0, y: 0 }

async function sendTouch(type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: readonly Point[]): Promise<void> {
  await cdp().send('Input.dispatchTouchEvent', { type, touchPoints: [...touchPoints] })
}

function waitForFrame(): Promise<number> {
  return new Promise((resolve) => {
    requestAnimationFrame(resolve)
  })
}
