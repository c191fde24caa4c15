import { expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/test.ts'

test.use({ serviceWorkers: 'allow' })

test('an unknown path shows a not-found page, with status 404 from the server and within the app @core', async ({
  office,
  newDevicePage: page,
}) => {
  const response = await page.goto(`${office.url}/no/such/page`)
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1, name: '페이지를 찾을 수 없습니다' })).toBeVisible()
  await expect(page).toHaveTitle('페이지를 찾을 수 없습니다 · 온결 법무사사무소')
  await expectAccessible(page)
  await page.getByRole('link', { name: '홈으로', exact: true }).click()
  await expect(page).toHaveURL(`${office.url}/`)
  // A plain link to a missing page, followed without reloading the app.
  await page.evaluate(() => document.querySelector('footer a[href="/contact"]')?.setAttribute('href', '/gone'))
  await page.getByRole('navigation', { name: '주 메뉴' }).getByRole('link', { name: '공탁' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '공탁 서비스' })).toBeVisible()
  await page.locator('footer a[href="/gone"]').click()
  await expect(page).toHaveURL(`${office.url}/gone`)
  await expect(page.getByRole('heading', { level: 1, name: '페이지를 찾을 수 없습니다' })).toBeVisible()
  await expectAccessible(page)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: '공탁 서비스' })).toBeVisible()
})
