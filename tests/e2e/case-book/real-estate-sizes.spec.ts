import { expect, test } from '../support/test.ts'
import { openUnits } from '../support/units.ts'

test.use({ reusesDevice: true })

test('the buttons of 데이터 take at most two lines at 1440 px, and seven units are visible at 1024×768', async ({
  office,
  staffPage: page,
}) => {
  const seventh = page.locator('[data-rowhead][data-row="6"]')
  const buttons = page.getByRole('toolbar', { name: '세대 작업' })
  const measureHeight = async () => (await buttons.boundingBox())?.height
  await page.setViewportSize({ width: 1440, height: 900 })
  await openUnits(page, office.url)
  const before = await measureHeight()
  expect(before).toBeLessThan(80)
  await seventh.getByRole('checkbox').click()
  await expect(page.getByRole('button', { name: '신청서 작성 (1)' })).toBeVisible()
  expect(await measureHeight()).toBe(before)
  await page.setViewportSize({ width: 1024, height: 768 })
  await openUnits(page, office.url)
  await expect(seventh).toBeInViewport({ ratio: 1 })
})

test('every filter above a list shows its whole text at 1366 px', async ({ office, staffPage: page }) => {
  await page.setViewportSize({ width: 1366, height: 768 })
  for (const path of ['/services/real-estate?tab=table', '/services/deposit?tab=table', '/staff/addresses']) {
    await page.goto(office.url + path)
    await expect(page.getByRole('grid')).toBeVisible()
    const choices = page.getByRole('search').getByRole('combobox').and(page.locator('select'))
    await expect(choices.first()).toBeVisible()
    // The width a choice takes by itself with only its chosen text in it.
    const cut = await choices.evaluateAll((all) =>
      all.flatMap((choice) => {
        const own = choice.cloneNode(true) as HTMLSelectElement
        const text = (choice as HTMLSelectElement).selectedOptions[0]?.textContent ?? ''
        own.replaceChildren(new Option(text))
        own.style.cssText = 'position: absolute; width: auto'
        choice.after(own)
        const ownWidth = own.getBoundingClientRect().width
        own.remove()
        return ownWidth > choice.getBoundingClientRect().width + 1 ? [text] : []
      }),
    )
    expect(cut, path).toEqual([])
  }
})

test('at 1366×768 twelve cases and the buttons of the list are visible, and at 1366×650 the whole menu', async ({
  office,
  staffPage: page,
}) => {
  await page.setViewportSize({ width: 1366, height: 768 })
  for (const path of ['/services/real-estate?tab=table', '/services/deposit?tab=data']) {
    await page.goto(office.url + path)
    await expect(page.locator('[data-rowhead][data-row="11"]')).toBeInViewport({ ratio: 1 })
    for (const name of [/^실행 취소/, '인쇄', '엑셀 내보내기', '묶어 보기', '필터 추가', '일괄 수정', '저장된 보기'])
      await expect(page.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 })
    await page.getByRole('tab').last().click({ trial: true })
  }
  await page.setViewportSize({ width: 1366, height: 650 })
  const links = page.getByRole('navigation', { name: '업무' }).getByRole('link')
  await expect(links.last()).toBeInViewport({ ratio: 1 })
})
