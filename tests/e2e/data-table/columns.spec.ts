import type { Page } from '@playwright/test'
import { expectNoBarrier } from '../support/barriers.ts'
import { expect, test } from './harness-server.ts'
import { activePlace, cell, isCellInputFocused } from './table-steps.ts'

/** The names of the columns as drawn, left to right. */
async function headers(page: Page): Promise<string[]> {
  const names = await page
    .locator('[role=columnheader]')
    .evaluateAll((cells) => cells.map((each) => each.ariaLabel ?? ''))
  return names.filter((name) => name !== '')
}

function manager(page: Page) {
  return page.getByRole('dialog', { name: '컬럼 관리' })
}

async function openManager(page: Page) {
  await cell(page, 0, 1).click()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Alt+ArrowDown')
  await page.getByRole('menuitem', { name: '컬럼 관리…' }).click()
  await manager(page).waitFor()
}

test.describe('the header', () => {
  test('Shift+← and → move the column, the focus goes along, and the device keeps the order', async ({ openTable }) => {
    const page = await openTable('layout')
    await openManager(page)
    await page.keyboard.press('Escape')
    expect(await activePlace(page)).toBe('-2-1')
    await expect.poll(() => isCellInputFocused(page)).toBe(true)
    await page.keyboard.press('Shift+ArrowRight')
    await expect.poll(() => headers(page)).toEqual(expect.arrayContaining(['등기예정일', '소유자']))
    expect((await headers(page)).slice(0, 3)).toEqual(['사업구간(그룹)', '등기예정일', '소유자'])
    expect(await activePlace(page)).toBe('-2-2')
    // The pinned part stops it.
    await page.keyboard.press('Shift+ArrowLeft')
    await page.keyboard.press('Shift+ArrowLeft')
    expect((await headers(page)).slice(0, 3)).toEqual(['사업구간(그룹)', '소유자', '등기예정일'])
    await page.keyboard.press('Shift+ArrowRight')
    await page.reload()
    await cell(page, 0, 1).waitFor()
    expect((await headers(page)).slice(0, 3)).toEqual(['사업구간(그룹)', '등기예정일', '소유자'])
  })

  test('its menu sorts, pins up to a column, hides one and fits its width; every change can be put back', async ({
    openTable,
  }) => {
    const page = await openTable('layout')
    const choose = async (column: string, entry: string) => {
      await page.getByRole('columnheader', { name: column, exact: true }).hover()
      await page.getByRole('button', { name: `${column} 컬럼 메뉴` }).click()
      await page.getByRole('menuitem', { name: entry }).click()
      await expect(page.getByRole('menu')).toHaveCount(0)
      expect(await isCellInputFocused(page)).toBe(true)
    }
    await choose('소유자', '내림차순')
    await expect(page.getByRole('columnheader', { name: '소유자', exact: true })).toHaveAttribute(
      'aria-sort',
      'descending',
    )
    await choose('등기예정일', '여기까지 고정')
    const pinned = page.locator('[role=columnheader][data-col].sticky')
    await expect(pinned).toHaveCount(3)
    await choose('소유자', '고정 해제')
    expect((await headers(page)).slice(0, 3)).toEqual(['사업구간(그룹)', '등기예정일', '소유자'])
    await choose('소유자 주소', '숨기기')
    expect(await headers(page)).not.toContain('소유자 주소')
    await choose('보수료', '너비 맞춤')
    const steps = await page.evaluate(() => window.harness.layouts)
    expect(steps).toHaveLength(4)
    await page.evaluate(() => window.harness.setLayout(window.harness.layouts[0]?.before))
    expect((await headers(page)).slice(0, 5)).toEqual([
      '사업구간(그룹)',
      '소유자',
      '등기예정일',
      '보수료',
      '소유자 주소',
    ])
  })

  test('a change in one tab shows in the other', async ({ openTable, context, harnessUrl }) => {
    const page = await openTable('layout')
    const other = await context.newPage()
    await other.goto(`${harnessUrl}?layout`)
    await cell(other, 0, 1).waitFor()
    await openManager(page)
    await manager(page).getByRole('checkbox', { name: '소유자', exact: true }).uncheck()
    await manager(page).getByRole('button', { name: '설정 저장' }).click()
    await expect.poll(() => headers(other)).not.toContain('소유자')
  })
})

