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

const getInput = (name: string) => page.getByRole('textbox', { name })
const readSelectedText = (name: string) => {
  const { value, selectionStart, selectionEnd } = getInput(name).element() as HTMLInputElement
  return value.slice(selectionStart ?? 0, selectionEnd ?? 0)
}

test('the press that enters a date or an amount selects all of it, the next one places the caret', async () => {
  await render(<Fields />)
  for (const [name, text] of [
    ['일자', '2026-12-09'],
    ['금액', '390,000'],
  ] as const) {
    await getInput(name).click()
    expect(readSelectedText(name)).toBe(text)
    await getInput(name).click()
    expect(readSelectedText(name)).toBe('')
  }
  await getInput('이름').click()
  expect(readSelectedText('이름')).toBe('')
  await userEvent.keyboard('{Tab}')
  expect(readSelectedText('일자')).toBe('2026-12-09')
})

test('typing into a pressed date or amount replaces it', async () => {
  await render(<Fields />)
  await getInput('금액').click()
  await userEvent.keyboard('4500')
  await getInput('일자').click()
  await userEvent.keyboard('20261205{Enter}')
  await expect.element(getInput('일자')).toHaveValue('2026-12-05')
  await expect.element(getInput('금액')).toHaveValue('4,500')
})
