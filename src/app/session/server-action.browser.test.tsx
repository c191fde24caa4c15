import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { z } from 'zod'
import { Button } from '#app/ui/buttons/button.tsx'
import { TextField } from '#app/ui/fields/text-field.tsx'
import { ConfirmProvider } from '#app/ui/overlays/confirm.tsx'
import { ToastProvider } from '#app/ui/overlays/toast.tsx'
import { expectGone, expectTexts } from '#tests/component/steps.ts'
import { ResultView } from './result-view.tsx'
import { factorPrompt, resolveFactorPrompt } from './second-factor/fresh-factor.ts'
import { useServerAction, useServerForm } from './server-action.ts'
import { useServerQuery } from './server-query.ts'

const listSchema = z.object({ names: z.array(z.string()) })
const queryKey = ['names']
const path = '/api/names/'

/** The names on the server, the requests it received, and responses that wait for `release`. */
let names: string[]
let calls: string[]
let aborted: string[]
let held: (() => void)[] | null
let refusal: { status: number; body: object } | null

beforeEach(() => {
  names = ['한온결']
  calls = []
  aborted = []
  held = null
  refusal = null
  vi.stubGlobal('fetch', async (request: Request) => {
    const call = `${request.method} ${new URL(request.url).pathname}`
    const body = await request.text()
    calls.push(call)
    request.signal.addEventListener('abort', () => aborted.push(call))
    if (held) await new Promise<void>((resolve) => held?.push(resolve))
    if (refusal) return Response.json(refusal.body, { status: refusal.status })
    if (request.method === 'POST') names.push(z.object({ name: z.string() }).parse(JSON.parse(body)).name)
    return Response.json({ names })
  })
})

afterEach(() => vi.unstubAllGlobals())

function release() {
  for (const resolve of held ?? []) resolve()
  held = null
}

function List() {
  const query = useServerQuery(path, listSchema, { queryKey })
  return (
    <ResultView {...query} noun="이 목록은">
      {(value) => (
        <ul>
          {value.names.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      )}
    </ResultView>
  )
}

function AddButton({ question = false }: { question?: boolean }) {
  const { isBusy, run } = useServerAction({
    question: (name: string) =>
      question ? { title: `${name} 님을 추가하시겠습니까?`, confirmLabel: '예' } : undefined,
    send: (api, name) => api.post(path, { json: { name } }).json(),
    parse: listSchema.parse,
    done: (value, name) => `${name} 님까지 ${value.names.length}명입니다.`,
    failed: '추가 실패',
    refetches: [queryKey],
  })
  return (
    <>
      <Button isBusy={isBusy} onClick={() => void run('임하람')}>
        추가
      </Button>
      <button type="button" onClick={() => void Promise.all([run('임하람'), run('임하람'), run('박새론')])}>
        세 번
      </button>
    </>
  )
}

function AddForm() {
  const { bind, isDirty, isBusy, onSubmit } = useServerForm(
    { name: '', note: '' },
    {
      validate: ({ name }): Record<string, string> => (name === '' ? { name: '이름을 입력해 주세요.' } : {}),
      send: (api, json) => api.post(path, { json }).json(),
      done: '추가했습니다.',
    },
  )
  return (
    <>
      <TextField label="이름" {...bind('name')} />
      <p role="status">{isDirty ? '바뀜' : '그대로'}</p>
      <Button isBusy={isBusy} onClick={onSubmit}>
        저장
      </Button>
    </>
  )
}

async function open(content: React.ReactNode) {
  function Screen() {
    const [isOpen, setIsOpen] = useState(true)
    return (
      <>
        {isOpen ? content : null}
        <button type="button" onClick={() => setIsOpen(false)}>
          떠나기
        </button>
      </>
    )
  }
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  await render(
    <ToastProvider>
      <ConfirmProvider>
        <QueryClientProvider client={client}>
          <Screen />
        </QueryClientProvider>
      </ConfirmProvider>
    </ToastProvider>,
  )
  return client
}

/** The text of a toast is there twice, once for screen readers. */
async function expectToast(text: string | RegExp): Promise<void> {
  await expect.element(page.getByText(text).first()).toBeVisible()
}

const press = (name: string) => page.getByRole('button', { name }).click()
const posts = () => calls.filter((call) => call.startsWith('POST'))
const lines = page.getByRole('listitem')

test('a second press with the same input is refused, one with another input is sent', async () => {
  await open(<AddButton />)
  await press('세 번')
  await expectToast('임하람 님까지 2명입니다.')
  await expectToast('박새론 님까지 3명입니다.')
  expect(posts()).toHaveLength(2)
})

test('the button is busy until the changed list has arrived', async () => {
  await open(
    <>
      <List />
      <AddButton />
    </>,
  )
  await expectTexts(lines, '한온결')
  held = []
  await press('추가')
  await expect.element(page.getByRole('button', { name: /추가/ })).toHaveAttribute('aria-busy', 'true')
  release()
  await expectTexts(lines, '한온결', '임하람')
  await expect.element(page.getByRole('button', { name: /추가/ })).not.toHaveAttribute('aria-busy')
  expect(calls).toEqual(['GET /api/names/', 'POST /api/names/', 'GET /api/names/'])
})

test('a refusal is shown with its reason, the list is not read again and the next press is sent', async () => {
  await open(
    <>
      <List />
      <AddButton />
    </>,
  )
  await expectTexts(lines, '한온결')
  refusal = { status: 409, body: { code: 'conflict', message: '이미 있습니다.' } }
  await press('추가')
  await expectToast('추가 실패: 이미 있습니다.')
  refusal = null
  await press('추가')
  await expectTexts(lines, '한온결', '임하람')
  expect(calls).toEqual(['GET /api/names/', 'POST /api/names/', 'POST /api/names/', 'GET /api/names/'])
})

test('without a network an action fails at once instead of waiting for one', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  const client = await open(<AddButton />)
  window.dispatchEvent(new Event('offline'))
  await press('추가')
  await expectToast(/^추가 실패: 서버에 연결할 수 없습니다\./)
  expect(client.isMutating()).toBe(0)
  window.dispatchEvent(new Event('online'))
})

