import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { setSignedOut, setUser } from '#app/session/session-store.ts'
import { ConfirmProvider } from '#app/ui/overlays/confirm.tsx'
import { ToastProvider } from '#app/ui/overlays/toast.tsx'
import { defaultNotificationSettings, type NotificationStatus } from '#contract/notifications/notifications.ts'
import { expectAccessible } from '#tests/component/accessibility.ts'
import { isPushOwner } from '../notifications/push-device.ts'
import { NotificationsScreen } from './notifications-screen.tsx'

const userId = '00000000-0000-7000-8000-000000000001'
const keys = { p256dh: `B${'a'.repeat(86)}`, auth: 'a'.repeat(22) }
const endpoint = 'https://push.example/1'
const noEmail = { address: '', is_confirmed: false, fault: null }

/** What the server has, and the calls it received with their bodies. */
let status: NotificationStatus
let calls: { call: string; body: unknown }[]
/** What the user answers to the browser's question, and whether its push service responds. */
let permission: NotificationPermission
let answer: NotificationPermission
let isServiceAway: boolean
let isSubscribed: boolean

beforeEach(() => {
  status = { settings: defaultNotificationSettings, public_key: 'key', has_device: false, email: null }
  calls = []
  permission = 'default'
  answer = 'granted'
  isServiceAway = false
  isSubscribed = false
  setUser({ id: userId, nickname: '김가온', is_active: true, is_staff: true } as Parameters<typeof setUser>[0])
  vi.stubGlobal('Notification', {
    get permission() {
      return permission
    },
    requestPermission: async () => (permission = answer),
  })
  vi.spyOn(navigator.serviceWorker, 'getRegistration').mockImplementation(
    async () => ({ active: {}, pushManager: createPushManager() }) as unknown as ServiceWorkerRegistration,
  )
  vi.stubGlobal('fetch', async (request: Request) => {
    const call = `${request.method} ${new URL(request.url).pathname}`
    const body = ['PUT', 'POST'].includes(request.method) && request.body ? ((await request.json()) as unknown) : null
    if (request.method === 'GET') return Response.json(status)
    calls.push({ call, body })
    if (call === 'PUT /api/notifications/device') status = { ...status, has_device: true }
    if (call === 'DELETE /api/notifications/device') status = { ...status, has_device: false }
    if (call === 'PUT /api/notifications/email')
      status = { ...status, email: { address: 'gaon@example.com', is_confirmed: false, fault: null } }
    if (call === 'POST /api/notifications/email/confirmation' && status.email)
      status = { ...status, email: { ...status.email, is_confirmed: true } }
    if (call === 'DELETE /api/notifications/email') status = { ...status, email: noEmail }
    return Response.json({ ok: true })
  })
})

