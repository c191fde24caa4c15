import { expectNoBarrier } from './support/barriers.ts'
import { expect, test } from './support/test.ts'

test.use({ isDeviceKept: true, hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

test('the bar under the thumb: 오늘, 사건, 퀵, 카드 and all the rest behind 더보기, with what concerns the person', async ({
  office,
  staffPage: page,
}) => {
  await page.goto(`${office.url}/staff`)
  const bar = page.getByRole('navigation', { name: '빠른 이동' })
  await expect(bar.getByRole('link')).toHaveText(['오늘', '사건', '퀵', '카드'])
  for (const [place, path] of [
    ['사건', '/services/real-estate'],
    ['퀵', '/quick'],
    ['카드', '/staff/card-report'],
    ['오늘', '/staff'],
  ] as const) {
    await bar.getByRole('link', { name: place }).tap()
    await expect(page).toHaveURL((url) => url.pathname === path)
    await expect(bar.locator('[aria-current]')).toHaveText(place)
  }
  const more = bar.getByRole('button', { name: '더보기' })
  await more.tap()
  const menu = page.getByRole('dialog', { name: '업무 메뉴' })
  await expect(menu.getByRole('region', { name: '내 정보' })).toContainText('김가온')
  await expect(menu.getByRole('button', { name: '로그아웃' })).toBeVisible()
  await expectNoBarrier(page)
  await menu.getByRole('link', { name: '공탁 관리' }).tap()
  await expect(menu).toHaveCount(0)
  await expect(more).toHaveAttribute('aria-current', 'true')
  await more.tap()
  await menu.getByRole('button', { name: '로그인한 기기' }).tap()
  await expect(page.getByRole('heading', { level: 1, name: '로그인한 기기' })).toBeVisible()
})
