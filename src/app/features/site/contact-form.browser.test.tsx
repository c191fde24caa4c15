import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ime, press } from '../../../../tests/component/table/table-steps.ts'
import { ContactForm } from './contact-form.tsx'

test('the Enter that ends a Hangul syllable does not send the form, the next one does', async () => {
  await render(<ContactForm />)
  // Until the form is hydrated Enter sends nothing either way.
  await expect.element(page.getByRole('button', { name: '보내기' })).toHaveAttribute('type', 'submit')
  const subject = page.getByRole('textbox', { name: /^제목/ })
  const fault = page.getByText('이름을 입력해 주세요.')
  await subject.click()
  await ime.compose('ㅎ', '하', '한')
  // Unlike the key 229 of most input methods, this Enter submits the form by itself.
  await press('Enter')
  expect(fault.elements()).toEqual([])
  await ime.accept('한')
  await expect.element(subject).toHaveValue('한')
  expect(fault.elements()).toEqual([])
  await press('Enter')
  await expect.element(fault).toBeVisible()
  await expect.element(subject).toHaveValue('한')
})
