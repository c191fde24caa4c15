import { expect, test } from './support/test.ts'

test('on paper the answers stand open and what only works on a screen is gone', async ({ office, calmPage: page }) => {
  await page.goto(`${office.url}/services/civil`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('판결서를 송달받은 날부터 2주 안에')).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
})
