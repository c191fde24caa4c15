import { type PushContent, pushContentSchema } from '#contract/notifications/notifications.ts'

/** How long a page may take to say that it opens the list. */
const maxReplyMs = 1000

/** Shows what the server pushes. A press opens the list, in an open window if there is one. */
export function showNotifications(scope: ServiceWorkerGlobalScope): void {
  scope.addEventListener('push', (event) => event.waitUntil(show(scope, event.data)))
  scope.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(open(scope, readPath(event.notification.data)))
  })
}

/**
 * HAZARD: a push that shows nothing costs the app its permission, so an unreadable one shows too.
 */
async function show(scope: ServiceWorkerGlobalScope, data: PushMessageData | null): Promise<void> {
  const { title, body, path, tag, badge } = readContent(data) ?? unreadable
  await scope.registration.showNotification(title, {
    body,
    tag,
    lang: 'ko',
    icon: '/icon-192.png',
    data: { path },
  })
  if (badge !== undefined) await setBadge(scope.navigator, badge)
}

function readContent(data: PushMessageData | null): PushContent | undefined {
  try {
    return pushContentSchema.safeParse(data?.json()).data
  } catch {
    return undefined
  }
}

const unreadable: PushContent = {
  title: '알림',
  body: '오늘 할 일을 확인해 주세요.',
  path: '/staff',
  tag: 'unreadable',
}

/** Not every browser has it; some refuse it to an app that isn't installed. */
async function setBadge(navigator: WorkerNavigator, count: number): Promise<void> {
  if ('setAppBadge' in navigator) await navigator.setAppBadge(count).catch(() => undefined)
}

/** Only a path of this app. */
function readPath(data: unknown): string {
  const path = typeof data === 'object' && data !== null && 'path' in data ? data.path : null
  return typeof path === 'string' && isOwnPath(path) ? path : unreadable.path
}

function isOwnPath(path: string): boolean {
  try {
    return new URL(path, 'https://app.invalid').origin === 'https://app.invalid'
  } catch {
    return false
  }
}

/**
 * A page of the back office opens the path itself, because a reload would cost it what isn't stored
 * yet. Public pages and windows of one record don't reply.
 */
async function open(scope: ServiceWorkerGlobalScope, path: string): Promise<void> {
  const windows = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const inOrder = windows.toSorted((a, b) => rankWindow(a) - rankWindow(b))
  for (const window of inOrder) {
    if (!(await askToOpen(window, path))) continue
    await window.focus().catch(() => undefined)
    return
  }
  await scope.clients.openWindow(path)
}

function rankWindow({ focused, visibilityState }: WindowClient): number {
  if (focused) return 0
  return visibilityState === 'visible' ? 1 : 2
}

async function askToOpen(window: WindowClient, path: string): Promise<boolean> {
  const { port1: replies, port2: port } = new MessageChannel()
  const reply = new Promise<boolean>((resolve) => {
    replies.addEventListener('message', () => resolve(true))
    replies.start()
    setTimeout(() => resolve(false), maxReplyMs)
  })
  window.postMessage({ type: 'OPEN_PATH', path }, [port])
  const isOpening = await reply
  replies.close()
  return isOpening
}
