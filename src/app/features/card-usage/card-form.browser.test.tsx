import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { ConfirmProvider } from '#app/ui/overlays/confirm.tsx'
import type { FieldValue } from '#contract/books/field.ts'
import { CardForm } from './card-form.tsx'

const store = page.getByRole('combobox', { name: '사용처' })
const amount = page.getByRole('textbox', { name: /^금액/ })

/** An empty form; `saved` holds what it stored, `closings` how often it closed. */
async function openForm() {
  const saved: Record<string, FieldValue>[] = []
  const harness = { saved, closings: 0 }
  await render(
    <ConfirmProvider>
      <CardForm
        record={null}
        stores={['달빛 국밥', '달빛 주유소']}
        findLastPurpose={(name) => Promise.resolve(name === '달빛 국밥' ? '저녁' : null)}
        onClose={() => {
          harness.closings += 1
        }}
        onSave={(fields) => {
          saved.push(fields)
          return Promise.resolve(true)
        }}
      />
    </ConfirmProvider>,
  )
  await expect.element(store).toHaveFocus()
  return harness
}

test('저장하고 계속 saves, and the form is empty for the next slip of the same day', async () => {
  const harness = await openForm()
  await page.getByLabelText(/^일시/).fill('2026-05-20')
  for (const name of ['솔빛 국밥', '솔빛 주유소']) {
    await store.fill(name)
    await amount.fill('9000')
    await page.getByRole('button', { name: '저장하고 계속' }).click()
    await expect.element(store).toHaveValue('')
    await expect.element(store).toHaveFocus()
  }
  expect(harness.saved.map((fields) => fields['store_name'])).toEqual(['솔빛 국밥', '솔빛 주유소'])
  expect(harness.closings).toBe(0)
  await store.fill('솔빛 식당')
  await amount.fill('9000')
  await page.getByRole('button', { name: '저장', exact: true }).click()
  await expect.poll(() => harness.closings).toBe(1)
})

test('Enter does not save a slip without its amount, and moves to it', async () => {
  const harness = await openForm()
  await userEvent.type(store, '솔빛 국밥{Enter}')
  await expect.element(amount).toHaveFocus()
  await expect.element(amount).toBeInvalid()
  expect(harness.saved).toEqual([])
  await userEvent.keyboard('9000')
  await expect.element(amount).toBeValid()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => harness.closings).toBe(1)
  expect(harness.saved).toMatchObject([{ store_name: '솔빛 국밥', pay: '9000' }])
})

test('offers the 사용처 in use and proposes the 구분 of its last slip, but keeps a chosen one', async () => {
  await openForm()
  const purpose = page.getByRole('combobox', { name: '구분' })
  await userEvent.type(store, '국밥')
  await page.getByRole('option', { name: '달빛 국밥' }).click()
  await expect.element(store).toHaveValue('달빛 국밥')
  await expect.element(purpose).toHaveValue('저녁')
  await page.getByRole('textbox', { name: '시각' }).fill('12:30')
  await expect.element(purpose).toHaveValue('저녁')
  await store.fill('달빛 주유소')
  await expect.element(purpose).toHaveValue('점심')
  await purpose.selectOptions('기타')
  await store.fill('달빛 국밥')
  await expect.element(purpose).toHaveValue('기타')
})

test.each([
  ['Escape', () => userEvent.keyboard('{Escape}')],
  ['취소', () => page.getByRole('button', { name: '취소' }).click()],
  ['닫기', () => page.getByRole('button', { name: '닫기' }).click()],
])('%s asks before typed text is lost', async (_, close) => {
  const harness = await openForm()
  await amount.fill('9000')
  await close()
  await expect.element(page.getByText('입력한 내용을 버리시겠습니까?')).toBeVisible()
  expect(harness.closings).toBe(0)
  await page.getByRole('button', { name: '버리기' }).click()
  await expect.poll(() => harness.closings).toBe(1)
})
