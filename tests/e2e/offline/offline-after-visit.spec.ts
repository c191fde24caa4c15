import { openCaseBook } from '../support/case-book.ts'
import { waitUntilAllStored, waitUntilPagesStored } from '../support/go-offline.ts'
import { makeCases } from '../support/own-cases.ts'
import { expect, test } from '../support/test.ts'

test.use({ serviceWorkers: 'allow' })

test('opens every staff screen offline after one visit of the case book', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const [made] = await makeCases(colleague, '첫방문')
  await openCaseBook(page, office.url)
  // The rest of the back office loads in the background; nothing of it was opened.
  await waitUntilAllStored(page)

  await test.step('a page loaded past the service worker still opens other screens', async () => {
    // A reload with Shift.
    const browser = await page.context().newCDPSession(page)
    await Promise.all([page.waitForEvent('load'), browser.send('Page.reload', { ignoreCache: true })])
    await waitUntilAllStored(page)
    office.network.setReachable(false)
    await page.getByRole('navigation', { name: '업무' }).getByRole('link', { name: '휴가신청' }).click()
    await expect(page.getByRole('heading', { level: 1, name: /휴가/ })).toBeAttached()
  })

  for (const [path, name] of [
    ['/services/real-estate', '부동산 등기 관리'],
    [`/popup/real-estate/${made?.id}`, '첫방문1'],
    ['/', /등기/],
    ['/services', '부동산 등기 서비스'],
  ] as const) {
    await page.goto(office.url + path)
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  }

  await test.step('a browser that lost its local storage still knows the signed-in person', async () => {
    // Simulates a killed browser: the last seconds of local storage are lost, IndexedDB is
    // complete.
    await page.evaluate(() => localStorage.clear())
    await openCaseBook(page, office.url, '?search=첫방문')
    await expect(page.getByRole('button', { name: /님 메뉴/ })).toBeVisible()
  })
})

test('a part of the app that was never fetched explains offline why it does not open', async ({
  office,
  newDevicePage: page,
}) => {
  await page.goto(office.url)
  await waitUntilPagesStored(page)
  office.network.setReachable(false)
  await page.getByRole('button', { name: '로그인' }).first().click()
  await expect(page.getByText('서버에 연결할 수 없습니다. 네트워크를 확인해 주세요.')).toBeVisible({ timeout: 60_000 })
})
