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
  for (const [path, heading] of [
    ['/', /등기/],
    ['/about', /사무소/],
    ['/services/real-estate', /부동산 등기/],
  ] as const) {
    await page.goto(office.url + path)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  }
})

test('a path that does not exist leads home; a visitor is led away from staff pages', async ({
  office,
  calmPage: page,
}) => {
  await page.goto(`${office.url}/no/such/page`)
  await expect(page).toHaveURL(`${office.url}/`)
  await page.goto(`${office.url}/staff/outbox`)
  await expect(page).toHaveURL(`${office.url}/`)
})
