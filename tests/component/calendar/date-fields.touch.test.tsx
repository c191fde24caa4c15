import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { commands, page } from 'vitest/browser'
import { DateField } from '#app/ui/fields/date-field.tsx'
import { getOfficeToday } from '#app/ui/office/office-today.ts'
import { calendar } from './calendar-steps.ts'

afterEach(() => page.viewport(1024, 768))

function Day() {
  const [day, setDay] = useState('')
  return <DateField label="시작일" value={day} onValue={setDay} />
}

test('days are large enough for a finger, and the on-screen keyboard stays closed', async () => {
  await page.viewport(360, 740)
  await render(<Day />)
  const button = page.getByRole('button', { name: '달력 열기' })
  await button.findElement()
  await commands.tap(button.selector)
  await expect.element(calendar()).toBeInViewport({ ratio: 1 })
  const cursor = calendar().getByCss('[data-cursor]')
  for (const part of [cursor, calendar().getByRole('button', { name: '다음 달' })]) {
    const { width, height } = part.element().getBoundingClientRect()
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  }
  await commands.tap(cursor.selector)
  await expect.element(page.getByRole('textbox', { name: '시작일' })).toHaveValue(getOfficeToday())
  await expect.element(button).toHaveFocus()
})
