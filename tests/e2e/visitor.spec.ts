import { expectNoBarrier } from './support/barriers.ts'
import { publicPages } from './support/public-pages.ts'
import { expect, test } from './support/test.ts'

test('after one visit the public pages open without a network, and no staff code came along', async ({
  office,
  calmPage: page,
}) => {
  await page.goto(office.url)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  const stored = await page.evaluate(async () => {
    const names = await caches.keys()
    const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return keys.flat().map((request) => new URL(request.url).pathname)
  })
  expect(stored.length).toBeGreaterThan(2)
  expect(stored.filter((path) => path.includes('/staff-'))).toEqual([])

  office.network.setReachable(false)
  for (const { path, heading } of publicPages) {
    await page.goto(office.url + path)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  }
})

test('an address that does not exist says so with status 404, in the running app too, and leads on', async ({
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
  await page.locator('footer a[href="/gone"]').click()
  await expect(page.getByRole('heading', { level: 1, name: '페이지를 찾을 수 없습니다' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: /책임지고 맡습니다/ })).toBeVisible()
})

test('a visitor is led away from staff pages and from the services menu', async ({ office, calmPage: page }) => {
  for (const path of ['/staff/outbox', '/services']) {
    await page.goto(office.url + path)
    await expect(page).toHaveURL(`${office.url}/`)
  }
})

test('nothing on the public pages asks another host, and no address of ours is broken', async ({
  office,
  calmPage: page,
}) => {
  const wrong: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(office.url) && !/^(data|blob):/.test(request.url())) wrong.push(request.url())
  })
  page.on('response', (response) => {
    if (response.status() >= 400) wrong.push(`${String(response.status())} ${response.url()}`)
  })
  for (const { path } of publicPages) await page.goto(office.url + path, { waitUntil: 'networkidle' })
  expect(wrong).toEqual([])
})
