import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../accessibility.ts'
import { box, cell, getActiveCell, press } from './table-steps.ts'
import { openTree } from './tree-harness.tsx'

/** Level, state and head of each row. */
function listRows(): string[] {
  const all = [...document.querySelectorAll('[role=row][aria-level]')]
  return all.map((row) => {
    const number = row.querySelector('[role=rowheader]')?.textContent ?? ''
    return [row.getAttribute('aria-level'), row.getAttribute('aria-expanded'), number].join(' ')
  })
}

const closed = ['1 false 1', '1 false 1']
const open = ['1 true 1', '2  1', '2  2', '1 false 1']

test('the button of a row opens it in place and closes it again, and is large enough', async () => {
  await openTree()
  expect(page.getByRole('treegrid', { name: '묶음' }).elements()).toHaveLength(1)
  expect(listRows()).toEqual(closed)
  const button = page.getByRole('button', { name: '1행 펼치기' })
  const { width, height } = box(button)
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(24)
  await button.click()
  await expect.poll(listRows).toEqual(open)
  await expectAccessible()
  await page.getByRole('button', { name: '1행 접기' }).click()
  await expect.poll(listRows).toEqual(closed)
})

test('→ on the name opens a row and then moves right; ← returns to the parent row and closes it', async () => {
  const tree = await openTree()
  await cell(1, 0).click()
  await press('ArrowUp', 'ArrowRight')
  await expect.poll(listRows).toEqual(open)
  expect(getActiveCell()).toBe('0-0')
  await press('ArrowRight')
  expect(getActiveCell()).toBe('0-1')
  await press('ArrowLeft', 'ArrowDown', 'ArrowDown', 'ArrowRight')
  expect(getActiveCell()).toBe('2-1')
  await press('ArrowLeft', 'ArrowLeft')
  expect(getActiveCell()).toBe('0-0')
  await press('ArrowLeft')
  await expect.poll(listRows).toEqual(closed)
  expect(tree.opened).toEqual([])
})

test('the keys that unfold a row work from any of its cells', async () => {
  await openTree()
  await cell(0, 1).click()
  await press('Alt+Shift+ArrowRight')
  await expect.poll(listRows).toEqual(open)
  await press('Alt+Shift+ArrowLeft')
  await expect.poll(listRows).toEqual(closed)
})

test('Enter opens the group or the record of its row', async () => {
  const tree = await openTree()
  await cell(0, 0).click()
  await press('ArrowRight', 'Enter', 'ArrowDown', 'Enter')
  expect(tree.opened).toEqual(['a', 'a1'])
  await expect.element(page.getByRole('button', { name: '1행 묶음 열기' })).toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: '2행 상세' })).toBeInTheDocument()
})

test('the button of a card opens it in place, and the card itself opens its group or record', async () => {
  const tree = await openTree('cards')
  const button = page.getByRole('button', { name: '1행 펼치기' })
  expect(box(button).width).toBeGreaterThanOrEqual(44)
  await expect.element(button).toHaveAttribute('aria-expanded', 'false')
  await button.click()
  await expect.element(page.getByText('기록 a2')).toBeVisible()
  await page.getByRole('button', { name: /^묶음 a/ }).click()
  await page.getByRole('button', { name: /^기록 a1/ }).click()
  expect(tree.opened).toEqual(['a', 'a1'])
  await page.getByRole('button', { name: '1행 접기' }).click()
  await expect.element(page.getByText('기록 a2')).not.toBeInTheDocument()
})
