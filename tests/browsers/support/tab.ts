import { realpathSync } from 'node:fs'
import type { DrivenTab, InputSource } from './driver.ts'
import { type FoundElement, lookUp, type Target, text, toWire } from './target.ts'

/** What a person does and sees in a tab. Every step waits until it is possible. */
export interface Tab {
  open(url: string): Promise<void>
  click(target: Target, options?: { button?: 'left' | 'right' }): Promise<void>
  /** Presses the left button on one element and releases it on another. */
  drag(from: Target, to: Target): Promise<void>
  /** Turns the wheel over an element. */
  wheel(over: Target, pixels: number): Promise<void>
  type: DrivenTab['type']
  /** A key with its modifiers: `Enter`, `Control+z`. */
  press(keys: string): Promise<void>
  /** Replaces the content of a field. */
  fill(target: Target, words: string): Promise<void>
  /** Waits until this is visible; a string or pattern is a text. */
  see(what: Target | string | RegExp, timeoutMs?: number): Promise<void>
  /** Waits until it is not visible. */
  seeGone(what: Target | string | RegExp, timeoutMs?: number): Promise<void>
  /** Texts of all visible elements of this kind. */
  read(target: Target): Promise<string[]>
  isFocused(target: Target): Promise<boolean>
  chooseFile(css: string, path: string): Promise<void>
  reload(): Promise<void>
  back: DrivenTab['back']
  evaluate: DrivenTab['evaluate']
  resize: DrivenTab['resize']
  screenshot: DrivenTab['screenshot']
  close: DrivenTab['close']
}

/** Generous, because the machine does other work too; a step ends as soon as it can. */
const defaultTimeoutMs = 120_000

export function createTab(driven: DrivenTab): Tab {
  const { back, evaluate, resize, screenshot, close, type, goto: open } = driven
  const find = (target: Target, scrolls = false) => evaluate(lookUp, toWire(target), scrolls)
  const press = (keys: string) => driven.perform([buildChord(keys.split('+').map(toKey))])
  const click: Tab['click'] = async (target, { button = 'left' } = {}) => {
    const { x, y } = await waitForPoint(find, target)
    await driven.perform([buildClick(x, y, button === 'left' ? 0 : 2)])
  }
  const drag: Tab['drag'] = async (from, to) => {
    const end = await waitForPoint(find, to)
    await driven.perform([buildDrag(await waitForPoint(find, from), end)])
  }
  const wheel: Tab['wheel'] = async (over, pixels) => {
    const { x, y } = await waitForPoint(find, over)
    const actions = [{ type: 'scroll', x, y, deltaX: 0, deltaY: pixels, duration: 0 }]
    // WebKitWebDriver scrolls by the difference to the wheel's last distance, so it gets a new one.
    await driven.perform([{ type: 'wheel', id: crypto.randomUUID(), actions }])
  }
  return {
    back,
    evaluate,
    resize,
    screenshot,
    close,
    open,
    click,
    drag,
    wheel,
    press,
    type,
    async fill(target, words) {
      // A line that appears above it at that moment moves it away from under the mouse.
      await waitFor(`the focus in ${describe(target)}`, defaultTimeoutMs, async () => {
        await click(target)
        return (await find(target)).some((element) => element.isFocused)
      })
      await press('Control+a')
      await type(words)
    },
    async see(what, timeoutMs = defaultTimeoutMs) {
      await waitFor(`${describe(what)} to appear`, timeoutMs, async () => (await find(toTarget(what))).length > 0)
    },
    async seeGone(what, timeoutMs = defaultTimeoutMs) {
      await waitFor(`${describe(what)} to go`, timeoutMs, async () => (await find(toTarget(what))).length === 0)
    },
    read: async (target) => (await find(target)).map((element) => element.text),
    isFocused: async (target) => (await find(target)).some((element) => element.isFocused),
    chooseFile: (css, path) => driven.setFiles(css, [realpathSync(path)]),
    reload: async () => await open(await evaluate(() => location.href)),
  }
}

function toTarget(what: Target | string | RegExp): Target {
  return typeof what === 'string' || what instanceof RegExp ? text(what) : what
}

/** Waits until exactly one element matches, does not move and is not covered. */
async function waitForPoint(
  find: (target: Target, scrolls: boolean) => Promise<FoundElement[]>,
  target: Target,
): Promise<FoundElement> {
  let last: FoundElement | undefined
  await waitFor(`a click on ${describe(target)}`, defaultTimeoutMs, async () => {
    const [first, ...others] = await find(target, true)
    if (others.length > 0) throw new Error(`${others.length + 1} elements match ${describe(target)}`)
    const isStill = last?.x === first?.x && last?.y === first?.y
    last = first
    return first !== undefined && isStill && first.canBeClicked
  })
  if (!last) throw new Error(`nothing matches ${describe(target)}`)
  return last
}

async function waitFor(what: string, timeoutMs: number, isDone: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + timeoutMs
  let reason = ''
  while (Date.now() < deadline) {
    // A page that is being replaced answers no call.
    const done = await isDone().catch((error: unknown) => {
      reason = `: ${String(error)}`
      return false
    })
    if (done) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`waited ${timeoutMs / 1000} s for ${what}${reason}`)
}

function describe(what: Target | string | RegExp): string {
  return JSON.stringify(toWire(toTarget(what)))
}

const keyCodes: Readonly<Record<string, string>> = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Alt: '\uE00A',
  Escape: '\uE00C',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Delete: '\uE017',
  F2: '\uE032',
}

function toKey(name: string): string {
  return keyCodes[name] ?? name
}

function buildChord(keys: readonly string[]): InputSource {
  const down = keys.map((value) => ({ type: 'keyDown', value }))
  const up = keys.toReversed().map((value) => ({ type: 'keyUp', value }))
  return { type: 'key', id: 'keyboard', actions: [...down, ...up] }
}

function buildClick(x: number, y: number, pressed: number): InputSource {
  const actions = [
    { type: 'pointerMove', x, y, duration: 0 },
    { type: 'pointerDown', button: pressed },
    { type: 'pointerUp', button: pressed },
  ]
  return { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }
}

function buildDrag(from: FoundElement, to: FoundElement): InputSource {
  const middle = { x: Math.round((from.x + to.x) / 2), y: Math.round((from.y + to.y) / 2) }
  const moveTo = ({ x, y }: { x: number; y: number }) => ({ type: 'pointerMove', x, y, duration: 50 })
  const actions = [
    moveTo(from),
    { type: 'pointerDown', button: 0 },
    moveTo(middle),
    moveTo(to),
    { type: 'pointerUp', button: 0 },
  ]
  return { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }
}
