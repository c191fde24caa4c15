import { expect, test } from './support/test.ts'
import { openUnits } from './support/units.ts'

test.use({ isDeviceKept: true })

test('at 1440 px the buttons of 데이터 take two lines at most, ticked or not, and at 1024×768 at least seven units are in sight', async ({
  office,
  staffPage: page,
}) => {
  const seventh = page.locator('[data-rowhead][data-row="6"]')
  const buttons = page.getByRole('toolbar', { name: '세대 작업' })
  const height = async () => (await buttons.boundingBox())?.height
  await page.setViewportSize({ width: 1440, height: 900 })
  await openUnits(page, office.url)
  const before = await height()
  expect(before).toBeLessThan(80)
  await seventh.getByRole('checkbox').click()
  await expect(page.getByRole('button', { name: '신청서 작성 (1)' })).toBeVisible()
  expect(await height()).toBe(before)
  await page.setViewportSize({ width: 1024, height: 768 })
  await openUnits(page, office.url)
  await expect(seventh).toBeInViewport({ ratio: 1 })
})
