import { openCaseBook } from '../support/case-book.ts'
import { waitUntilAllStored } from '../support/go-offline.ts'
import { expect, test } from '../support/test.ts'

test.use({ serviceWorkers: 'allow' })

test('a service worker stopped in the middle of its fetches leaves no dead screen', async ({
  office,
  staffPage: page,
}) => {
  await openCaseBook(page, office.url)
  await waitUntilAllStored(page)
  await page.evaluate(() => caches.delete('assets'))
  const browser = await page.context().newCDPSession(page)
  await browser.send('ServiceWorker.enable')
  office.network.setFaults(({ path }) =>
    path.startsWith('/assets/') ? { kind: 'delay', ms: 3_000 } : { kind: 'pass' },
  )
  await page.getByRole('navigation', { name: '업무' }).getByRole('link', { name: '휴가신청' }).click()
  await page.waitForTimeout(800)
  await browser.send('ServiceWorker.stopAllWorkers')
  office.network.setFaults(() => ({ kind: 'pass' }))
  await expect(page.getByRole('heading', { level: 1, name: /휴가/ })).toBeAttached({ timeout: 60_000 })
})

test('an installation cut off by leaving the page is finished by the next one', async ({
  office,
  newDevicePage: page,
}) => {
  office.network.setFaults(({ path }) =>
    path.startsWith('/assets/') ? { kind: 'delay', ms: 1_500 } : { kind: 'pass' },
  )
  await page.goto(office.url)
  const browser = await page.context().newCDPSession(page)
  await browser.send('ServiceWorker.enable')
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.installing?.state))
    .toBe('installing')
  await page.goto(`${office.url}/contact`)
  await browser.send('ServiceWorker.stopAllWorkers')
  office.network.setFaults(() => ({ kind: 'pass' }))
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state), { timeout: 120_000 })
    .toBe('activated')
  office.network.setReachable(false)
  await page.goto(office.url)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
