import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { CardForm } from './card-form.tsx'

test('저장하고 계속 saves, and the form is empty for the next slip of the same day', async () => {
  const saved: unknown[] = []
  let closings = 0
  await render(
    <CardForm
      record={null}
      onClose={() => {
        closings += 1
      }}
      onSave={(fields) => {
        saved.push(fields['store_name'])
        return Promise.resolve(true)
      }}
    />,
  )
  const store = page.getByRole('textbox', { name: '사용처' })
  await page.getByLabelText(/^일시/).fill('2026-05-20')
  for (const name of ['솔빛 국밥', '솔빛 주유소']) {
    await store.fill(name)
    await page.getByRole('textbox', { name: '금액' }).fill('9000')
    await page.getByRole('button', { name: '저장하고 계속' }).click()
    await expect.element(store).toHaveValue('')
    await expect.element(store).toHaveFocus()
  }
  expect(saved).toEqual(['솔빛 국밥', '솔빛 주유소'])
  expect(closings).toBe(0)
  await store.fill('솔빛 식당')
  await page.getByRole('button', { name: '저장', exact: true }).click()
  await expect.poll(() => closings).toBe(1)
})
