import { openCaseBook } from './support/case-book.ts'
import { spared } from './support/spared-calls.ts'
import { expect, test } from './support/test.ts'

test('where nobody has a second factor, a screen that locked by itself opens after signing in beside it, and keeps what stood there', async ({
  office,
  staffPage: page,
}) => {
  await page.clock.install()
  await openCaseBook(page, office.url)
  await page.getByRole('searchbox').first().fill('가나다')
  await page.clock.fastForward('30:10')
  const cover = page.locator('[data-lock-layer]')
  await expect(cover.getByRole('heading', { name: '화면이 잠겼습니다' })).toBeVisible()
  await spared(office.url, async () => {
    const opening = page.waitForEvent('popup')
    await cover.getByRole('button', { name: '다시 로그인' }).click()
    const beside = await opening
    await beside.getByText('직원', { exact: true }).click()
    await expect(cover).toHaveCount(0)
  })
  await expect(page.getByRole('searchbox').first()).toHaveValue('가나다')
})
