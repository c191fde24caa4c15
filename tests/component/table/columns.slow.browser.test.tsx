import { describe, expect, onTestFinished, test } from 'vitest'
import { cleanup } from 'vitest-browser-react'
import { commands, page } from 'vitest/browser'
import { expectAccessible } from '../accessibility.ts'
import { openTable } from './table-harness.tsx'
import { box, cell, cellInput, findScroller, getActiveCell, isCellInputFocused, press } from './table-steps.ts'

const readStoredLayout = () => localStorage.getItem('column-layout:harness')
const header = (name: string) => page.getByRole('columnheader', { name })
const manager = page.getByRole('dialog', { name: '컬럼 관리' })

/** Names of the rendered columns, left to right. */
function headers(): string[] {
  const cells = page.getByCss('[role=columnheader]').elements()
  return cells.map((headerCell) => headerCell.ariaLabel ?? '').filter((name) => name !== '')
}

async function openManager(): Promise<void> {
  await cell(0, 1).click()
  await press('ArrowUp', 'ArrowUp', 'Alt+ArrowDown')
  await page.getByRole('menuitem', { name: '컬럼 관리…' }).click()
  await expect.element(manager).toBeVisible()
}

describe('the header', () => {
  test('Shift+← and → move the column with the focus, and the device remembers the order', async () => {
    await openTable({ layout: true })
    await openManager()
    await press('Escape')
    expect(getActiveCell()).toBe('-2-1')
    await expect.poll(isCellInputFocused).toBe(true)
    await press('Shift+ArrowRight')
    await expect.poll(() => headers().slice(0, 3)).toEqual(['사업구간(그룹)', '등기예정일', '소유자'])
    expect(getActiveCell()).toBe('-2-2')
    // The pinned columns stop it.
    await press('Shift+ArrowLeft', 'Shift+ArrowLeft')
    expect(headers().slice(0, 3)).toEqual(['사업구간(그룹)', '소유자', '등기예정일'])
    await press('Shift+ArrowRight')
    expect(readStoredLayout()).not.toBeNull()
    await cleanup()
    await openTable({ layout: true })
    expect(headers().slice(0, 3)).toEqual(['사업구간(그룹)', '등기예정일', '소유자'])
  })

  test('its menu sorts, pins up to a column, hides one and fits its width; every change can be undone', async () => {
    const table = await openTable({ layout: true })
    const choose = async (column: string, entry: string) => {
      await header(column).hover()
      await page.getByRole('button', { name: `${column} 컬럼 메뉴` }).click()
      await page.getByRole('menuitem', { name: entry, exact: false }).click()
      await expect.poll(() => page.getByRole('menu').length).toBe(0)
      expect(isCellInputFocused()).toBe(true)
    }
    await choose('소유자', '내림차순')
    await expect.element(header('소유자')).toHaveAttribute('aria-sort', 'descending')
    await choose('등기예정일', '여기까지 고정')
    await expect.poll(() => page.getByCss('[role=columnheader][data-col].sticky').length).toBe(3)
    await choose('소유자', '고정 해제')
    expect(headers().slice(0, 3)).toEqual(['사업구간(그룹)', '등기예정일', '소유자'])
    await choose('소유자 주소', '숨기기')
    expect(headers()).not.toContain('소유자 주소')
    await choose('보수료', '너비 맞춤')
    expect(table.layouts).toHaveLength(4)
    table.setLayout(table.layouts[0]?.before)
    const first = ['사업구간(그룹)', '소유자', '등기예정일', '보수료', '소유자 주소']
    await expect.poll(() => headers().slice(0, 5)).toEqual(first)
  })

  test('a change in one tab shows in the other', async () => {
    await openTable({ layout: true })
    await openManager()
    await manager.getByRole('checkbox', { name: '소유자' }).click()
    await manager.getByRole('button', { name: '설정 저장' }).click()
    await expect.poll(headers).not.toContain('소유자')
    const stored = readStoredLayout()
    // Storage events only reach other pages of the same origin.
    const frame = document.createElement('iframe')
    document.body.append(frame)
    onTestFinished(() => frame.remove())
    frame.contentWindow?.localStorage.clear()
    await expect.poll(headers).toContain('소유자')
    frame.contentWindow?.localStorage.setItem('column-layout:harness', stored ?? '')
    await expect.poll(headers).not.toContain('소유자')
  })
})

