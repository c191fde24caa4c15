import { type ReactNode, useEffect, useRef, useState } from 'react'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { AmountField } from './amount-field.tsx'
import { DateField } from './date-field.tsx'

interface SavedFormProps {
  saved: string[]
  children: (value: string, onValue: (value: string) => void) => ReactNode
}

/** Ctrl+S submits; once the record is stored, the form is emptied and starts at its first field. */
function SavedForm({ saved, children }: SavedFormProps) {
  const [value, setValue] = useState('')
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => {
    document.addEventListener('keydown', submitOnCtrlS)
    return () => document.removeEventListener('keydown', submitOnCtrlS)
  }, [])
  async function save() {
    saved.push(value)
    await Promise.resolve()
    setValue('')
    first.current?.focus()
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <input ref={first} aria-label="기사명" />
      {children(value, setValue)}
    </form>
  )
}

function submitOnCtrlS(event: KeyboardEvent): void {
  if (!event.ctrlKey || event.code !== 'KeyS') return
  event.preventDefault()
  document.querySelector('form')?.requestSubmit()
}

const getInput = (name: string) => page.getByLabelText(name, { exact: true })

test('an amount saved with Ctrl+S does not come back in the emptied form', async () => {
  const saved: string[] = []
  await render(
    <SavedForm saved={saved}>
      {(value, onValue) => <AmountField label="금액" value={value} onValue={onValue} />}
    </SavedForm>,
  )
  await getInput('금액').click()
  await userEvent.keyboard('8000{Control>}s{/Control}')
  await expect.element(getInput('기사명')).toHaveFocus()
  await expect.element(getInput('금액')).toHaveValue('')
  expect(saved).toEqual(['8000'])
})

test('a finished amount is shown with separators, and typing goes on from there', async () => {
  await render(
    <SavedForm saved={[]}>
      {(value, onValue) => <AmountField label="금액" value={value} onValue={onValue} />}
    </SavedForm>,
  )
  await getInput('금액').click()
  await userEvent.keyboard('38만')
  await expect.element(getInput('금액')).toHaveValue('38만')
  await getInput('기사명').click()
  await expect.element(getInput('금액')).toHaveValue('380,000')
  await getInput('금액').click()
  await userEvent.keyboard('{End}0')
  await expect.element(getInput('금액')).toHaveValue('380,0000')
})

test('Ctrl+S saves the date being typed, and it does not come back in the emptied form', async () => {
  const saved: string[] = []
  await render(
    <SavedForm saved={saved}>
      {(value, onValue) => <DateField label="접수일" value={value} onValue={onValue} />}
    </SavedForm>,
  )
  await getInput('접수일').click()
  await userEvent.keyboard('20261120{Control>}s{/Control}')
  await expect.poll(() => saved).toEqual(['2026-11-20'])
  await expect.element(getInput('기사명')).toHaveFocus()
  await expect.element(getInput('접수일')).toHaveValue('')
})