test('an action that was sent is finished after its screen has gone', async () => {
  const client = await open(<AddButton />)
  held = []
  await press('추가')
  await expect.poll(posts).toHaveLength(1)
  await press('떠나기')
  await expectGone(page.getByRole('button', { name: '추가' }))
  release()
  await expectToast('임하람 님까지 2명입니다.')
  expect(aborted).toEqual([])
  await expect.poll(() => client.getMutationCache().getAll()).toEqual([])
})

test('nothing is sent without the answer to the question', async () => {
  await open(<AddButton question />)
  await press('추가')
  await press('취소')
  expect(posts()).toEqual([])
  await press('추가')
  await press('예')
  await expectToast('임하람 님까지 2명입니다.')
})

test('leaving a screen aborts its query', async () => {
  held = []
  await open(<List />)
  await expect.poll(() => calls).toEqual(['GET /api/names/'])
  await press('떠나기')
  await expect.poll(() => aborted).toEqual(['GET /api/names/'])
})

test('a refused query says why and asks again on request', async () => {
  refusal = { status: 403, body: { code: 'not_permitted', message: '이 작업을 할 권한이 없습니다.' } }
  await open(<List />)
  await expect.element(page.getByRole('alert')).toMatchTextContent(/이 작업을 할 권한이 없습니다\./)
  refusal = null
  await press('다시 시도')
  await expectTexts(lines, '한온결')
})

test('a form shows its own faults before sending, and those of the server at their fields', async () => {
  await open(<AddForm />)
  await press('저장')
  await expect.element(page.getByText('이름을 입력해 주세요.')).toBeVisible()
  expect(posts()).toEqual([])
  await page.getByRole('textbox', { name: '이름' }).fill('가')
  await expect.element(page.getByText('바뀜')).toBeVisible()
  const fields = { name: '이름이 너무 짧습니다.', birth: '생년월일이 필요합니다.' }
  refusal = { status: 400, body: { code: 'invalid_request', message: '입력한 내용을 확인해 주세요.', fields } }
  await press('저장')
  await expect.element(page.getByText('이름이 너무 짧습니다.', { exact: true })).toBeVisible()
  await expectToast('입력한 내용을 확인해 주세요. 생년월일이 필요합니다. (birth)')
  refusal = null
  await press('저장')
  await expectToast('추가했습니다.')
})

test('an action that needs a fresh second factor asks for it, stays busy and is then sent again', async () => {
  await open(<AddButton />)
  refusal = { status: 428, body: { code: 'second_factor_needed', message: '2단계 인증', factor: 'fresh' } }
  await press('추가')
  await expect.poll(() => factorPrompt.isOpen).toBe(true)
  await expect.element(page.getByRole('button', { name: /추가/ })).toHaveAttribute('aria-busy', 'true')
  refusal = null
  resolveFactorPrompt(true)
  await expectToast('임하람 님까지 2명입니다.')
  expect(posts()).toHaveLength(2)
})

test('an action says why it was refused when the second factor is not given', async () => {
  await open(<AddButton />)
  refusal = {
    status: 428,
    body: { code: 'second_factor_needed', message: '2단계 인증이 필요합니다.', factor: 'fresh' },
  }
  await press('추가')
  await expect.poll(() => factorPrompt.isOpen).toBe(true)
  resolveFactorPrompt(false)
  await expectToast('추가 실패: 2단계 인증이 필요합니다.')
  expect(posts()).toHaveLength(1)
})

test('a query of a session that has ended offers to sign in again', async () => {
  refusal = { status: 401, body: { code: 'signed_out', message: '로그인이 필요합니다.' } }
  await open(<List />)
  await expect.element(page.getByRole('alert')).toMatchTextContent(/로그인이 필요합니다\./)
  await expect.element(page.getByRole('button', { name: '다시 로그인' })).toBeVisible()
})
