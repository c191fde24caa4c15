import { startSession } from '../support/start-session.ts'
import { expect, test } from '../support/test.ts'

test('the services menu retries a page that failed to load and keeps its state after a reload', async ({
  office,
  newDevicePage: page,
}) => {
  await startSession(page, office, 'member')
  // A missing chunk makes the page reload. This marks the reloads as used up, because a reload
  // would lose the typed word.
  await page.addInitScript(() => sessionStorage.setItem('reloaded_for_missing_chunk', Array(3).fill(Date.now()).join()))
  await page.route(/corporate-service-page-.*\.js/, (route) => route.abort(), { times: 1 })
  await page.goto(`${office.url}/services`)
  await expect(page.getByRole('heading', { level: 1, name: '부동산 등기 서비스' })).toBeVisible()
  await expect(page.getByRole('banner')).toHaveCount(0)
  await expect(page.getByRole('contentinfo')).toHaveCount(0)
  const menu = page.getByRole('navigation', { name: '법률 서비스' })
  await expect(menu.getByRole('link')).toHaveText([/부동산 등기/, /법인 등기/, /민사소송/, /공탁/, /프리미엄 자문/])
  await menu.getByRole('link', { name: /법인 등기/ }).click()
  await expect(page.getByRole('alert')).toHaveText('상세 페이지를 찾을 수 없습니다.')
  await menu.getByRole('link', { name: /프리미엄 자문/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: '프리미엄 자문' })).toBeVisible()
  await menu.getByRole('link', { name: /법인 등기/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: '법인 등기 서비스' })).toBeVisible()
  await page.getByRole('button', { name: '메뉴 접기' }).click()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: '법인 등기 서비스' })).toBeVisible()
  await expect(page.getByRole('button', { name: '메뉴 펼치기' })).toHaveAttribute('aria-expanded', 'false')
  await page.getByRole('link', { name: '홈', exact: true }).click()
  await expect(page.getByRole('banner')).toBeVisible()
})
