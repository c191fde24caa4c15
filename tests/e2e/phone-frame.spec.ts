import { expectNoBarrier } from './support/barriers.ts'
import { startSession } from './support/start-session.ts'
import { expect, test } from './support/test.ts'
import { outOfReach, smallTargets } from './support/thumb.ts'

test.use({ isDeviceKept: true, hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

/** Every screen of the staff: one that is added is named here. */
const screens = [
  ...['/staff', '/quick', '/features', '/account/devices'],
  ...['card-report', 'car-ledger', 'leave-request', 'outbox', 'inquiries', 'addresses', 'blog', 'blog/new', 'api'].map(
    (path) => `/staff/${path}`,
  ),
  ...['address', 'table', 'report', 'group', 'bank'].map((tab) => `/services/real-estate?tab=${tab}`),
  ...['address', 'table', 'report', 'company', 'department', 'manager', 'project', 'title'].map(
    (tab) => `/services/deposit?tab=${tab}`,
  ),
]
const settings = ['people', 'tasks', 'api-test', 'addresses', 'office', 'rates', 'trail', 'status', 'data']

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

for (const [width, height] of [
  [390, 844],
  [360, 640],
] as const)
  test(`at ${width} × ${height} no screen is wider than the phone, hides a control or has one that a thumb would miss`, async ({
    office,
    staffPage: page,
  }) => {
    test.slow()
    await page.setViewportSize({ width, height })
    for (const path of screens) {
      await page.goto(office.url + path)
      await expectFitting(page, path)
    }
  })

test('the screens of the superuser fit as well', async ({ office, calmPage: page }) => {
  test.slow()
  await startSession(page, office, 'superuser')
  for (const path of [...settings.map((tab) => `/settings?tab=${tab}`), '/staff/leave-request?tab=people']) {
    await page.goto(office.url + path)
    await expectFitting(page, path)
  }
})

async function expectFitting(page: Parameters<typeof smallTargets>[0], path: string) {
  await expect(page.getByRole('main')).toBeVisible()
  await expect(page.getByText(/불러오는 중/)).toHaveCount(0)
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
  const width = page.viewportSize()?.width ?? 0
  expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(width)
  expect.soft(await smallTargets(page), `${path}: too small`).toEqual([])
  expect.soft(await outOfReach(page), `${path}: out of reach`).toEqual([])
}
