import { newOffice as facts } from '#domain/office/office.ts'
import { expect, test } from '../support/test.ts'

test.describe('with JavaScript off', () => {
  test.use({ javaScriptEnabled: false })

  test('the contact page shows how to reach the office and hides the form', async ({ office, newDevicePage: page }) => {
    await page.goto(`${office.url}/contact`)
    await expect(page.getByText('자바스크립트가 꺼져 있어')).toBeVisible()
    await expect(page.locator('main').getByRole('link', { name: facts.telephone }).first()).toBeVisible()
    await expect(page.getByRole('button', { name: '보내기' })).toBeHidden()
    await expect(page.getByRole('textbox', { name: /^이름/ })).toBeHidden()
  })
})
