import { expect, test } from 'vitest'
import { cleanup } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { expectAccessible } from '../accessibility.ts'
import { openFilters } from './filter-harness.tsx'
import { openTable } from './table-harness.tsx'
import { cell, cellInput, ime, listEdits, press } from './table-steps.ts'

const findAnnounced = () => page.getByCss('[data-announcement]')
const tabStops = () => page.getByCss('[role=grid] [tabindex="0"]')

function findFocusedCell(): string {
  return document.activeElement?.id.replace(/^.*?-(-?\d+-\d+)$/, '$1') ?? ''
}

async function enableScreenReaderMode(row: number, column: number): Promise<void> {
  await cell(row, column).click()
  await press('Shift+F4')
  await expect.poll(findFocusedCell).toBe(`${row}-${column}`)
}

test('Shift+F4 announces the mode, focuses the cells with one Tab stop, and the device remembers it', async () => {
  await openTable()
  await enableScreenReaderMode(5, 1)
  await expect.element(findAnnounced()).toMatchTextContent('화면 낭독기 모드를 켰습니다.')
  await expect.element(tabStops()).toHaveLength(1)
  await expect.element(cellInput()).toHaveAttribute('aria-hidden', 'true')
  await cleanup()
  await openTable()
  await expect.element(tabStops()).toHaveLength(1)
  page.getByRole('button', { name: '표 앞의 단추' }).element().focus()
  await press('Tab')
  await expect.poll(findFocusedCell).toBe('-1-0')
  await press('Shift+F4')
  await expect.element(findAnnounced()).toMatchTextContent('화면 낭독기 모드를 껐습니다.')
  await expect.element(cellInput()).toHaveFocus()
  await expect.element(tabStops()).toHaveLength(0)
})

test('the focus follows the arrows into header, entry line and actions, and never to the body', async () => {
  await openTable()
  await enableScreenReaderMode(2, 1)
  for (const [key, place] of [
    ['ArrowDown', '3-1'],
    ['ArrowRight', '3-2'],
    ['End', '3-20'],
    ['Control+Home', '0-0'],
    ['ArrowUp', '-1-0'],
    ['ArrowUp', '-2-0'],
    ['Tab', '-2-1'],
    ['Control+End', '999-20'],
    ['Control+Home', '0-0'],
  ] as const) {
    await press(key)
    expect(findFocusedCell(), key).toBe(place)
  }
})

test('renders rows a hundred at a time with every column, and announces the next hundred', async () => {
  await openTable({ columns: 40 })
  await enableScreenReaderMode(5, 1)
  await expect.element(page.getByCss('[role=rowgroup] [role=row][aria-rowindex="101"]')).toHaveLength(1)
  await expect.element(page.getByCss('[role=gridcell][data-row="5"]')).toHaveLength(41)
  await press('Control+End')
  await expect.poll(findFocusedCell).toBe('999-40')
  await expect.element(findAnnounced()).toMatchTextContent('901행부터 1,000행까지')
  await expect.element(page.getByCss('[role=gridcell][data-row="900"]')).toHaveLength(41)
  await expect.element(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '1002')
})

test('Enter opens an edit that accepts Hangul, and storing it is announced and moves to the next cell', async () => {
  const table = await openTable()
  await enableScreenReaderMode(5, 1)
  await press('a')
  await expect.element(findAnnounced()).toMatchTextContent('수정하려면 Enter 또는 F2를 누르세요.')
  await expect.element(cellInput()).toHaveAttribute('data-mode', 'ready')
  await press('Enter')
  await expect.element(cellInput()).toHaveFocus()
  await expect.element(cellInput()).not.toHaveAttribute('aria-hidden', 'true')
  await press('Control+KeyA')
  await ime.compose('ㅎ', '하', '한')
  await ime.press229('Enter', 'Enter')
  expect(listEdits(table)).toEqual([])
  await ime.accept('한')
  await press('Enter')
  expect(listEdits(table)).toEqual(['5:owner=한'])
  await expect.element(findAnnounced()).toMatchTextContent('소유자: 한, 입력했습니다.')
  expect(findFocusedCell()).toBe('6-1')
})

test('announces a choice, a cleared cell and a refused edit', async () => {
  await openTable()
  await enableScreenReaderMode(5, 5)
  await press('Enter', 'ArrowDown', 'Enter')
  await expect.element(findAnnounced()).toMatchTextContent('상태: 완료, 입력했습니다.')
  await press('Delete')
  await expect.element(findAnnounced()).toMatchTextContent('상태: 비웠습니다.')
  await cleanup()
  await openTable({ refusesEdits: true })
  await cell(3, 1).click()
  await press('Delete')
  await expect.element(findAnnounced()).toMatchTextContent('저장하지 못했습니다. 이 기기에 저장하지 못했습니다.')
})

test('announces another sort and another page', async () => {
  await openFilters()
  await enableScreenReaderMode(0, 1)
  await press('ArrowUp', 'Enter')
  await expect.element(findAnnounced()).toMatchTextContent('소유자 오름차순으로 정렬했습니다. 1,000건')
  await page.getByRole('button', { name: '무한스크롤' }).click()
  await page.getByRole('button', { name: '다음 페이지' }).click()
  await expect.element(findAnnounced()).toMatchTextContent('2페이지, 20건')
})

test('copies and pastes on focused cells, and a closed menu returns the focus to the cell', async () => {
  const table = await openTable()
  await enableScreenReaderMode(5, 1)
  await press('Control+KeyC', 'ArrowDown', 'Control+KeyV')
  await expect.poll(() => listEdits(table)).toEqual(['6:owner=소유자 6'])
  await press('F1')
  await expect.element(page.getByRole('dialog', { name: '단축키' })).toBeVisible()
  await press('Escape')
  await expect.poll(findFocusedCell).toBe('6-1')
  await press('Shift+F10')
  await page.getByRole('menuitem', { name: '머리글과 함께 복사', exact: false }).click()
  await expect.poll(findFocusedCell).toBe('6-1')
})

test('passes axe in screen-reader mode, in its editor and on the sheet of keys', async () => {
  await openTable({ rows: 10, hasEveryState: true, checks: true, layout: true })
  await enableScreenReaderMode(4, 1)
  await expectAccessible()
  await press('F2')
  await expectAccessible()
  await press('F1')
  await expect.element(page.getByRole('dialog', { name: '단축키' })).toBeVisible()
  await expectAccessible()
})
