import { expect } from 'vitest'
import { commands, type Locator } from 'vitest/browser'

export async function focus(locator: Locator): Promise<void> {
  const element = await locator.findElement()
  element.focus()
}

/** Focuses an element and presses keys on it, named as in Playwright. */
export async function pressOn(locator: Locator, chord: string): Promise<void> {
  await focus(locator)
  await commands.press(chord)
}

/** Expects the text of every element found, including visually hidden text. */
export async function expectTexts(locator: Locator, ...texts: readonly string[]): Promise<void> {
  await expect.poll(() => locator.elements().map((element) => element.textContent.trim())).toEqual(texts)
}

export async function expectGone(locator: Locator): Promise<void> {
  await expect.poll(() => locator.elements().length).toBe(0)
}
