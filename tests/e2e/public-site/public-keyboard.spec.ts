import { listInquiriesAbout } from '../support/inquiries.ts'
import { expectFocusVisible, tabTo } from '../support/tab-to.ts'
import { expect, test } from '../support/test.ts'

test('a visitor reads answers and sends an inquiry by keyboard, and every focused element is visible', async ({
  office,
  colleague,
  newDevicePage: page,
}) => {
  await page.goto(office.url)
  await expect(page.getByRole('button', { name: '로그인' })).toBeVisible()
  const main = page.locator('main')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: '본문으로 건너뛰기' })).toBeFocused()
  await expect(page.getByRole('link', { name: '본문으로 건너뛰기' })).toBeInViewport()
  await expectFocusVisible(page)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(main.locator(':focus')).toHaveCount(1)
  await expectFocusVisible(page)

  await page.goto(`${office.url}/terms`)
  await expect(page.getByRole('button', { name: '로그인' })).toBeVisible()
  await tabTo(page, page.getByRole('navigation', { name: '주 메뉴' }).getByRole('link', { name: '민사' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: '민사 서비스' })).toBeVisible()

  const question = main.locator('summary').filter({ hasText: '비용은 얼마인가요?' })
  const answer = page.getByText('법원에 내는 인지대와 송달료는')
  await tabTo(page, question)
  await page.keyboard.press('Enter')
  await expect(answer).toBeVisible()
  await page.keyboard.press('Space')
  await expect(answer).toBeHidden()
  await page.keyboard.press('Space')
  await expect(answer).toBeVisible()

  await tabTo(page, main.getByRole('link', { name: '상담 문의하기' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: '문의하기' })).toBeVisible()
  for (const [name, text] of [
    [/^이름/, '윤새봄'],
    [/^연락처/, '010-0000-0101'],
    [/^제목/, '손을 마우스에 대지 않은 문의'],
    [/^문의 내용/, '<script>window.broken = true</script> & "따옴표"'],
  ] as const) {
    await tabTo(page, page.getByRole('textbox', { name }))
    await page.keyboard.type(text)
  }
  await tabTo(page, page.getByRole('checkbox', { name: /동의합니다/ }))
  await page.keyboard.press('Space')
  await tabTo(page, page.getByRole('button', { name: '보내기' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: '전송되었습니다' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: /^이름/ })).toHaveValue('')
  await expect(page.getByRole('checkbox', { name: /동의합니다/ })).not.toBeChecked()
  expect(await listInquiriesAbout(colleague, '손을 마우스에 대지 않은 문의')).toMatchObject([
    { name: '윤새봄', message: '<script>window.broken = true</script> & "따옴표"', state: 'new' },
  ])

  // On a phone no Tab stop is hidden behind the bar at the bottom.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${office.url}/services/civil`)
  await expect(page.getByRole('heading', { level: 1, name: '민사 서비스' })).toBeVisible()
  await tabTo(page, page.getByRole('navigation', { name: '바로 연락' }).getByRole('link').last())
})
