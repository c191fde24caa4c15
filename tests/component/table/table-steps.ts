import { cdp, commands, type Locator, page } from 'vitest/browser'
import type { TableHarness } from './table-harness.tsx'

export function cell(row: number, column: number): Locator {
  return page.getByCss(`[role=gridcell][data-row="${row}"][data-col="${column}"]`)
}

/** Options of the open option list (the page-size select has options too). */
export function options(): Locator {
  return page.getByCss('[data-anchored]').getByRole('option')
}

/** The single input that lies over the active cell. */
export function cellInput(): Locator {
  return page.getByCss('[data-cell-input]')
}

/** Row and column of the active cell as announced to screen readers: `5-1`. */
export function getActiveCell(): string {
  const id = cellInput().element().getAttribute('aria-activedescendant') ?? ''
  return id.replace(/^.*?-(-?\d+-\d+)$/, '$1')
}

export function isCellInputFocused(): boolean {
  return document.activeElement?.hasAttribute('data-cell-input') ?? false
}

/** Selected cells as `row-column`, if rendered. */
export function listSelectedCells(): string[] {
  return [...document.querySelectorAll<HTMLElement>('[role=gridcell][aria-selected=true]')]
    .map((element) => `${element.dataset['row'] ?? ''}-${element.dataset['col'] ?? ''}`)
    .toSorted()
}

/** Reported edits: `row:key=value` per change. */
export function listEdits({ acts, source }: Pick<TableHarness, 'acts' | 'source'>): string[] {
  return acts.flatMap((editAction) =>
    editAction.changes.map((change) => `${source.indexOf(change.row.id)}:${change.key}=${String(change.new)}`),
  )
}

/** Presses keys one after the other, in Playwright's notation: `Control+Shift+KeyC`. */
export async function press(...chords: readonly string[]): Promise<void> {
  for (const chord of chords) await commands.press(chord)
}

/**
 * A Hangul input method as Chromium sees it: composition, then the key that ends it as keyCode 229.
 */
export const ime = {
  async compose(...steps: readonly string[]): Promise<void> {
    for (const text of steps) {
      await ime.press229('Process', 'KeyG')
      await cdp().send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
    }
  },
  /** The syllable is complete: compositionend with this text. */
  async accept(text: string): Promise<void> {
    await cdp().send('Input.insertText', { text })
  },
  /** A key that the input method handles itself. */
  async press229(key: string, code: string): Promise<void> {
    const keyEvent = { key, code, windowsVirtualKeyCode: 229, nativeVirtualKeyCode: 229 }
    await cdp().send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...keyEvent })
    await cdp().send('Input.dispatchKeyEvent', { type: 'keyUp', ...keyEvent })
  },
}

/** Text of every element found, with spaces collapsed. */
export function readTexts(locator: Locator): string[] {
  return locator.elements().map((element) => element.textContent.replaceAll(/\s+/g, ' ').trim())
}

/** Text inserted at once, without key events. */
export async function insertText(text: string): Promise<void> {
  await cdp().send('Input.insertText', { text })
}

/** Waits two frames, so that deferred rendering is done. */
export async function waitForPaint(): Promise<void> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
}

/** The scrolling list under the header. */
export function findScroller(): HTMLElement {
  const element = document.querySelector<HTMLElement>('[data-table-scroller]')
  if (!element) throw new Error('no table is rendered')
  return element
}

export function box(locator: Locator): DOMRect {
  return locator.element().getBoundingClientRect()
}

/** Presses the mouse on one element and releases it on another. */
export async function drag(from: Locator, to: Locator): Promise<void> {
  await from.hover()
  await commands.mouseButton('down')
  await to.hover()
  await commands.mouseButton('up')
}

export function readText(locator: Locator): string {
  return locator.element().textContent
}
