import { expect, test } from '../support/test.ts'
import { openPush } from '../support/worker-events.ts'

test.use({ serviceWorkers: 'allow' })

const title = '다시 보기 1건'

/**
 * Runs in the worker, whose types the tests don't have. Only the browser's own events may be
 * extended with `waitUntil`, which throws here after the work has begun.
 */
const pressNotification = `(async () => {
  const [notification] = await registration.getNotifications()
  dispatchEvent(new NotificationEvent('notificationclick', { notification }))
})()`

test('shows a push, and a press on it opens its list in the open window', async ({ office, staffPage: page }) => {
  const context = page.context()
  await context.grantPermissions(['notifications'], { origin: office.url })
  await page.goto(`${office.url}/account/notifications`)
  await expect(page.getByRole('button', { name: '이 기기에서 알림 받기' })).toBeVisible()
  // A worker that isn't active yet shows nothing.
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  const deliver = await openPush(context, office.url)
  await deliver({ title, body: '오늘까지입니다.', path: '/staff/reminders?sort=due_on', tag: 'reminders' })
  const listTitles = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      return (await registration.getNotifications()).map((notification) => notification.title)
    })
  await expect.poll(listTitles).toEqual([title])
  // Playwright can't press a notification of the system, so the worker gets the event of a press.
  const [worker] = context.serviceWorkers()
  await worker?.evaluate(pressNotification)
  await expect(page.getByRole('heading', { level: 1, name: '다시 보기' })).toBeVisible()
  expect(new URL(page.url()).search).toContain('sort=due_on')
  await expect.poll(listTitles).toEqual([])
})

test('saves what a person wants to be notified of', async ({ office, staffPage: page }) => {
  await page.goto(`${office.url}/account/notifications`)
  await page.getByLabel('수용개시일').uncheck()
  await page.getByLabel('아침 알림 시각').fill('0915')
  await page.getByRole('button', { name: '저장' }).click()
  await expect(page.getByText('알림 설정을 저장했습니다.').first()).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('아침 알림 시각')).toHaveValue('09:15')
  await expect(page.getByLabel('수용개시일')).not.toBeChecked()
})
