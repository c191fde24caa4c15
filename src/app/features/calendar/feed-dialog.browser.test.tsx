import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { ConfirmProvider } from '#app/ui/overlays/confirm.tsx'
import { ToastProvider } from '#app/ui/overlays/toast.tsx'
import { type FeedChoices, feedChoicesSchema, type FeedState } from '#contract/calendar/calendar-feed.ts'
import { expectGone } from '#tests/component/steps.ts'
import { FeedDialog } from './feed-dialog.tsx'

/** The person's feed on the server, and what was sent to it; null: there is no network. */
let server: { feed: FeedState['feed']; calls: string[] } | null

const times = { made_at: '2026-11-24T01:00:00Z', last_read_at: '2026-11-24T03:00:00Z' }
const plain = { shows_names: false, is_own_only: false }
const makeUrl = (number: number) => `https://office.example/api/calendar/ogf_${number}.ics`

function answer(method: string, body: string): object {
  if (!server) throw new TypeError('no network')
  server.calls.push([method, body].join(' ').trim())
  if (method === 'DELETE') server.feed = null
  if (method === 'GET' || method === 'DELETE') return { feed: server.feed }
  const choices: FeedChoices = feedChoicesSchema.parse(JSON.parse(body))
  server.feed = { ...times, ...(method === 'POST' && { last_read_at: null }), ...choices }
  return { feed: server.feed, ...(method === 'POST' && { address: makeUrl(server.calls.length) }) }
}

beforeEach(() => {
  server = { feed: null, calls: [] }
  vi.stubGlobal('fetch', async (request: Request) =>
    Response.json(answer(request.method, request.method === 'GET' ? '' : await request.text())),
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function open() {
  const onClose = vi.fn<() => void>()
  await render(
    <ToastProvider>
      <ConfirmProvider>
        <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
          <FeedDialog onClose={onClose} />
        </QueryClientProvider>
      </ConfirmProvider>
    </ToastProvider>,
  )
  return { onClose }
}

const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const checkbox = (name: string) => page.getByRole('checkbox', { name })
const addressField = page.getByRole('textbox', { name: '구독 주소' })
const listWrites = () => server?.calls.filter((call) => call !== 'GET')

test('makes an address with the chosen content, shows it once, and copies it with Enter', async () => {
  const { onClose } = await open()
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await expect.element(checkbox('이름도 넣기')).not.toBeChecked()
  await expect.element(checkbox('내 담당만')).not.toBeChecked()
  await checkbox('내 담당만').click()
  await press('주소 만들기')
  await expect.element(addressField).toHaveValue(makeUrl(2))
  expect(listWrites()).toEqual([`POST ${JSON.stringify({ ...plain, is_own_only: true })}`])
  await expect.element(page.getByRole('button', { name: '구독 주소 복사' })).toHaveFocus()
  await press('구독 주소 복사')
  await expect.element(page.getByText('구독 주소를 복사했습니다.').first()).toBeVisible()
  expect(write.mock.calls).toEqual([[makeUrl(2)]])
  await press('닫기')
  expect(onClose).toHaveBeenCalled()
})

test('changes what an existing address sends, and tells when it was last read', async () => {
  if (server) server.feed = { ...plain, ...times }
  await open()
  await expect.element(page.getByText(/마지막으로 가져간 때 2026\.11\.24 12:00/)).toBeVisible()
  await expect.element(addressField).not.toBeInTheDocument()
  await checkbox('이름도 넣기').click()
  await expect.element(checkbox('이름도 넣기')).toBeChecked()
  expect(listWrites()).toEqual([`PUT ${JSON.stringify({ ...plain, shows_names: true })}`])
})

test('asks before it replaces or ends an address', async () => {
  if (server) server.feed = { ...plain, ...times }
  await open()
  await press('새 주소로 바꾸기')
  expect(listWrites()).toEqual([])
  await press('바꾸기')
  await expect.element(addressField).toHaveValue(makeUrl(2))
  await press('구독 끊기')
  await press('끊기')
  await expect.element(page.getByText('아직 구독 주소가 없습니다.')).toBeVisible()
  await expectGone(addressField)
  expect(listWrites()).toEqual([`POST ${JSON.stringify(plain)}`, 'DELETE'])
})

test('says without a network that the settings are on the server', async () => {
  server = null
  await open()
  await expect.element(page.getByRole('alert')).toMatchTextContent(/구독 설정은 서버에만 있어/)
  await expect.element(page.getByRole('button', { name: '주소 만들기' })).not.toBeInTheDocument()
})
