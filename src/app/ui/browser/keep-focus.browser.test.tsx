import { useState } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { press } from '#tests/component/table/table-steps.ts'
import { keepFocusAfterPresses } from './keep-focus.ts'

function Page({ delayMs = 0 }: { delayMs?: number }) {
  const [isLeft, setIsLeft] = useState(true)
  const [isUsed, setIsUsed] = useState(false)
  return (
    <main>
      <button type="button">앞</button>
      {isLeft ? (
        <button type="button" onClick={() => setTimeout(() => setIsLeft(false), delayMs)}>
          사라짐
        </button>
      ) : null}
      <button type="button" disabled={isUsed} onClick={() => setIsUsed(true)}>
        한 번
      </button>
    </main>
  )
}

const button = (name: string) => page.getByRole('button', { name })

test.each([0, 200])('the focus goes to the next control when a button is gone after %i ms', async (delayMs) => {
  onTestFinished(keepFocusAfterPresses())
  await render(<Page delayMs={delayMs} />)
  button('사라짐').element().focus()
  await press('Enter')
  await expect.element(button('한 번')).toHaveFocus()
})

test('the focus goes to the control before when the last one is disabled', async () => {
  onTestFinished(keepFocusAfterPresses())
  await render(<Page />)
  button('한 번').element().focus()
  await press('Enter')
  await expect.element(button('사라짐')).toHaveFocus()
})
