import type { CDPSession, Locator, Page } from '@playwright/test'

export function cell(page: Page, row: number, column: number): Locator {
  return page.locator(`[role=gridcell][data-row="${row}"][data-col="${column}"]`)
}

/** The lines of the open option list (the page-size select has options too). */
export function options(page: Page): Locator {
  return page.locator('[data-anchored]').getByRole('option')
}

export function cellInput(page: Page): Locator {
  return page.locator('[data-cell-input]')
}

/** Row and column of the active cell, as a screen reader is told. */
export async function activePlace(page: Page): Promise<string> {
  const id = (await cellInput(page).getAttribute('aria-activedescendant')) ?? ''
  return id.replace(/^.*?-(-?\d+-\d+)$/, '$1')
}

export async function isCellInputFocused(page: Page): Promise<boolean> {
  return page.evaluate(() => document.activeElement?.hasAttribute('data-cell-input') ?? false)
}

/** Selected cells as `row-column`, of those drawn. */
export async function selectedCells(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[role=gridcell][aria-selected=true]')]
      .map((element) => `${element.dataset['row'] ?? ''}-${element.dataset['col'] ?? ''}`)
      .toSorted(),
  )
}

/** What left the table: `row:key=value` per change. */
export async function edits(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    window.harness.acts.flatMap((act) =>
      act.changes.map(
        (change) => `${window.harness.source.indexOf(change.row.id)}:${change.key}=${String(change.new)}`,
      ),
    ),
  )
}

/** A Hangul input method as Chromium sees one: composition, then the key that ends it as 229. */
export interface InputMethod {
  compose(...steps: string[]): Promise<void>
  /** The syllable is whole: compositionend with this text. */
  accept(text: string): Promise<void>
  /** A key that the input method takes for itself. */
  press229(key: string, code: string): Promise<void>
}

export async function hangulKeyboard(page: Page): Promise<InputMethod> {
  const devtools: CDPSession = await page.context().newCDPSession(page)
  async function press229(key: string, code: string) {
    const facts = { key, code, windowsVirtualKeyCode: 229, nativeVirtualKeyCode: 229 }
    await devtools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...facts })
    await devtools.send('Input.dispatchKeyEvent', { type: 'keyUp', ...facts })
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
