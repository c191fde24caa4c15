import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { measureBox, tap } from '../table/finger.ts'
import { cell, press } from '../table/table-steps.ts'
import { openDetail } from './detail-harness.tsx'
import { panel, title } from './detail-steps.ts'

async function openByTouch(): Promise<void> {
  await openDetail({ hasActions: true })
  await tap(page.getByRole('button', { name: '3행 작업' }))
  await tap(page.getByRole('menuitem', { name: '상세' }))
  await expect.element(title()).toHaveFocus()
}

test('everything next to the sheet narrows with the table, until it closes', async () => {
  await openByTouch()
  const line = page.getByRole('heading', { level: 1 })
  expect(measureBox(line).right).toBeLessThanOrEqual(measureBox(panel()).left)
  await tap(panel().getByRole('button', { name: '상세 닫기' }))
  await expect.poll(() => measureBox(line).right).toBeGreaterThan(1000)
})

test('a title focused after a touch has no focus ring; one focused with keys has', async () => {
  await openByTouch()
  const readOutline = () => getComputedStyle(title().element()).outlineStyle
  expect(readOutline()).toBe('none')
  await press('Escape')
  await cell(3, 1).findElement()
  await press('Space')
  await expect.element(title()).toHaveFocus()
  expect(readOutline()).toBe('solid')
})
