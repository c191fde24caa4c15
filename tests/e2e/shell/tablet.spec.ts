import type { Page } from '@playwright/test'
import { findCaseRow, openCaseBook, tapDetail } from '../support/case-book.ts'
import { makeCases } from '../support/own-cases.ts'
import { expect, test } from '../support/test.ts'

test.use({ reusesDevice: true, hasTouch: true, isMobile: true })

test.describe('on a tablet in landscape', () => {
  test.use({ viewport: { width: 1024, height: 768 } })

  test('search, filters, due cases and ⋯ are on one line above the case book', async ({ office, staffPage: page }) => {
    await openCaseBook(page, office.url)
    await expectOneLine(page)

    await test.step('⋯ shows labelled actions, and closes on a tap outside and on Escape', async () => {
      const more = page.getByRole('button', { name: '더 많은 작업' })
      const toolbar = page.getByRole('toolbar', { name: '사건부 작업' })
      await expect(toolbar).toBeHidden()
      await more.tap()
      await expect(more).toHaveAttribute('aria-expanded', 'true')
      for (const word of [
        '엑셀 내보내기',
        '새로고침',
        '일괄 수정',
        '인쇄',
        '컬럼 관리',
        '삭제한 기록',
        '실행 취소',
        '다시 실행',
        '묶어 보기',
      ])
        await expect(toolbar.getByText(word, { exact: true })).toBeVisible()
      await page.getByRole('gridcell').nth(3).tap()
      await expect(toolbar).toBeHidden()
      await more.tap()
      await page.keyboard.press('Escape')
      await expect(toolbar).toBeHidden()
      await expect(more).toBeFocused()
      await more.tap()
      await toolbar.getByRole('button', { name: '컬럼 관리' }).tap()
      await expect(page.getByRole('dialog', { name: /컬럼/ })).toBeVisible()
      await expect(toolbar).toBeHidden()
      await page.keyboard.press('Escape')
    })

    await test.step('saved views open from 필터 and stay open while in use', async () => {
      const fold = page.getByRole('button', { name: '필터', exact: true })
      await fold.tap()
      await page.getByRole('button', { name: '저장된 보기' }).tap()
      const views = page.getByRole('dialog', { name: '저장된 보기' })
      await views.getByRole('textbox').first().tap()
      await expect(views).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(views).toBeHidden()
      await fold.tap()
    })

    await test.step('the list of due cases opens a record', async () => {
      await page.getByRole('button', { name: /^등기예정일이 다가온 사건 \d+건$/ }).tap()
      const due = page.getByRole('dialog', { name: /^등기예정일이 다가온 사건/ })
      await due.getByRole('listitem').first().getByRole('button').tap()
      await expect(page.getByRole('region', { name: /상세/ }).first()).toBeVisible()
      await expect(due).toBeHidden()
    })
  })

  test('pages turn in the status line, and the list next to an open record stays usable', async ({
    office,
    colleague,
    staffPage: page,
  }) => {
    await makeCases(colleague, '낱장', 3)
    await openCaseBook(page, office.url)
    await test.step('페이지 설정 jumps to a page', async () => {
      const pages = page.getByRole('navigation', { name: '페이지' })
      await pages.getByRole('button', { name: '다음 페이지' }).tap()
      await expect(pages.getByText(/^2 \//)).toBeVisible()
      await pages.getByRole('button', { name: '페이지 설정' }).tap()
      const settings = page.getByRole('dialog', { name: '페이지' })
      await settings.getByLabel('페이지 이동').fill('3')
      await settings.getByRole('button', { name: '이동', exact: true }).tap()
      await expect(pages.getByText(/^3 \//)).toBeVisible()
    })

    await openCaseBook(page, office.url, '?search=낱장')
    await tapDetail(page, findCaseRow(page, '낱장1'))
    const sheet = page.getByRole('region', { name: /낱장1/ })
    const box = await sheet.boundingBox()
    expect([box?.y, box?.height]).toEqual([0, 768])
    const pages = page.getByRole('navigation', { name: '페이지' })
    const controls = [
      page.getByRole('button', { name: /찾기/ }).first(),
      page.getByRole('button', { name: '다운로드 작업' }),
      page.getByRole('button', { name: /님 메뉴$/ }),
      pages.getByRole('button', { name: '다음 페이지' }),
      pages.getByRole('button', { name: '페이지 설정' }),
    ]
    for (const control of controls) {
      const { x, width } = (await control.boundingBox()) ?? { x: Infinity, width: 0 }
      expect(x + width).toBeLessThanOrEqual(box?.x ?? 0)
    }
    await expect(sheet.getByRole('textbox', { name: '소유자', exact: true })).toBeInViewport({ ratio: 1 })
    await tapDetail(page, findCaseRow(page, '낱장2'))
    await expect(page.getByRole('region', { name: /낱장2/ })).toBeVisible()
    await test.step('the counts of the outbox are whole while the server does not answer', async () => {
      await page.route('**/api/**', (route) => route.fulfill({ status: 503, body: '' }))
      const line = page.getByRole('contentinfo', { name: '연결과 전송 상태' })
      await line.getByRole('button', { name: '지금 동기화' }).tap()
      await expect(line.getByText('서버 응답 없음')).toBeVisible()
      const counts = line.getByRole('link', { name: /^대기/ })
      const widths = await counts.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
      expect(widths).toBe(0)
      const { x, width } = (await counts.boundingBox()) ?? { x: Infinity, width: 0 }
      const pager = await pages.boundingBox()
      expect(x + width).toBeLessThanOrEqual(pager?.x ?? 0)
    })
  })
})

test.describe('on a tablet in portrait', () => {
  test.use({ viewport: { width: 768, height: 1024 } })

  test('search, filters and ⋯ are on one line, and an open record covers the screen until it is closed', async ({
    office,
    colleague,
    staffPage: page,
  }) => {
    await makeCases(colleague, '덮개', 1)
    await openCaseBook(page, office.url, '?search=덮개')
    await expectOneLine(page)
    await tapDetail(page, findCaseRow(page, '덮개1'))
    const sheet = page.getByRole('region', { name: /덮개1/ })
    expect(await sheet.boundingBox()).toMatchObject({ x: 0, y: 0, width: 768, height: 1024 })
    await sheet.getByRole('button', { name: '상세 닫기' }).tap()
    await expect(sheet).toBeHidden()
    await expect(findCaseRow(page, '덮개1')).toBeInViewport()
  })
})

/** Search, filters and all other controls in one line; pages and tabs in the frame. */
async function expectOneLine(page: Page): Promise<void> {
  const search = page.getByRole('search', { name: '사건부 검색과 필터' })
  const parts = [
    search.getByRole('searchbox', { name: '검색' }),
    search.getByRole('button', { name: /^필터( \d)?$/ }),
    search.getByRole('button', { name: '더 많은 작업' }),
  ]
  const boxes = await Promise.all(parts.map(async (part) => await part.boundingBox()))
  expect(new Set(boxes.map((box) => box?.y)).size).toBe(1)
  for (const box of boxes) expect(Math.min(box?.height ?? 0, box?.width ?? 0)).toBeGreaterThanOrEqual(44)
  await expect(page.getByRole('banner').getByRole('tab', { name: '사건부', exact: true })).toBeVisible()
  const pages = page.getByRole('contentinfo').getByRole('navigation', { name: '페이지' })
  await expect(pages).toBeVisible()
  expect((await pages.boundingBox())?.height).toBeLessThanOrEqual(44)
}
