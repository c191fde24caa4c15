import { expect } from 'vitest'
import { commands, type Locator, page } from 'vitest/browser'
import { pressOn } from '../steps.ts'
import { cell, press } from '../table/table-steps.ts'
import type { DetailHarness } from './detail-harness.tsx'

/** The column 소유자. */
export const ownerColumn = 1

export function panel(): Locator {
  return page.getByRole('region', { name: /시험 기록 상세/ })
}

export function field(label: string): Locator {
  return panel().getByLabelText(label)
}

export function button(name: string): Locator {
  return panel().getByRole('button', { name })
}

export function title(): Locator {
  return panel().getByRole('heading', { level: 2 })
}

/** Options of an open list; native selects have options too. */
export function options(): Locator {
  return panel().getByRole('listbox', { name: '사업구간(그룹) 목록' }).getByRole('option')
}

export function unsavedDialog(): Locator {
  return page.getByRole('dialog', { name: '저장하지 않은 변경이 있습니다' })
}

/** Reported edits: `row:key=value` per change, one line per action. */
export function listActions({ actions: sent, source }: DetailHarness): string[] {
  return sent.map((editAction) =>
    editAction.changes.map(({ row, key, new: value }) => `${source.indexOf(row.id)}:${key}=${String(value)}`).join(' '),
  )
}

/** Opens a row's record with the keyboard only. */
export async function openRow(row: number): Promise<void> {
  await cell(row, ownerColumn).click()
  await press('Space')
  const region = await panel().findElement()
  await expect.poll(() => region.contains(document.activeElement)).toBe(true)
}

/** Replaces a field's text with real key presses. */
export async function replaceText(label: string, text: string): Promise<void> {
  await pressOn(field(label), 'Control+KeyA')
  await commands.typeText(text)
}
