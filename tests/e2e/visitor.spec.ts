import { expectNoBarrier } from './support/barriers.ts'
import { untilPagesStored } from './support/go-offline.ts'
import { signIn } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test.use({ serviceWorkers: 'allow' })

test('an address that does not exist says so with status 404; in the running app it leads home with a notice @core', async ({
  office,
  calmPage: page,
}) => {
  const answer = await page.goto(`${office.url}/no/such/page`)
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1, name: '페이지를 찾을 수 없습니다' })).toBeVisible()
  await expect(page).toHaveTitle('페이지를 찾을 수 없습니다 · 온결 법무사사무소')
  await expectNoBarrier(page)
  await page.getByRole('link', { name: '홈으로', exact: true }).click()
  await expect(page).toHaveURL(`${office.url}/`)
  // A plain link to nowhere, followed without loading the app anew.
  await page.evaluate(() => document.querySelector('footer a[href="/contact"]')?.setAttribute('href', '/gone'))
  await page.getByRole('navigation', { name: '주 메뉴' }).getByRole('link', { name: '공탁' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '공탁 서비스' })).toBeVisible()
  await page.locator('footer a[href="/gone"]').click()
  await expect(page).toHaveURL(`${office.url}/`)
  await expect(page.getByText(ledHome)).toBeVisible()
  await expectNoBarrier(page)
  // Walking back comes to what was there before, not upon the unknown address again, and the notice has gone.
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: '공탁 서비스' })).toBeVisible()
  await expect(page.getByText(ledHome)).toBeHidden()
})

const ledHome = '찾을 수 없는 주소여서 처음 화면으로 이동했습니다.'

test('where the app itself answers, signed in or from the device, an unknown address leads home as well', async ({
  office,
  calmPage: page,
  browser,
}) => {
  await page.goto(office.url)
  await untilPagesStored(page)
  await page.goto(`${office.url}/no/such/page`)
  await expect(page).toHaveURL(`${office.url}/`)
  await expect(page.getByText(ledHome)).toBeVisible()
  await page.getByRole('button', { name: '닫기' }).click()
  await expect(page.getByText(ledHome)).toBeHidden()

  const context = await browser.newContext({ serviceWorkers: 'block' })
  const staff = await context.newPage()
  await signIn(staff, office.url)
  const answer = await staff.goto(`${office.url}/services/patents`)
  expect(answer?.status()).toBe(404)
  await expect(staff).toHaveURL(`${office.url}/`)
  await expect(staff.getByText(ledHome)).toBeVisible()
  await context.close()
})
