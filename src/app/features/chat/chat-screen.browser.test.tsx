import { useRef } from 'react'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import type { AnswerPart, ChangePart } from '#contract/chat/answer.ts'
import { press } from '#tests/component/table/table-steps.ts'
import { AnswerParts } from './answer-parts.tsx'
import { ChatScreen } from './chat-screen.tsx'
import { type ConversationStore, emptyConversation, tabStore } from './conversation.ts'
import { type ChatOutcome, offlineMessage, type SendChat } from './send-chat.ts'
import { useChat } from './use-chat.ts'

const nowhere: ConversationStore = { read: () => emptyConversation, save: () => undefined }
const about = { greeting: '안내 도우미입니다.', examples: ['공탁이 뭔가요'] }

interface ScreenProps {
  ask: SendChat
  store?: ConversationStore
  greeting?: string
}

function Screen({ ask, store = nowhere, greeting = about.greeting }: ScreenProps) {
  const chat = useChat(store, { ask, attach: () => Promise.reject(new Error('nothing is attached')) })
  const box = useRef<HTMLTextAreaElement>(null)
  return (
    <ChatScreen
      chat={chat}
      about={{ ...about, greeting }}
      inputRef={box}
      className=""
      tools={null}
      note=""
      offlineText="네트워크가 없습니다."
    />
  )
}

const doneEnd: ChatOutcome = { kind: 'done', answer: { engine: 'local', replaced: [], question_id: null } }

/** Answers every question with the question itself. */
const echo: SendChat = ({ prompt }, { onProgress }) => {
  onProgress({ parts: [{ kind: 'text', text: `${prompt}?` }], activity: '' })
  return Promise.resolve(doneEnd)
}

const box = page.getByRole('textbox', { name: '질문' })
const log = page.getByRole('log', { name: '대화' })
const send = page.getByRole('button', { name: '보내기' })

async function askFor(question: string): Promise<void> {
  await box.fill(question)
  await box.click()
  await press('Enter')
}

test('repeats a question without an answer and loses nothing', async () => {
  const ends: ChatOutcome[] = [{ kind: 'failed', message: '답을 받지 못했습니다.' }]
  await render(<Screen ask={(request, watch) => Promise.resolve(ends.pop() ?? echo(request, watch))} />)
  await askFor('공탁')
  await expect.element(page.getByText('오류: 답을 받지 못했습니다.')).toBeVisible()
  await expect.element(log.getByText('오류가 발생했습니다.')).toBeVisible()
  await page.getByRole('button', { name: '다시 묻기' }).click()
  await expect.element(log.getByText('공탁?', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  expect(log.getByText('공탁', { exact: true }).elements()).toHaveLength(1)
})

test('a question that could not be sent says so in one line, and is no error', async () => {
  const unreached: ChatOutcome = { kind: 'failed', message: offlineMessage, isUnreached: true }
  await render(<Screen ask={() => Promise.resolve(unreached)} />)
  await askFor('공탁')
  await expect
    .poll(() =>
      page
        .getByRole('alert')
        .elements()
        .map(({ textContent }) => textContent),
    )
    .toEqual([offlineMessage])
  await expect.element(log.getByText('질문을 보내지 못했습니다.')).toBeVisible()
  expect(page.getByText(/오류/).elements()).toEqual([])
})

test('질문 수정 returns the last question to the box and removes its answer', async () => {
  await render(<Screen ask={echo} />)
  await page.getByRole('button', { name: '공탁이 뭔가요' }).click()
  await expect.element(log.getByText('공탁이 뭔가요?', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: '질문 수정' }).click()
  await expect.element(box).toHaveValue('공탁이 뭔가요')
  await expect.element(box).toHaveFocus()
  await expect.element(log.getByText('공탁이 뭔가요')).not.toBeInTheDocument()
})

test('stops a pending answer', async () => {
  const never: SendChat = (_request, { signal }) =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))))
  await render(<Screen ask={never} />)
  await askFor('공탁')
  await expect.element(page.getByText('답변을 생성하고 있습니다')).toBeVisible()
  await page.getByRole('button', { name: '중지' }).click()
  await expect.element(log.getByText('답변을 중지했습니다.')).toBeVisible()
  await expect.element(box).toHaveFocus()
})

test('shows at the question which numbers were masked', async () => {
  const replaced = [{ kind: 'resident', count: 1 }] as const
  await render(
    <Screen
      ask={(request, watch) => {
        void echo(request, watch)
        return Promise.resolve({ ...doneEnd, answer: { ...doneEnd.answer, replaced: [...replaced] } })
      }}
    />,
  )
  await askFor('제 번호는 900101-1234568 입니다')
  await expect.element(page.getByText('주민등록번호 1개를 가리고 물었습니다.')).toBeVisible()
})