test.describe('컬럼 관리', () => {
  test('shows, hides, finds by initial consonants and counts; nothing changes before 설정 저장', async ({
    openTable,
  }) => {
    const page = await openTable('layout')
    await openManager(page)
    const dialog = manager(page)
    await expect(dialog.getByLabel('컬럼 수')).toHaveText('전체 20표시 14숨김 6고정 1')
    await dialog.getByPlaceholder('컬럼 이름, 초성').fill('ㅂㅅㄹ')
    await expect(dialog.getByRole('checkbox')).toHaveCount(1)
    await dialog.getByRole('checkbox', { name: '보수료' }).uncheck()
    await dialog.getByPlaceholder('컬럼 이름, 초성').fill('')
    await dialog.getByRole('tab', { name: '비고' }).click()
    await expect(dialog.getByRole('checkbox')).toHaveCount(10)
    await dialog.getByRole('button', { name: '모두 표시' }).click()
    await expect(dialog.getByLabel('컬럼 수')).toHaveText('전체 20표시 19숨김 1고정 1')
    await expect(dialog.getByText('저장하지 않은 변경이 있습니다.')).toBeVisible()
    expect(await headers(page)).toContain('보수료')
    await page.keyboard.press('Escape')
    await expect(dialog.getByText('닫으면 변경이 사라집니다')).toBeVisible()
    await expect(dialog.getByRole('button', { name: '계속 편집' })).toBeFocused()
    await dialog.getByRole('button', { name: '설정 저장' }).click()
    await expect(dialog).toHaveCount(0)
    // Wide enough for all of them: the table draws those in view.
    await page.setViewportSize({ width: 3600, height: 900 })
    await expect.poll(() => headers(page)).toHaveLength(19)
    expect(await headers(page)).not.toContain('보수료')
  })

  test('one column stays shown, and 기본값으로 초기화 puts everything back', async ({ openTable }) => {
    const page = await openTable('layout')
    await openManager(page)
    const dialog = manager(page)
    await dialog.getByRole('button', { name: '모두 숨김' }).click()
    await expect(dialog.getByLabel('컬럼 수')).toHaveText('전체 20표시 1숨김 19고정 1')
    await expect(dialog.getByRole('checkbox', { checked: true })).toBeDisabled()
    await dialog.getByRole('button', { name: '설정 저장' }).click()
    await expect.poll(() => headers(page)).toHaveLength(1)
    await page.getByRole('columnheader', { name: '사업구간(그룹)' }).hover()
    await page.getByRole('button', { name: '사업구간(그룹) 컬럼 메뉴' }).click()
    await page.getByRole('menuitem', { name: '컬럼 관리…' }).click()
    await dialog.getByRole('button', { name: '기본값으로 초기화' }).click()
    await dialog.getByRole('button', { name: '설정 저장' }).click()
    await expect.poll(() => headers(page)).toHaveLength(14)
    expect(await page.evaluate(() => localStorage.getItem('column-layout:harness'))).toBeNull()
  })

  test('Alt+↑/↓ and dragging order the columns, and the focus stays with its line', async ({ openTable }) => {
    const page = await openTable('layout')
    await openManager(page)
    const dialog = manager(page)
    const owner = dialog.getByRole('checkbox', { name: '소유자', exact: true })
    await owner.focus()
    await page.keyboard.press('Alt+ArrowDown')
    await page.keyboard.press('Alt+ArrowDown')
    await expect(owner).toBeFocused()
    const lines = () =>
      dialog.getByRole('listitem').evaluateAll((items) => items.map((each) => each.textContent.replace(/\d+px$/, '')))
    expect((await lines()).slice(0, 4)).toEqual(['사업구간(그룹)', '등기예정일', '보수료', '소유자'])
    const grip = dialog.getByRole('listitem').nth(4).locator('[data-grip]')
    await grip.hover()
    await page.mouse.down()
    const goal = await dialog.getByRole('listitem').nth(1).boundingBox()
    await page.mouse.move((goal?.x ?? 0) + 10, (goal?.y ?? 0) + 60, { steps: 4 })
    await page.mouse.move((goal?.x ?? 0) + 10, (goal?.y ?? 0) + 10, { steps: 8 })
    await expect.poll(lines).toEqual(expect.arrayContaining(['소유자 주소']))
    await page.mouse.up()
    expect((await lines()).slice(0, 5)).toEqual(['사업구간(그룹)', '소유자 주소', '등기예정일', '보수료', '소유자'])
  })

  for (const scheme of ['light', 'dark'] as const) {
    test(`axe finds nothing in it and in unfolded rows (${scheme})`, async ({ openTable, page }) => {
      await page.emulateMedia({ colorScheme: scheme })
      await openTable('layout')
      await page.getByRole('button', { name: '모두 펼치기' }).click()
      await page.locator('[data-unfolded="0"]').first().waitFor()
      await expectNoBarrier(page)
      await openManager(page)
      await expectNoBarrier(page)
    })
  }
})

