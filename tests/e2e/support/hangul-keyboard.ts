import type { CDPSession, Locator, Page } from '@playwright/test'

/** The single input over the active cell of a table. */
export function cellInput(page: Page): Locator {
  return page.locator('[data-cell-input]')
}

/**
 * A Hangul input method as Chromium sees it: composition, then the key that ends it as keyCode 229.
 */
interface InputMethod {
  compose(...steps: string[]): Promise<void>
  /** The syllable is complete: compositionend with this text. */
  accept(text: string): Promise<void>
  /** A key that the input method handles itself. */
  press229(key: string, code: string): Promise<void>
}

export async function openHangulKeyboard(page: Page): Promise<InputMethod> {
  const devtools: CDPSession = await page.context().newCDPSession(page)
  async function press229(key: string, code: string) {
    const keyEvent = { key, code, windowsVirtualKeyCode: 229, nativeVirtualKeyCode: 229 }
    await devtools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...keyEvent })
    await devtools.send('Input.dispatchKeyEvent', { type: 'keyUp', ...keyEvent })
  }
  return {
    press229,
    async compose(...steps) {
      for (const text of steps) {
        await press229('Process', 'KeyG')
        await devtools.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
      }
    },
    async accept(text) {
      await devtools.send('Input.insertText', { text })
    },
  }
}