test('does not send blanks or too many characters', async () => {
  await render(<Screen ask={echo} />)
  await box.fill('   ')
  await expect.element(send).toBeDisabled()
  await box.fill('가'.repeat(8001))
  await expect.element(page.getByText('8,000자까지 보낼 수 있습니다. 1자가 넘쳤습니다.')).toBeVisible()
  await expect.element(send).toBeDisabled()
})

test('restores the conversation and the unfinished question after a reload', async () => {
  const before = await render(<Screen ask={echo} store={tabStore} />)
  await askFor('공탁')
  await expect.element(log.getByText('공탁?', { exact: true })).toBeVisible()
  await box.fill('쓰다 만 질문')
  await before.unmount()
  await render(<Screen ask={echo} store={tabStore} />)
  await expect.element(log.getByText('공탁?', { exact: true })).toBeVisible()
  await expect.element(box).toHaveValue('쓰다 만 질문')
})

test('stays at the top until there is a conversation, then follows it', async () => {
  await page.viewport(390, 400)
  const greeting = '안내 도우미입니다. '.repeat(60)
  const { rerender } = await render(<Screen ask={echo} greeting={greeting} />)
  await rerender(<Screen ask={echo} greeting={`${greeting}전화로도 물어보세요.`} />)
  await expect.element(log.getByText(/전화로도 물어보세요/)).toBeVisible()
  const scroller = document.documentElement
  expect(scroller.scrollHeight).toBeGreaterThan(scroller.clientHeight)
  expect(scroller.scrollTop).toBe(0)
  await askFor('공탁')
  await expect.element(log.getByText('공탁?', { exact: true })).toBeVisible()
  await expect.poll(() => scroller.scrollTop).toBeGreaterThan(0)
})

test('a long answer is shown from its question on, and 맨 아래로 leads to its end', async () => {
  await page.viewport(390, 600)
  const lines = Array.from({ length: 120 }, (_, index) => `${index + 1}째 줄`)
  const answerLong: SendChat = async (_request, { onProgress }) => {
    for (const length of [1, 20, 60, 120]) {
      onProgress({ parts: [{ kind: 'text', text: lines.slice(0, length).join('\n') }], activity: '' })
      await new Promise(requestAnimationFrame)
    }
    return doneEnd
  }
  await render(<Screen ask={answerLong} greeting={'안내 도우미입니다. '.repeat(60)} />)
  await askFor('이번 달 등기예정일 사건')
  await expect.element(log.getByText(/120째 줄/)).toBeInTheDocument()
  const readTop = () => log.getByText('이번 달 등기예정일 사건').element().getBoundingClientRect().top
  await expect.poll(readTop).toBeLessThan(60)
  expect(readTop()).toBeGreaterThanOrEqual(0)
  await page.getByRole('button', { name: '맨 아래로' }).click()
  await expect.poll(readTop).toBeLessThan(-600)
  await box.fill('다음 질문')
  expect(readTop()).toBeLessThan(-600)
})

test('a conversation in a frame that scrolls never makes the document scroll', async () => {
  await page.viewport(390, 600)
  const answerLong: SendChat = (_request, { onProgress }) => {
    onProgress({ parts: [{ kind: 'text', text: '한 줄\n'.repeat(80) }], activity: '' })
    return Promise.resolve(doneEnd)
  }
  await render(
    <main className="h-100 overflow-auto">
      <Screen ask={answerLong} />
    </main>,
  )
  for (const question of ['첫째 질문', '둘째 질문']) {
    await askFor(question)
    await expect.element(log.getByText(question)).toBeInTheDocument()
  }
  expect(document.documentElement.scrollHeight).toBeLessThanOrEqual(document.documentElement.clientHeight)
})

test('a row chosen among several shows the proposal for that row', async () => {
  const change = (caption: string): ChangePart => ({
    kind: 'change',
    collection: 'deposit-cases',
    record_id: '01990000-0000-7000-8000-000000000001',
    version: 1,
    caption,
    field: 'status',
    label: '상태',
    before: 'pending',
    after: 'completed',
    before_text: '대기',
    after_text: '완료',
    link: { label: '사건 열기', href: '/services/deposit' },
  })
  const choice: AnswerPart = {
    kind: 'table',
    title: '공탁 사건',
    count: 2,
    columns: [{ label: '사업구간', kind: 'text' }],
    rows: [['하늘 공구'], ['바다 공구']],
    rowChanges: [change('김하늘'), change('박바다')],
  }
  await render(
    <AnswerParts
      parts={[choice]}
      isLast
      onAsk={() => undefined}
      renderers={{ change: ({ caption }) => <p>{`제안: ${caption}`}</p>, undo: () => null, json: () => null }}
    />,
  )
  await page.getByRole('button', { name: '박바다, 바다 공구 선택' }).click()
  await expect.element(page.getByText('제안: 박바다')).toBeVisible()
  await page.getByRole('button', { name: '김하늘, 하늘 공구 선택' }).click()
  await expect.element(page.getByText('제안: 김하늘')).toBeVisible()
  await expect.element(page.getByText('제안: 박바다')).not.toBeInTheDocument()
})
