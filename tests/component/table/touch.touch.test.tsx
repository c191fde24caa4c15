import { expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { findCenter, finger, measureBox, tap } from './finger.ts'
import { openTable } from './table-harness.tsx'
import { cell, cellInput, getActiveCell, listEdits } from './table-steps.ts'

test('rows are 44 px high; a tap selects without opening the keyboard, a second tap edits', async () => {
  const table = await openTable()
  expect(Math.round(measureBox(cell(3, 1)).height)).toBeGreaterThanOrEqual(43)
  await tap(cell(3, 1))
  expect(getActiveCell()).toBe('3-1')
  await expect.element(cellInput()).toHaveAttribute('inputmode', 'none')
  await tap(cell(3, 1))
  await expect.element(cellInput()).toHaveValue('소유자 4')
  await expect.element(cellInput()).toHaveAttribute('inputmode', 'text')
  await commands.typeText('A')
  await tap(cell(6, 3))
  expect(listEdits(table)).toEqual(['3:owner=소유자 4A'])
  await tap(cell(6, 3))
  await expect.element(cellInput()).toHaveAttribute('inputmode', 'numeric')
})

test('a finger held on a column name opens its menu, which sorts and pins the column', async () => {
  await openTable({ layout: true })
  const pinned = page.getByCss('[role=columnheader][data-col].sticky')
  await tap(header('소유자'))
  await chooseByLongPress('보수료', '정렬에 추가')
  await expect.element(header('보수료')).toHaveAttribute('aria-description', '정렬 2순위, 오름차순')
  const before = pinned.length
  await chooseByLongPress('보수료', '이 컬럼만 고정')
  await expect.element(pinned).toHaveLength(before + 1)
  await chooseByLongPress('보수료', '고정 해제')
  await expect.element(pinned).toHaveLength(before)
})

test('all row actions are behind one ⋯, opening first and without key hints', async () => {
  const table = await openTable({ checks: true })
  const actions = cell(2, 20).getByRole('button')
  await expect.element(actions).toHaveLength(1)
  await tap(actions)
  const entries = page.getByRole('menuitem')
  await expect.element(entries).toHaveLength(4)
  expect(entries.elements().map((entry) => entry.textContent)).toEqual(['상세', '새 창으로 열기', '일괄 수정', '삭제'])
  await tap(entries.first())
  expect(table.opened.map((id) => id.slice(-2))).toEqual(['02'])
})

test('the entry line needs no wider action column on a tablet, and clears from its row header', async () => {
  await openTable()
  expect(measureBox(cell(-1, 20)).width).toBeLessThanOrEqual(52)
  const add = page.getByRole('button', { name: '추가' })
  expect(measureBox(add).width).toBeGreaterThanOrEqual(44)
  await tap(cell(-1, 1))
  await tap(cell(-1, 1))
  await commands.typeText('Kim')
  await tap(cell(-1, 3))
  await expect.element(cell(-1, 1)).toHaveTextContent('Kim')
  await tap(page.getByRole('button', { name: '신규 줄 비우기' }))
  await expect.element(cell(-1, 1)).toHaveTextContent('')
  await expect.element(page.getByRole('button', { name: '신규 줄 비우기' })).not.toBeInTheDocument()
})

test('a finger held on a cell opens its actions: 수정 first, and no key hints', async () => {
  await openTable()
  await finger.down(findCenter(cell(4, 1)))
  const entries = page.getByRole('menuitem')
  await expect.element(entries.first()).toHaveTextContent('수정')
  await finger.up()
  expect(
    entries
      .elements()
      .map((entry) => entry.textContent)
      .join(),
  ).not.toMatch(/Ctrl|Shift|F2/)
  await tap(entries.first())
  await expect.element(cellInput()).toHaveValue('소유자 5')
})

function header(name: string) {
  return page.getByRole('columnheader', { name })
}

async function chooseByLongPress(column: string, entry: string) {
  const item = page.getByRole('menuitem', { name: new RegExp(`^${entry}`) })
  await finger.down(findCenter(header(column)))
  await expect.element(item).toBeVisible()
  await finger.up()
  await tap(item)
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
}
