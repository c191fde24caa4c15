import { useEffect } from 'react'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { Dialog } from './dialog.tsx'
import { listenForSaveKey } from './save-key.ts'

function Screen({ isDialog, onSave }: { isDialog: boolean; onSave(): void }) {
  useEffect(listenForSaveKey, [])
  const form = (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSave()
      }}
    >
      <textarea aria-label="사유" />
      <button type="submit">신청</button>
    </form>
  )
  return (
    <>
      <input aria-label="검색어" />
      {isDialog ? (
        <Dialog open title="수정" onClose={() => undefined}>
          {form}
        </Dialog>
      ) : (
        form
      )}
    </>
  )
}

test.each([
  ['a screen', '{Control>}s{/Control}', false],
  ['a screen', '{Control>}{Enter}{/Control}', false],
  ['a dialog whose button is in the form', '{Control>}s{/Control}', true],
  ['a dialog whose button is in the form', '{Control>}{Enter}{/Control}', true],
])('in a form of %s, %s saves once', async (_, keys, isDialog) => {
  const onSave = vi.fn<() => void>()
  await render(<Screen isDialog={isDialog} onSave={onSave} />)
  await page.getByRole('textbox', { name: '사유' }).click()
  await userEvent.keyboard(keys)
  expect(onSave).toHaveBeenCalledOnce()
})

test('Ctrl+S outside a form does nothing, and the browser does not save the page', async () => {
  const onSave = vi.fn<() => void>()
  await render(<Screen isDialog={false} onSave={onSave} />)
  const presses: boolean[] = []
  const record = (event: KeyboardEvent) => presses.push(event.key === 's' && event.defaultPrevented)
  await page.getByRole('textbox', { name: '검색어' }).click()
  window.addEventListener('keydown', record)
  await userEvent.keyboard('{Control>}s{/Control}')
  window.removeEventListener('keydown', record)
  expect(presses).toContain(true)
  expect(onSave).not.toHaveBeenCalled()
})
