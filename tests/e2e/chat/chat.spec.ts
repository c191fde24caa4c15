import { expect, test } from '../support/test.ts'

test('a visitor asks by keyboard, opens the source of the answer and asks a follow-up question', async ({
  office,
  newDevicePage: page,
}) => {
  await page.goto(`${office.url}/features`)
  const log = page.getByRole('log', { name: '대화' })
  const box = page.getByRole('textbox', { name: '질문' })
  await expect(log).toContainText('법무사사무소의 안내 도우미입니다.')
  await expect(page.getByRole('contentinfo')).toHaveCount(0)
  await box.focus()
  await page.keyboard.type('등기필증을 잃어버렸어요')
  await page.keyboard.press('Enter')
  await expect(log).toContainText('등기필증은 다시 발급되지 않습니다.')
  await expect(box).toHaveValue('')
  await expect(box).toBeFocused()
  await log.getByRole('list', { name: '출처' }).getByRole('link').first().click()
  await expect(page).toHaveURL(/\/services\/real-estate#questions-\d+$/)
  await expect(page.locator('details[open]').getByText('등기필증은 다시 발급되지 않습니다.')).toBeVisible()
  // The conversation survives leaving the page and coming back.
  await page.goBack()
  await expect(log).toContainText('등기필증은 다시 발급되지 않습니다.')
  await box.fill('법인 설립')
  await box.press('Enter')
  await expect(log).toContainText('정관과 의사록의 작성')
  await expect(page.getByRole('button', { name: '다시 묻기' })).toBeVisible()
  await box.fill('그럼 기한은?')
  await box.press('Enter')
  await expect(log.getByRole('listitem').filter({ hasText: '답변: ' }).last()).toContainText('2주')
  await page.context().setOffline(true)
  await expect(page.getByText('네트워크에 연결되어 있지 않습니다.')).toBeVisible()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: '대화 지우기' }).click()
  await expect(log).not.toContainText('등기필증')
})