afterEach(() => {
  setSignedOut()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function createPushManager() {
  const subscription = {
    options: { applicationServerKey: null },
    toJSON: () => ({ endpoint, expirationTime: null, keys }),
    unsubscribe: async () => (isSubscribed = false),
  }
  return {
    getSubscription: async () => (isSubscribed ? subscription : null),
    async subscribe() {
      if (isServiceAway) throw new DOMException('push service error', 'AbortError')
      isSubscribed = true
      return subscription
    },
  }
}

async function open() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  await render(
    <ToastProvider>
      <ConfirmProvider>
        <QueryClientProvider client={client}>
          <main>
            <NotificationsScreen />
          </main>
        </QueryClientProvider>
      </ConfirmProvider>
    </ToastProvider>,
  )
}

const getButton = (name: string) => page.getByRole('button', { name })
async function expectText(text: string | RegExp): Promise<void> {
  await expect.element(page.getByText(text).first()).toBeVisible()
}

test('asks for permission only after the press, and sends the subscription of the browser', async () => {
  await open()
  await expectText('이 기기는 알림을 받고 있지 않습니다.')
  expect(permission).toBe('default')
  await getButton('이 기기에서 알림 받기').click()
  await expectText(/이 기기에서 알림을 받고 있습니다/)
  expect(calls).toEqual([{ call: 'PUT /api/notifications/device', body: { endpoint, keys } }])
  expect(isPushOwner(userId)).toBe(true)
  await getButton('시험 알림 보내기').click()
  await expectText('시험 알림을 보냈습니다. 잠시 후 이 기기에 나타납니다.')
  await expectAccessible()
  await getButton('이 기기에서 끄기').click()
  await expectText('이 기기는 알림을 받고 있지 않습니다.')
  await expect.poll(() => isSubscribed).toBe(false)
  expect(isPushOwner(userId)).toBe(false)
})

test('says so when the user refuses, and what to do', async () => {
  answer = 'denied'
  await open()
  await getButton('이 기기에서 알림 받기').click()
  await expectText(/알림이 차단되어 있습니다/)
  expect(calls).toEqual([])
})

test('says so when the browser cannot reach its push service', async () => {
  isServiceAway = true
  await open()
  await getButton('이 기기에서 알림 받기').click()
  await expectText(/알림 서비스에 연결할 수 없습니다/)
  expect(calls).toEqual([])
})

test.each([
  ['Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X)', /홈 화면에 설치한 앱에서만/],
  ['Mozilla/5.0 (X11; Linux x86_64)', /이 브라우저는 알림을 지원하지 않습니다/],
])('says so where the browser has no push: %s', async (userAgent, text) => {
  vi.stubGlobal('Notification', undefined)
  Reflect.deleteProperty(globalThis, 'Notification')
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)
  await open()
  await expectText(text)
})

test('saves kinds and times, and refuses what is no time', async () => {
  await open()
  await page.getByRole('checkbox', { name: '수용개시일' }).click()
  await page.getByLabelText('아침 알림 시각').fill('25:00')
  await getButton('저장').click()
  await expectText('시각은 08:30 형식으로 입력해 주세요.')
  expect(calls).toEqual([])
  await page.getByLabelText('아침 알림 시각').fill('오전 9:05')
  await page.getByLabelText('방해 금지 시작').fill('1830')
  await getButton('저장').click()
  await expectText('알림 설정을 저장했습니다.')
  expect(calls).toEqual([
    {
      call: 'PUT /api/notifications',
      body: { morning_at: '09:05', quiet_from: '18:30', quiet_until: '08:00', off: ['deposit-cases'] },
    },
  ])
})

test('sends the summary by e-mail after the code, and stops', async () => {
  status = { ...status, email: noEmail }
  await open()
  await page.getByLabelText('이메일 주소').fill(' gaon@example.com ')
  await getButton('확인 코드 받기').click()
  await expectText(/gaon@example.com 주소로 보낸 확인 코드/)
  await page.getByLabelText('확인 코드').fill('123456')
  await page.getByRole('button', { name: '확인', exact: true }).click()
  await expectText('gaon@example.com 주소로 아침 요약을 보냅니다.')
  await expectAccessible()
  await getButton('이메일 끄기').click()
  await expectText(/아침 요약을 이메일로도 받을 수 있습니다/)
  expect(calls).toEqual([
    { call: 'PUT /api/notifications/email', body: { address: 'gaon@example.com' } },
    { call: 'POST /api/notifications/email/confirmation', body: { code: '123456' } },
    { call: 'DELETE /api/notifications/email', body: null },
  ])
})

test('shows why the mail server refused the address', async () => {
  status = { ...status, email: { address: 'gaon@example.com', is_confirmed: true, fault: '550 5.1.1 no such user' } }
  await open()
  await expectText(/메일 서버의 답: 550 5.1.1 no such user/)
  await expectAccessible()
})

test('shows nothing of e-mail where the office has no mail server', async () => {
  await open()
  await expectText('이 기기는 알림을 받고 있지 않습니다.')
  await expect.element(page.getByRole('region', { name: '이메일' })).not.toBeInTheDocument()
})