test.describe('unfolded rows', () => {
  test('the chevron and Alt+Shift+→ show the hidden columns of a row and keep its ticks, Alt+Shift+← folds it again', async ({
    openTable,
  }) => {
    const page = await openTable('layout&checks')
    const ticks = page.getByRole('checkbox', { name: /^[13]행 선택$/, checked: true })
    for (const row of [1, 3]) await page.getByRole('checkbox', { name: `${row}행 선택`, exact: true }).click()
    await page.getByRole('button', { name: '2행 펼치기', exact: true }).click()
    await expect(ticks).toHaveCount(2)
    await expect(page.locator('[data-unfolded="1"]').first()).toContainText('비고 5')
    await expect(page.locator('[data-unfolded="1"]').first()).toContainText('4-1')
    await cell(page, 3, 1).click()
    await page.keyboard.press('Shift+Alt+ArrowRight')
    await expect(page.locator('[data-unfolded="3"]').first()).toContainText('4-3')
    const height = await page.locator('[data-unfolded="3"]').count()
    const top = async (row: number) => (await cell(page, row, 1).boundingBox())?.y ?? 0
    expect((await top(4)) - (await top(3))).toBe(36 * (height + 1))
    await page.keyboard.press('Shift+Alt+ArrowLeft')
    await expect(page.locator('[data-unfolded="3"]')).toHaveCount(0)
    expect(await activePlace(page)).toBe('3-1')
  })

  test('all of 100,000 rows unfold at once; the jump to row 50,000, the arrows and typing stay exact', async ({
    openTable,
  }) => {
    const page = await openTable('layout&rows=100000')
    const began = Date.now()
    await page.getByRole('button', { name: '모두 펼치기' }).click()
    await page.locator('[data-unfolded="0"]').first().waitFor()
    expect(Date.now() - began).toBeLessThan(3000)
    await page.getByRole('textbox', { name: '페이지 이동' }).fill('2501')
    await page.getByRole('button', { name: '이동', exact: true }).click()
    await cell(page, 50_000, 1).click()
    await expect(page.locator('[data-unfolded="50000"]').first()).toContainText('4-50000')
    expect(await page.locator('[role=row]').count()).toBeLessThanOrEqual(60)
    await page.keyboard.press('ArrowDown')
    expect(await activePlace(page)).toBe('50001-1')
    await page.keyboard.type('가나')
    const [editor, under] = await Promise.all([
      page.locator('[data-cell-input]').boundingBox(),
      cell(page, 50_001, 1).boundingBox(),
    ])
    expect(Math.abs((editor?.y ?? 0) - (under?.y ?? 99))).toBeLessThanOrEqual(1)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+End')
    await cell(page, 99_999, 1).waitFor()
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Shift+Alt+ArrowLeft')
    await expect(page.locator('[data-unfolded]')).toHaveCount(0)
  })
})

test.describe('60 columns', () => {
  test('only those in view, the pinned and the one in focus are drawn', async ({ openTable }) => {
    const page = await openTable('columns=60&rows=1000')
    const perRow = () => page.locator('[role=row][aria-rowindex="3"] [role=gridcell]').count()
    expect(await perRow()).toBeLessThanOrEqual(24)
    await cell(page, 0, 1).click()
    await page.evaluate(() => {
      const scroller = document.querySelector('[data-table-scroller]')
      if (scroller) scroller.scrollLeft = 3000
    })
    await expect(cell(page, 0, 33)).toBeVisible()
    expect(await perRow()).toBeLessThanOrEqual(26)
    // The one in focus is still there, and the arrow goes on from it.
    await expect(cell(page, 0, 1)).toHaveCount(1)
    await expect(cell(page, 1, 1)).toHaveCount(0)
    expect(await isCellInputFocused(page)).toBe(true)
    await page.keyboard.press('ArrowRight')
    expect(await activePlace(page)).toBe('0-2')
    await expect(cell(page, 0, 2)).toBeInViewport()
    await page.keyboard.press('End')
    await expect(page.locator('[data-cell-input]')).toBeFocused()
    await page.keyboard.press('ArrowLeft')
    await expect(cell(page, 0, 59)).toBeInViewport()
    // A cell stands under its header, whatever is left out before it.
    const [head, body] = await Promise.all([
      page.locator('[role=columnheader][data-col="57"]').boundingBox(),
      cell(page, 0, 57).boundingBox(),
    ])
    expect(body?.x).toBe(head?.x)
  })
})
