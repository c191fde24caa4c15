import { useState } from 'react'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { AmountField } from './amount-field.tsx'
import { DateField } from './date-field.tsx'
import { TextField } from './text-field.tsx'

function Fields() {
  const [name, setName] = useState('김가온')
  const [day, setDay] = useState('2026-12-09')
  const [amount, setAmount] = useState('390000')
  return (
    <>
      <TextField label="이름" value={name} onValue={setName} />
      <DateField label="일자" value={day} onValue={setDay} />
      <AmountField label="금액" value={amount} onValue={setAmount} />
    </>
  )
}

const input = (name: string) => page.getByRole('textbox', { name })
const selectedText = (name: string) => {
  const { value, selectionStart, selectionEnd } = input(name).element() as HTMLInputElement
  return value.slice(selectionStart ?? 0, selectionEnd ?? 0)
}

test('the press that enters a date or an amount selects all of it, the next one places the caret', async () => {
  await render(<Fields />)
  for (const [name, text] of [
    ['일자', '2026-12-09'],
    ['금액', '390,000'],
  ] as const) {
    await input(name).click()
    expect(selectedText(name)).toBe(text)
    await input(name).click()
    expect(selectedText(name)).toBe('')
  }
  await input('이름').click()
  expect(selectedText('이름')).toBe('')
  await userEvent.keyboard('{Tab}')
  expect(selectedText('일자')).toBe('2026-12-09')
})

test('typing into a pressed date or amount replaces it', async () => {
  await render(<Fields />)
  await input('금액').click()
  await userEvent.keyboard('4500')
  await input('일자').click()
  await userEvent.keyboard('20261205{Enter}')
  await expect.element(input('일자')).toHaveValue('2026-12-05')
  await expect.element(input('금액')).toHaveValue('4,500')
})
