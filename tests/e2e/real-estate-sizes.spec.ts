import { expect, test } from './support/test.ts'
import { openUnits } from './support/units.ts'

test.use({ isDeviceKept: true })

test('at 1440 px the buttons of 데이터 stand in one line, ticked or not, and at 1024×768 at least seven units are in sight', async ({
  office,
  staffPage: page,
}) => {
  const buttons = page.getByRole('toolbar', { name: '세대 작업' })
  for (const [width, height] of [
    [1440, 900],
    [1024, 768],
  ] as const) {
    await page.setViewportSize({ width, height })
    await openUnits(page, office.url)
    const seventh = page.locator('[data-rowhead][data-row="6"]')
    await expect(seventh).toBeInViewport({ ratio: 1 })
    await seventh.getByRole('checkbox').click()
    await expect(page.getByRole('button', { name: '신청서 작성 (1)' })).toBeVisible()
    expect((await buttons.boundingBox())?.height).toBeLessThan(48)
    await seventh.getByRole('checkbox').click()
  }
})
