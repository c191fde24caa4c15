import { useRef, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { ime, press } from '#tests/component/table/table-steps.ts'
import type { Attach } from './attach-file.ts'
import { ChatComposer } from './chat-composer.tsx'
import { emptyConversation } from './conversation.ts'
import { useChat } from './use-chat.ts'

function Composer({ onSend }: { onSend: (text: string) => void }) {
  const [draft, setDraft] = useState('')
  const box = useRef<HTMLTextAreaElement>(null)
  return (
    <ChatComposer
      draft={draft}
      isAnswering={false}
      note=""
      inputRef={box}
      onDraft={setDraft}
      onSend={() => onSend(draft)}
      onStop={() => undefined}
      file={null}
      onAttach={() => undefined}
      onDetach={() => undefined}
      onSheet={null}
    />
  )
}

test('does not send on the Enter that ends a Hangul syllable, but on the next one', async () => {
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

test('starts a new line on Shift+Enter', async () => {
  const onSend = vi.fn<(text: string) => void>()
  await render(<Composer onSend={onSend} />)
  const box = page.getByRole('textbox', { name: '질문' })
  await box.fill('첫 줄')
  await box.click()
  await press('End', 'Shift+Enter')
  await expect.element(box).toHaveValue('첫 줄\n')
  expect(onSend).not.toHaveBeenCalled()
})

const emptyStore = { read: () => emptyConversation, save: () => undefined }

function Attaching({ attach }: { attach: Attach }) {
  const chat = useChat(emptyStore, { ask: () => Promise.reject(new Error('nothing is asked')), attach })
  const box = useRef<HTMLTextAreaElement>(null)
  return (
    <ChatComposer
      draft={chat.draft}
      isAnswering={chat.answering !== null}
      note=""
      inputRef={box}
      onDraft={chat.setDraft}
      onSend={chat.ask}
      onStop={chat.stop}
      file={chat.file}
      onAttach={chat.attach}
      onDetach={chat.detach}
      onSheet={chat.readSheet}
    />
  )
}

test('lets the user choose another sheet of an attached workbook', async () => {
  const all = ['표지', '삼월', '사월']
  const attach = vi.fn<Attach>(({ sheet: name = '삼월' }) =>
    Promise.resolve({
      kind: 'done',
      parts: [],
      importTargets: [],
      file: { id: name, name: '월별.xlsx', sheet: { name, all } },
    }),
  )
  await render(<Attaching attach={attach} />)
  const file = new File(['x'], '월별.xlsx')
  await page.getByLabelText('첨부할 파일').upload(file)
  const sheets = page.getByRole('combobox', { name: '시트' })
  await expect.element(sheets).toHaveValue('삼월')
  await sheets.selectOptions('사월')
  await expect.element(sheets).toHaveValue('사월')
  expect(attach.mock.calls.map(([sent]) => [sent.file.name, sent.sheet])).toEqual([
    ['월별.xlsx', undefined],
    ['월별.xlsx', '사월'],
  ])
  await page.getByRole('button', { name: '첨부 빼기' }).click()
  await expect.element(sheets).not.toBeInTheDocument()
})