describe('컬럼 관리', () => {
  test('shows, hides, counts and finds columns by 초성, and changes nothing before 설정 저장', async () => {
    await openTable({ layout: true })
    await openManager()
    const counts = manager.getByLabelText('컬럼 수')
    await expect.element(counts).toHaveTextContent('전체 20표시 14숨김 6고정 1')
    const search = manager.getByPlaceholder('컬럼 이름, 초성', { exact: false })
    await search.fill('ㅂㅅㄹ')
    await expect.poll(() => manager.getByRole('checkbox').length).toBe(1)
    await manager.getByRole('checkbox', { name: '보수료' }).click()
    await search.fill('')
    await manager.getByRole('tab', { name: '비고', exact: false }).click()
    await expect.poll(() => manager.getByRole('checkbox').length).toBe(10)
    await manager.getByRole('button', { name: '모두 표시' }).click()
    await expect.element(counts).toHaveTextContent('전체 20표시 19숨김 1고정 1')
    await expect.element(manager.getByText('저장하지 않은 변경이 있습니다.', { exact: false })).toBeVisible()
    expect(headers()).toContain('보수료')
    await press('Escape')
    await expect.element(manager.getByText('닫으면 변경이 사라집니다', { exact: false })).toBeVisible()
    await expect.element(manager.getByRole('button', { name: '계속 편집' })).toHaveFocus()
    await manager.getByRole('button', { name: '설정 저장' }).click()
    await expect.poll(() => manager.length).toBe(0)
    // Wide enough for all columns, because the table renders only those in view.
    await page.viewport(3600, 900)
    await expect.poll(headers).toHaveLength(19)
    expect(headers()).not.toContain('보수료')
  })

  test('keeps one column shown, and 기본값으로 초기화 restores everything', async () => {
    await openTable({ layout: true })
    await openManager()
    await manager.getByRole('button', { name: '모두 숨김' }).click()
    await expect.element(manager.getByLabelText('컬럼 수')).toHaveTextContent('전체 20표시 1숨김 19고정 1')
    await expect.element(manager.getByRole('checkbox', { checked: true })).toBeDisabled()
    await manager.getByRole('button', { name: '설정 저장' }).click()
    await expect.poll(headers).toHaveLength(1)
    await header('사업구간(그룹)').hover()
    await page.getByRole('button', { name: '사업구간(그룹) 컬럼 메뉴' }).click()
    await page.getByRole('menuitem', { name: '컬럼 관리…' }).click()
    await manager.getByRole('button', { name: '기본값으로 초기화' }).click()
    await manager.getByRole('button', { name: '설정 저장' }).click()
    await expect.poll(headers).toHaveLength(14)
    expect(readStoredLayout()).toBeNull()
  })

  test('hides a required column, and shows it again where a new record needs it', async () => {
    const table = await openTable({ layout: true })
    await header('사업구간(그룹)').hover()
    await page.getByRole('button', { name: '사업구간(그룹) 컬럼 메뉴' }).click()
    await page.getByRole('menuitem', { name: '숨기기' }).click()
    await expect.poll(headers).not.toContain('사업구간(그룹)')
    await cell(-1, 0).click()
    await commands.typeText('Kim')
    await press('Control+Enter')
    await expect.poll(headers).toContain('사업구간(그룹)')
    expect(table.added).toEqual([])
  })

  test('Alt+↑/↓ and dragging order the columns, and the focus stays on the line', async () => {
    await openTable({ layout: true })
    await openManager()
    const owner = manager.getByRole('checkbox', { name: '소유자' })
    const items = manager.getByRole('listitem')
    const readLines = () => items.elements().map((item) => item.textContent.replace(/\d+px$/, ''))
    owner.element().focus()
    await press('Alt+ArrowDown', 'Alt+ArrowDown')
    await expect.element(owner).toHaveFocus()
    expect(readLines().slice(0, 4)).toEqual(['사업구간(그룹)', '등기예정일', '보수료', '소유자'])
    await items.nth(4).getByCss('[data-grip]').hover()
    await commands.mouseButton('down')
    const goal = box(items.nth(1))
    await commands.moveMouse({ x: goal.x + 10, y: goal.y + 60, steps: 4 })
    await commands.moveMouse({ x: goal.x + 10, y: goal.y + 10, steps: 8 })
    const dragged = ['사업구간(그룹)', '소유자 주소', '등기예정일', '보수료', '소유자']
    await commands.mouseButton('up')
    await expect.poll(() => readLines().slice(0, 5)).toEqual(dragged)
  })

  test('passes axe in it and in expanded rows, light and dark', async () => {
    await openTable({ layout: true })
    await page.getByRole('button', { name: '모두 펼치기' }).click()
    await expect.element(page.getByCss('[data-unfolded="0"]').first()).toBeVisible()
    await expectAccessible()
    await openManager()
    await expectAccessible()
  })
})

