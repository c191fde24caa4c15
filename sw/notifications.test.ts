import { beforeEach, expect, test, vi } from 'vitest'
import { showNotifications } from './notifications.ts'

interface ShownNotification {
  title: string
  body?: string
  tag?: string
  data: unknown
}

interface OpenWindow {
  focused: boolean
  visibilityState: string
  /** Whether its page opens paths of notifications. */
  isListening: boolean
}

let shown: ShownNotification[]
let badges: number[]
/** What a press on a notification led to. */
let steps: string[]
let windows: OpenWindow[]
let listeners: Map<string, (event: unknown) => void>

beforeEach(() => {
  shown = []
  badges = []
  steps = []
  windows = []
  listeners = new Map()
  showNotifications(createScope())
})

function createScope(): ServiceWorkerGlobalScope {
  const scope = {
    addEventListener: (type: string, listener: (event: unknown) => void) => void listeners.set(type, listener),
    registration: {
      showNotification: async (title: string, options: Omit<ShownNotification, 'title'>) =>
        void shown.push({ title, ...options }),
    },
    navigator: { setAppBadge: async (count: number) => void badges.push(count) },
    clients: {
      matchAll: async () => windows.map(createClient),
      openWindow: async (path: string) => void steps.push(`new window ${path}`),
    },
  }
  return scope as unknown as ServiceWorkerGlobalScope
}

function createClient({ isListening, ...state }: OpenWindow, index: number) {
  return {
    ...state,
    postMessage({ path }: { path: string }, [port]: [MessagePort]) {
      steps.push(`window ${index} asked for ${path}`)
      if (isListening) port.postMessage('opening')
    },
    focus: async () => void steps.push(`window ${index} focused`),
  }
}

/** Dispatches an event and waits for what it started. */
async function dispatch(type: string, event: object): Promise<void> {
  const started: Promise<unknown>[] = []
  listeners.get(type)?.({ ...event, waitUntil: (work: Promise<unknown>) => started.push(work) })
  await Promise.all(started)
}

const push = (text: string) => dispatch('push', { data: { json: () => JSON.parse(text) as unknown } })
const press = (data: unknown) =>
  dispatch('notificationclick', { notification: { data, close: () => steps.push('closed') } })

const content = { title: '오늘 할 일', body: '등기예정일 2건', path: '/staff', tag: 'summary', badge: 2 }

test('shows a push and sets the number on the icon', async () => {
  await push(JSON.stringify(content))
  expect(shown).toEqual([
    {
      title: '오늘 할 일',
      body: '등기예정일 2건',
      tag: 'summary',
      lang: 'ko',
      icon: '/icon-192.png',
      data: { path: '/staff' },
    },
  ])
  expect(badges).toEqual([2])
})

test.each(['', '{}', '{"title":1}'])('shows a notification for a push it cannot read: %j', async (text) => {
  await push(text)
  expect(shown).toMatchObject([{ title: '알림', data: { path: '/staff' } }])
  expect(badges).toEqual([])
})

test('a press opens the list in the window in front that can open it', async () => {
  windows = [
    { focused: false, visibilityState: 'hidden', isListening: true },
    { focused: false, visibilityState: 'visible', isListening: true },
  ]
  await press({ path: '/staff/reminders?sort=due_on' })
  expect(steps).toEqual(['closed', 'window 1 asked for /staff/reminders?sort=due_on', 'window 1 focused'])
})

test('a press opens a new window where no page of the back office replies', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  windows = [{ focused: true, visibilityState: 'visible', isListening: false }]
  const pressed = press({ path: '/staff' })
  await vi.advanceTimersByTimeAsync(1000)
  await pressed
  vi.useRealTimers()
  expect(steps).toEqual(['closed', 'window 0 asked for /staff', 'new window /staff'])
})

test.each([null, {}, { path: '//evil.example/staff' }, { path: 'https://evil.example/' }])(
  'never opens another site: %j',
  async (data) => {
    await press(data)
    expect(steps).toEqual(['closed', 'new window /staff'])
  },
)
