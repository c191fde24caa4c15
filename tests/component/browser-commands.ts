import { defineBrowserCommand } from '@vitest/browser-playwright'

/**
 * Page actions that only Playwright can perform, called from a test in the page, such as
 * `commands.press('Control+KeyC')`.
 */
export const press = defineBrowserCommand<[chord: string]>(async ({ page }, chord) => {
  await page.keyboard.press(chord)
})

/** For a key held while the mouse moves. */
export const holdKey = defineBrowserCommand<[change: 'down' | 'up', key: string]>(async ({ page }, change, key) => {
  await (change === 'down' ? page.keyboard.down(key) : page.keyboard.up(key))
})

export const typeText = defineBrowserCommand<[text: string]>(async ({ page }, text) => {
  await page.keyboard.type(text)
})

/** In viewport pixels; `steps`: number of intermediate mouse moves. */
export const moveMouse = defineBrowserCommand<[to: { x: number; y: number; steps?: number }]>(
  async ({ page }, { x, y, steps = 1 }) => {
    await page.mouse.move(x, y, { steps })
  },
)

export const mouseButton = defineBrowserCommand<[change: 'down' | 'up']>(async ({ page }, change) => {
  await (change === 'down' ? page.mouse.down() : page.mouse.up())
})

/** `selector`: a locator's `locator.selector`. */
export const tap = defineBrowserCommand<[selector: string]>(async ({ iframe }, selector) => {
  await iframe.locator(selector).tap()
})

export const emulateMedia = defineBrowserCommand<
  [
    media: {
      colorScheme?: 'light' | 'dark' | null
      media?: 'print' | null
      reducedMotion?: 'reduce' | null
      forcedColors?: 'active' | null
    },
  ]
>(async ({ page }, media) => {
  await page.emulateMedia(media)
})

type CommandParameters<Command> = Command extends (context: never, ...payload: infer Payload) => unknown
  ? Payload
  : never

declare module 'vitest/browser' {
  interface BrowserCommands {
    press(...payload: CommandParameters<typeof press>): Promise<void>
    holdKey(...payload: CommandParameters<typeof holdKey>): Promise<void>
    typeText(...payload: CommandParameters<typeof typeText>): Promise<void>
    moveMouse(...payload: CommandParameters<typeof moveMouse>): Promise<void>
    mouseButton(...payload: CommandParameters<typeof mouseButton>): Promise<void>
    tap(...payload: CommandParameters<typeof tap>): Promise<void>
    emulateMedia(...payload: CommandParameters<typeof emulateMedia>): Promise<void>
  }
}
