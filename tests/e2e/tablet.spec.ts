import { openCaseBook, rowOf } from './support/case-book.ts'
import { makeCases } from './support/own-cases.ts'
import { expect, test } from './support/test.ts'

test.use({ isDeviceKept: true, hasTouch: true, isMobile: true })

for (const [how, viewport] of [
  ['on its side', { width: 1024, height: 768 }],
  ['upright', { width: 768, height: 1024 }],
] as const) {
  test.describe(`on a tablet ${how}`, () => {
    test.use({ viewport })

    test('search, filters and everything else stand in one line; pages and tabs in the frame', async ({
      office,
      staffPage: page,
    }) => {
      await openCaseBook(page, office.url)
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
    })
  })
}

test.describe('on a tablet', () => {
  test.use({ viewport: { width: 1024, height: 768 } })

  test('what ⋯ holds has words, does what it says, and closes at a press of it, beside it and by Esc', async ({
    office,
    staffPage: page,
  }) => {
    await openCaseBook(page, office.url)
    const more = page.getByRole('button', { name: '더 많은 작업' })
    const toolbar = page.getByRole('toolbar', { name: '사건부 작업' })
    await expect(toolbar).toBeHidden()
    await more.tap()
    await expect(more).toHaveAttribute('aria-expanded', 'true')
    for (const word of ['엑셀 내보내기', '새로고침', '일괄 수정', '인쇄', '컬럼 관리', '묶어 보기', '저장된 보기'])
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
  })

  test('saved views and further filters open from behind ⋯ and stay open while they are used', async ({
    office,
    staffPage: page,
  }) => {
    await openCaseBook(page, office.url)
    await page.getByRole('button', { name: '더 많은 작업' }).tap()
    await page.getByRole('button', { name: '저장된 보기' }).tap()
    const views = page.getByRole('dialog', { name: '저장된 보기' })
    await expect(views).toBeVisible()
    await views.getByRole('textbox').first().tap()
    await expect(views).toBeVisible()
  })

  test('the number on the filter button is what the filters are; they fold out and away', async ({
    office,
    colleague,
    staffPage: page,
  }) => {
    await makeCases(colleague, '태블릿접힘', 2)
    await openCaseBook(page, office.url, '?search=태블릿접힘')
    const fold = page.getByRole('button', { name: /^필터( \d)?$/ })
    await fold.tap()
    await page.getByLabel('담당자', { exact: true }).fill('없는 담당자')
    await page.keyboard.press('Tab')
    await fold.tap()
    await expect(page.getByLabel('담당자', { exact: true })).toBeHidden()
    await expect(page.getByText('활성 필터')).toBeHidden()
    await expect(fold).toHaveText('필터 1')
  })

  test('what is due is a button of the line, and its records open from there', async ({ office, staffPage: page }) => {
    await openCaseBook(page, office.url)
    await page.getByRole('button', { name: /^등기예정일이 다가온 사건 \d+건$/ }).tap()
    const due = page.getByRole('dialog', { name: /^등기예정일이 다가온 사건/ })
    await due.getByRole('listitem').first().getByRole('button').tap()
    await expect(page.getByRole('region', { name: /상세/ }).first()).toBeVisible()
    await expect(due).toBeHidden()
  })

  test('the open record is a sheet from the top of the window to its foot; the list beside it goes on being used', async ({
    office,
    colleague,
    staffPage: page,
  }) => {
    await makeCases(colleague, '낱장', 3)
    await openCaseBook(page, office.url, '?search=낱장')
    await rowOf(page, '낱장1').getByRole('button', { name: /상세/ }).tap()
    const sheet = page.getByRole('region', { name: /낱장1/ })
    const box = await sheet.boundingBox()
    expect([box?.y, box?.height]).toEqual([0, 768])
    await expect(sheet.getByRole('textbox', { name: '소유자', exact: true })).toBeInViewport({ ratio: 1 })
    await rowOf(page, '낱장2').getByRole('button', { name: /상세/ }).tap()
    await expect(page.getByRole('region', { name: /낱장2/ })).toBeVisible()
  })

  test('pages are turned in the status line; the size of a page and the jump stand behind its ⋯', async ({
    office,
    staffPage: page,
  }) => {
    await openCaseBook(page, office.url)
    const pages = page.getByRole('navigation', { name: '페이지' })
    await pages.getByRole('button', { name: '다음 페이지' }).tap()
    await expect(pages.getByText(/^2 \//)).toBeVisible()
    await pages.getByRole('button', { name: '페이지 설정' }).tap()
    const settings = page.getByRole('dialog', { name: '페이지' })
    await settings.getByLabel('페이지 이동').fill('3')
    await settings.getByRole('button', { name: '이동', exact: true }).tap()
    await expect(pages.getByText(/^3 \//)).toBeVisible()
  })
})

test.describe('on a tablet upright', () => {
  test.use({ viewport: { width: 768, height: 1024 } })

  test('the open record lies over everything and goes by its button', async ({
    office,
    colleague,
    staffPage: page,
  }) => {
    await makeCases(colleague, '덮개', 1)
    await openCaseBook(page, office.url, '?search=덮개')
    await rowOf(page, '덮개1').getByRole('button', { name: /상세/ }).tap()
    const sheet = page.getByRole('region', { name: /덮개1/ })
    expect(await sheet.boundingBox()).toMatchObject({ x: 0, y: 0, width: 768, height: 1024 })
    await sheet.getByRole('button', { name: '상세 닫기' }).tap()
    await expect(sheet).toBeHidden()
    await expect(rowOf(page, '덮개1')).toBeInViewport()
  })
})
