import { useRef, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ime, press } from '../../../../tests/component/table/table-steps.ts'
import { ChatComposer } from './chat-composer.tsx'

function Composer({ onSend }: { onSend: (text: string) => void }) {
  const [draft, setDraft] = useState('')
  const box = useRef<HTMLTextAreaElement>(null)
  return (
    <ChatComposer
      draft={draft}
      isAnswering={false}
      note=""
      box={box}
      onDraft={setDraft}
      onSend={() => onSend(draft)}
      onStop={() => undefined}
      file={null}
      onAttach={() => undefined}
      onDetach={() => undefined}
    />
  )
}

test('the Enter that ends a Hangul syllable sends nothing, the next one sends the question', async () => {
  const onSend = vi.fn<(text: string) => void>()
  await render(<Composer onSend={onSend} />)
  const box = page.getByRole('textbox', { name: '질문' })
  await box.click()
  await ime.compose('고', '공', '공타')
  await ime.press229('Enter', 'Enter')
  await ime.accept('공탁')
  await expect.element(box).toHaveValue('공탁')
  expect(onSend).not.toHaveBeenCalled()
  await press('Enter')
  await expect.poll(() => onSend.mock.calls).toEqual([['공탁']])
})

test('Shift+Enter begins a line', async () => {
  const onSend = vi.fn<(text: string) => void>()
  await render(<Composer onSend={onSend} />)
  const box = page.getByRole('textbox', { name: '질문' })
  await box.fill('첫 줄')
  await box.click()
  await press('End', 'Shift+Enter')
  await expect.element(box).toHaveValue('첫 줄\n')
  expect(onSend).not.toHaveBeenCalled()
})
