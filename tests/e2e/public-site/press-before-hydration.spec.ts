import { expect, test } from '../support/test.ts'

test('a button clicked before hydration acts as soon as the page is hydrated', async ({
  office,
  newDevicePage: page,
}) => {
  const gate = Promise.withResolvers<undefined>()
  await page.route('**/assets/home-page-*.js', async (route) => {
    await gate.promise
    await route.continue()
  })
  await page.goto(office.url, { waitUntil: 'commit' })
  const scriptRequest = page.waitForRequest('**/assets/home-page-*.js')
  const signIn = page.getByRole('button', { name: '로그인' }).first()
  await expect(signIn).toBeVisible()
  await scriptRequest
  await signIn.click()
  gate.resolve(undefined)
  await expect(page.getByText('직원', { exact: true })).toBeVisible()
})
