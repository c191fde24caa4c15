import type { Locator, Page } from '@playwright/test'
import { bookRows, entryCell, findCell, openCaseBook, tapDetail } from '../support/case-book.ts'
import { openHangulKeyboard } from '../support/hangul-keyboard.ts'
import { openForm, openMaster } from '../support/master-data.ts'
import { makeCases } from '../support/own-cases.ts'
import { openScreenKeyboard } from '../support/screen-keyboard.ts'
import { expect, test } from '../support/test.ts'

// Each kind of keyboard in one orientation; the remaining window is computed the same way in both.
const orientations = [
  { kind: 'covers', viewport: { width: 1024, height: 768 } },
  { kind: 'resizes', viewport: { width: 768, height: 1024 } },
] as const

for (const { kind, viewport } of orientations) {
  test.describe(`on a tablet of ${viewport.width} × ${viewport.height}`, () => {
    test.use({ viewport, hasTouch: true, isMobile: true })

    test(`keeps the edited field above a keyboard that ${kind} the page, also during composition`, async ({
      office,
      colleague,
      staffPage: page,
    }) => {
      await makeCases(colleague, `화면자판${kind}`, 14)
      const keyboard = await openScreenKeyboard(page, kind)
      await openCaseBook(page, office.url, `?search=화면자판${kind}`)
      await waitUntilSettled(page)

      await test.step('the first and a middle row', async () => {
        for (const place of ['first', 'middle'] as const) {
          await twoTaps(page, await rowInSight(page, place))
          await expectAbove(input(page), await keyboard.open(place === 'middle' ? 0.4 : 0.5))
          await expect(input(page)).toBeFocused()
          await expect(page.getByRole('contentinfo', { name: '연결과 전송 상태' })).toBeHidden()
          expect(await page.evaluate(() => scrollY)).toBe(0)
          await page.keyboard.press('Escape')
          await keyboard.close()
          await expect(page.getByRole('contentinfo', { name: '연결과 전송 상태' })).toBeVisible()
        }
      })

      await test.step('the last row, during the composition of a syllable', async () => {
        await twoTaps(page, await rowInSight(page, 'last'))
        await input(page).press('End')
        const hangul = await openHangulKeyboard(page)
        await hangul.compose('ㄱ', '가')
        await expectAbove(input(page), await keyboard.open(0.5))
        await hangul.compose('각')
        await hangul.accept('각')
        await expect(input(page)).toHaveValue(/각$/)
        await page.keyboard.press('Escape')
        await keyboard.close()
      })

      await test.step('the entry line, a field of the panel and the last field of a dialog', async () => {
        await entryCell(page, '소유자').tap()
        await entryCell(page, '소유자').tap()
        await expectAbove(input(page), await keyboard.open(0.5))
        await keyboard.close()
        await page.keyboard.press('Escape')

        await tapDetail(page, bookRows(page).first())
        const field = page.getByRole('region', { name: /상세/ }).getByRole('textbox').last()
        await field.scrollIntoViewIfNeeded()
        await field.focus()
        await expectAbove(field, await keyboard.open(0.5))
        await keyboard.close()

        await openMaster(page, office.url, 'company')
        const form = await openForm(page, 'company')
        const last = form.getByRole('textbox').last()
        await last.focus()
        const visibleHeight = await keyboard.open(0.5)
        await expectAbove(last, visibleHeight)
        await expectAbove(form.getByRole('button', { name: '저장' }), visibleHeight)
      })
    })
  })
}

/** Waits until nothing more arrives that would move a row under the finger. */
async function waitUntilSettled(page: Page): Promise<void> {
  await expect(page.getByText('동기화됨')).toBeVisible()
  await page.waitForTimeout(300)
}

function input(page: Page): Locator {
  return page.locator('[data-cell-input]')
}

/** The 소유자 cell of a fully visible row: the first, a middle one, or the last. */
async function rowInSight(page: Page, place: 'first' | 'middle' | 'last'): Promise<Locator> {
  const rows = await findCell(bookRows(page), '소유자').evaluateAll((cells) => {
    const scroller = document.querySelector('[data-table-scroller]')?.getBoundingClientRect()
    const head = document.querySelector('[role=grid] [role=rowgroup]')?.getBoundingClientRect()
    return cells.flatMap((cell) => {
      const { top, bottom } = cell.getBoundingClientRect()
      const isSeen = top >= (head?.bottom ?? 0) - 1 && bottom <= (scroller?.bottom ?? 0)
      return isSeen ? [Number((cell as HTMLElement).dataset['row'])] : []
    })
  })
  const at = { first: 0, middle: Math.floor(rows.length / 2), last: rows.length - 1 }[place]
  return findCell(bookRows(page), '소유자').and(page.locator(`[data-row="${rows[at] ?? 0}"]`))
}

/** The first tap selects, the second edits; the cell input must be over the cell by then. */
async function twoTaps(page: Page, cell: Locator): Promise<void> {
  const { x, y } = await findCenter(cell)
  await page.touchscreen.tap(x, y)
  const after = await findCenter(cell)
  await page.touchscreen.tap(after.x, after.y)
  await expect(input(page)).toHaveAttribute('data-mode', 'caret')
}

async function expectAbove(field: Locator, visibleHeight: number): Promise<void> {
  await expect
    .poll(async () => {
      const box = await field.boundingBox()
      return box !== null && box.y >= 0 && box.y + box.height <= visibleHeight + 1
    })
    .toBe(true)
  const fieldBox = await field.evaluate((element) => {
    const { left: x, top, width, height } = element.getBoundingClientRect()
    return document.elementFromPoint(x + width / 2, top + height / 2) === element
  })
  expect(fieldBox).toBe(true)
}

/** Middle of the visible part of an element. */
async function findCenter(element: Locator): Promise<{ x: number; y: number }> {
  const box = await element.boundingBox()
  if (!box) throw new Error('Not on the screen')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}