describe('expanded rows', () => {
  test('the chevron and Alt+Shift+→ show the hidden columns of a row, and Alt+Shift+← collapses it', async () => {
    await openTable({ layout: true, checks: true })
    const ticks = page.getByRole('checkbox', { name: /^[13]행 선택$/, checked: true })
    for (const row of [1, 3]) await page.getByRole('checkbox', { name: `${row}행 선택` }).click()
    await page.getByRole('button', { name: '2행 펼치기' }).click()
    await expect.poll(() => ticks.length).toBe(2)
    await expect.element(page.getByCss('[data-unfolded="1"]').first()).toMatchTextContent('비고 5')
    await expect.element(page.getByCss('[data-unfolded="1"]').first()).toMatchTextContent('4-1')
    await cell(3, 1).click()
    await press('Shift+Alt+ArrowRight')
    await expect.element(page.getByCss('[data-unfolded="3"]').first()).toMatchTextContent('4-3')
    const lines = page.getByCss('[data-unfolded="3"]').length
    expect(box(cell(4, 1)).y - box(cell(3, 1)).y).toBe(36 * (lines + 1))
    await press('Shift+Alt+ArrowLeft')
    await expect.poll(() => page.getByCss('[data-unfolded="3"]').length).toBe(0)
    expect(getActiveCell()).toBe('3-1')
  })

  test('expands 100,000 rows at once; the jump to row 50,000, arrows and typing stay exact', async () => {
    await openTable({ layout: true, rows: 100_000 })
    const unfold = page.getByRole('button', { name: '모두 펼치기' }).element()
    const began = performance.now()
    unfold.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    await page.getByCss('[data-unfolded="0"]').first().findElement()
    expect(performance.now() - began).toBeLessThan(3000)
    await page.getByRole('textbox', { name: '페이지 이동' }).fill('2501')
    await page.getByRole('button', { name: '이동' }).click()
    await cell(50_000, 1).click()
    await expect.element(page.getByCss('[data-unfolded="50000"]').first()).toMatchTextContent('4-50000')
    expect(page.getByCss('[role=row]').length).toBeLessThanOrEqual(60)
    await press('ArrowDown')
    expect(getActiveCell()).toBe('50001-1')
    await commands.typeText('가나')
    expect(Math.abs(box(cellInput()).y - box(cell(50_001, 1)).y)).toBeLessThanOrEqual(1)
    await press('Escape', 'Control+End')
    await cell(99_999, 1).findElement()
    await press('Control+Home', 'ArrowUp', 'ArrowUp', 'Shift+Alt+ArrowLeft')
    await expect.poll(() => page.getByCss('[data-unfolded]').length).toBe(0)
  })
})

test('renders of 60 columns only those in view, the pinned ones and the focused one', async () => {
  await openTable({ columns: 60 })
  const perRow = () => page.getByCss('[role=row][aria-rowindex="3"] [role=gridcell]').length
  expect(perRow()).toBeLessThanOrEqual(24)
  await cell(0, 1).click()
  findScroller().scrollLeft = 3000
  await expect.element(cell(0, 33)).toBeVisible()
  expect(perRow()).toBeLessThanOrEqual(26)
  // The focused cell is still rendered, and the arrow starts from it.
  await expect.poll(() => cell(0, 1).length).toBe(1)
  await expect.poll(() => cell(1, 1).length).toBe(0)
  expect(isCellInputFocused()).toBe(true)
  await press('ArrowRight')
  expect(getActiveCell()).toBe('0-2')
  await expect.element(cell(0, 2)).toBeInViewport()
  await press('End')
  await expect.element(cellInput()).toHaveFocus()
  await press('ArrowLeft')
  await expect.element(cell(0, 59)).toBeInViewport()
  // A cell is aligned with its header, even when columns before it are left out.
  expect(box(cell(0, 57)).x).toBe(box(page.getByCss('[role=columnheader][data-col="57"]')).x)
})
