import type { Locator, Page } from '@playwright/test'
import { hangulKeyboard } from './support/hangul-keyboard.ts'
import { fingerOn, middleOf } from './support/finger.ts'
import { bookRows, cellOf, entryCell, openCaseBook } from './support/case-book.ts'
import { openForm, openMaster } from './support/master-data.ts'
import { makeCases } from './support/own-cases.ts'
import { screenKeyboard, type KeyboardKind } from './support/screen-keyboard.ts'
import { expect, test } from './support/test.ts'

const lying = { width: 1024, height: 768 }
const upright = { width: 768, height: 1024 }
const kinds: readonly KeyboardKind[] = ['covers', 'resizes']

for (const viewport of [lying, upright]) {
  test.describe(`on a tablet of ${viewport.width} × ${viewport.height}`, () => {
    test.use({ viewport, hasTouch: true, isMobile: true })

    for (const kind of kinds) {
      test(`a keyboard that ${kind} half of it: first, middle and last row stay above it while they are edited`, async ({
        office,
        colleague,
        staffPage: page,
      }) => {
        await makeCases(colleague, `화면자판${kind}${viewport.width}`, 14)
        const keyboard = await screenKeyboard(page, kind)
        await openCaseBook(page, office.url, `?search=화면자판${kind}${viewport.width}`)
        await settled(page)
        for (const place of ['first', 'middle', 'last'] as const) {
          const row = await rowInSight(page, place)
          await twoTaps(page, row)
          const left = await keyboard.open(place === 'middle' ? 0.4 : 0.5)
          await expectAbove(input(page), left)
          await expect(input(page)).toBeFocused()
          await expect(page.getByRole('contentinfo', { name: '연결과 전송 상태' })).toBeHidden()
          expect(await page.evaluate(() => scrollY)).toBe(0)
          await page.keyboard.press('Escape')
          await keyboard.close()
          await expect(page.getByRole('contentinfo', { name: '연결과 전송 상태' })).toBeVisible()
        }
      })

      test(`a keyboard that ${kind} half of it: line for new cases, a field of the panel, the last of a dialog`, async ({
        office,
        staffPage: page,
      }) => {
        const keyboard = await screenKeyboard(page, kind)
        await openCaseBook(page, office.url)
        await entryCell(page, '소유자').tap()
        await entryCell(page, '소유자').tap()
        await expectAbove(input(page), await keyboard.open(0.5))
        await keyboard.close()
        await page.keyboard.press('Escape')

        await page.getByRole('button', { name: '1행 상세', exact: true }).tap()
        const field = page.getByRole('region', { name: /상세/ }).getByRole('textbox').last()
        await field.scrollIntoViewIfNeeded()
        await field.focus()
        await expectAbove(field, await keyboard.open(0.5))
        await keyboard.close()

        await openMaster(page, office.url, 'company')
        const form = await openForm(page, 'company')
        const last = form.getByRole('textbox').last()
        await last.focus()
        const left = await keyboard.open(0.5)
        await expectAbove(last, left)
        await expectAbove(form.getByRole('button', { name: '저장' }), left)
      })
    }

    test('a syllable goes on while the keyboard opens under it', async ({ office, colleague, staffPage: page }) => {
      await makeCases(colleague, `조합${viewport.width}`, 12)
      const keyboard = await screenKeyboard(page, 'covers')
      await openCaseBook(page, office.url, `?search=조합${viewport.width}`)
      await settled(page)
      await twoTaps(page, await rowInSight(page, 'last'))
      await input(page).press('End')
      const hangul = await hangulKeyboard(page)
      await hangul.compose('ㄱ', '가')
      await expectAbove(input(page), await keyboard.open(0.45))
      await hangul.compose('각')
      await hangul.accept('각')
      await expect(input(page)).toHaveValue(/각$/)
      await page.keyboard.press('Escape')
    })

    test('a finger that stays opens the menu, handles draw a range out, and the figures follow', async ({
      office,
      staffPage: page,
    }) => {
      await openCaseBook(page, office.url)
      const finger = await fingerOn(page)
      const fees = (row: number) =>
        page
          .locator(`[role=gridcell][data-row="${row}"]`)
          .filter({ hasText: /^[\d,]+$/ })
          .first()
      await fees(1).tap()
      const end = await middleOf(page.locator('[data-range-handle=end]'))
      await finger.down(end)
      await finger.moveTo({ x: end.x, y: end.y + 44 })
      await finger.up()
      await expect(page.getByRole('status').filter({ hasText: '합계' })).toContainText('개수 2')
      await finger.stay(await middleOf(fees(2)))
      const menu = page.getByRole('menu', { name: '셀 메뉴' })
      await expect(menu).toBeInViewport({ ratio: 1 })
      await finger.up()
      await page.waitForTimeout(300)
      await expect(menu).toBeVisible()
    })
  })
}

/** Nothing arrives any more that would move a row under the finger. */
async function settled(page: Page): Promise<void> {
  await expect(page.getByText('동기화됨')).toBeVisible()
  await page.waitForTimeout(300)
}

function input(page: Page): Locator {
  return page.locator('[data-cell-input]')
}

/** 소유자 of a row that is wholly seen: the first, one in the middle, the last. */
async function rowInSight(page: Page, place: 'first' | 'middle' | 'last'): Promise<Locator> {
  const rows = await cellOf(bookRows(page), '소유자').evaluateAll((cells) => {
    const scroller = document.querySelector('[data-table-scroller]')?.getBoundingClientRect()
    const head = document.querySelector('[role=grid] [role=rowgroup]')?.getBoundingClientRect()
    return cells.flatMap((cell) => {
      const { top, bottom } = cell.getBoundingClientRect()
      const isSeen = top >= (head?.bottom ?? 0) - 1 && bottom <= (scroller?.bottom ?? 0)
      return isSeen ? [Number((cell as HTMLElement).dataset['row'])] : []
    })
  })
  const at = { first: 0, middle: Math.floor(rows.length / 2), last: rows.length - 1 }[place]
  return cellOf(bookRows(page), '소유자').and(page.locator(`[data-row="${rows[at] ?? 0}"]`))
}

/** The first tap chooses, the second edits; where the cell lies, the cell input lies by then. */
async function twoTaps(page: Page, cell: Locator): Promise<void> {
  const { x, y } = await middleOf(cell)
  await page.touchscreen.tap(x, y)
  const after = await middleOf(cell)
  await page.touchscreen.tap(after.x, after.y)
  await expect(input(page)).toHaveAttribute('data-mode', 'caret')
}

async function expectAbove(field: Locator, left: number): Promise<void> {
  await expect
    .poll(async () => {
      const box = await field.boundingBox()
      return box !== null && box.y >= 0 && box.y + box.height <= left + 1
    })
    .toBe(true)
  const seen = await field.evaluate((element) => {
    const { left: x, top, width, height } = element.getBoundingClientRect()
    return document.elementFromPoint(x + width / 2, top + height / 2) === element
  })
  expect(seen).toBe(true)
}
