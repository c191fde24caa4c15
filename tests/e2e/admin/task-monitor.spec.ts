import type { Page } from '@playwright/test'
import { apiTestPaths } from '#contract/admin/api-test.ts'
import { sessionStorageKeys } from '#contract/session/session.ts'
import { connectAlone } from '#server/db/client.ts'
import { newId } from '#server/new-id.ts'
import { expectAccessible } from '../support/accessibility.ts'
import type { Office } from '../support/office-kinds.ts'
import { expect, test } from '../support/own-office.ts'
import { startSession } from '../support/start-session.ts'

test.use({ ownedBy: 'task-monitor' })

/** 비활성 contains the word 활성 too, so this matches the badge exactly. */
const liveWorkers = (page: Page) =>
  page
    .getByRole('table', { name: '워커' })
    .getByRole('row')
    .filter({ has: page.getByText('활성', { exact: true }) })

const taskRow = (page: Page, id: string) =>
  page
    .getByRole('table', { name: '작업' })
    .getByRole('row')
    .filter({ hasText: id.slice(0, 8) })

test('a superuser sees workers and tasks, retries and cancels tasks, and restarts workers', async ({
  office,
  newDevicePage: page,
}) => {
  await startSession(page, office, 'superuser')
  // For an address that does not exist: the task fails, and so does a retry.
  const failed = await requestExtracts(page, [newId()])
  await page.goto(`${office.url}/settings/server?tab=tasks`)
  await expect(page.getByText('워커 (활성/전체)')).toBeVisible()
  await restartWorker(page)
  await page.getByRole('tab', { name: '작업', exact: true }).click()
  await tryAgain(page, failed)
  await cancelWaiting(page, office)
  await page.getByRole('tab', { name: 'Redis' }).click()
  await expect(page.getByText('이 서버는 Redis를 쓰지 않습니다.', { exact: false })).toBeVisible()
  await restartAll(page)
  await page.getByRole('button', { name: '지표 업데이트' }).click()
  await expect(page.getByText('워커 지표 업데이트를 시작했습니다.')).toBeVisible()
  await page.getByRole('button', { name: '완료된 작업 정리' }).click()
  const cleaning = page.getByRole('dialog', { name: '완료된 작업을 정리하시겠습니까?' })
  await cleaning.getByRole('button', { name: '정리' }).click()
  await expect(page.getByText('완료된 작업 정리를 시작했습니다.')).toBeVisible()
  await page.getByRole('tab', { name: '워커' }).click()
  await expect(async () => {
    await page.getByRole('button', { name: '새로고침' }).click()
    await expect(liveWorkers(page)).toHaveCount(1, { timeout: 2000 })
  }).toPass()
  await page.getByRole('tab', { name: '큐' }).click()
  await expect(page.getByRole('table', { name: '큐' })).toContainText('원활')
  office.network.setReachable(false)
  await page.getByRole('button', { name: '새로고침' }).click()
  await expect(page.getByText('작업 현황은 서버에만 있어, 연결되면 다시 볼 수 있습니다.')).toBeVisible()
  office.network.setReachable(true)
  await page.getByRole('button', { name: '새로고침' }).click()
  await expect(page.getByRole('table', { name: '큐' })).toBeVisible()
  await expectPolling(page, office)
})

/** Requests 등본 발급 as another client; returns the task's id. */
async function requestExtracts(page: Page, addressIds: readonly string[]): Promise<string> {
  const requests = await page.evaluate(
    async ({ ids, key }) => {
      const headers = { authorization: `Bearer ${localStorage.getItem(key)}`, 'content-type': 'application/json' }
      const body = JSON.stringify({ address_ids: ids })
      const result = await fetch('/api/deposition/address/issue_immovable_bulk', { method: 'POST', headers, body })
      return (await result.json()) as { task_id: string }
    },
    { ids: addressIds, key: sessionStorageKeys.accessToken },
  )
  return requests.task_id
}

async function restartWorker(page: Page): Promise<void> {
  const worker = liveWorkers(page)
  await expect(worker).toHaveCount(1)
  await worker.getByRole('button', { name: /재시작$/ }).click()
  const question = page.getByRole('dialog', { name: /^워커 'worker-.*'을\(를\) 재시작하시겠습니까\?$/ })
  await question.getByRole('button', { name: '재시작' }).click()
  await expect(page.getByText('워커 재시작 명령을 전송했습니다.')).toBeVisible()
}

async function tryAgain(page: Page, taskId: string): Promise<void> {
  const id = taskId.slice(0, 8)
  await page.getByRole('searchbox', { name: '작업 검색' }).fill(taskId)
  await expect(page).toHaveURL(new RegExp(`q=${taskId}`))
  const task = taskRow(page, id)
  await expect(task).toContainText('실패')
  await expect(task).toContainText('등본 발급')
  await expect(task).toContainText(/\d+\.\d\d초/)
  await task.getByRole('button', { name: `작업 ${id} 다시 시도` }).click()
  await expect(page.getByText('작업을 다시 시작했습니다.')).toBeVisible()
  await task.getByRole('button', { name: `작업 ${id} 상세` }).click()
  await expect(page.getByRole('dialog', { name: `작업 ${id}` }).getByRole('tree')).toContainText(taskId)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: '작업 상태' }).selectOption('성공')
  await expect(page.getByText('이 기간의 작업이 없습니다.')).toBeVisible()
  await page.getByRole('combobox', { name: '작업 상태' }).selectOption('')
}

/** A task that no worker of this version accepts. */
async function cancelWaiting(page: Page, office: Office): Promise<void> {
  const taskId = newId()
  const id = taskId.slice(0, 8)
  const owner = await connectAlone(office.ownerUrl())
  await owner.query(
    `insert into download_task (id, user_id, kind, input, requested_at)
      select '${taskId}', id, 'later_version', '{}', now() from app_user where nickname = '김가온'`,
  )
  await owner.end()
  await page.getByRole('searchbox', { name: '작업 검색' }).fill(taskId)
  const task = taskRow(page, id)
  await expect(task).toContainText('대기')
  await task.getByRole('button', { name: `작업 ${id} 취소` }).click()
  const question = page.getByRole('dialog', { name: `작업 ${id}을(를) 취소하시겠습니까?` })
  await question.getByRole('button', { name: '작업 취소' }).click()
  await expect(page.getByText('작업을 취소했습니다.')).toBeVisible()
  await expect(task).toContainText('취소됨')
  await expect(task.getByRole('button', { name: `작업 ${id} 다시 시도` })).toBeVisible()
}

/** Confirms the question once. */
async function restartAll(page: Page): Promise<void> {
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') requests.push(new URL(request.url()).pathname)
  })
  const all = page.getByRole('button', { name: '모든 워커 재시작' })
  const question = page.getByRole('dialog', { name: '모든 워커를 업데이트하고 재시작하시겠습니까?' })
  await all.press('Enter')
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  expect(requests).not.toContain(apiTestPaths.restartWorkers)
  await all.press('Enter')
  await question.getByRole('button', { name: '재시작' }).click()
  await expect(page.getByText('워커 업데이트 및 재시작을 시작했습니다.')).toBeVisible()
  expect(requests.filter((path) => path === apiTestPaths.restartWorkers)).toHaveLength(1)
}

/** Polls every 30 seconds, not while the page is hidden, and at once when it is visible again. */
async function expectPolling(page: Page, office: Office): Promise<void> {
  await page.clock.install()
  let responseCount = 0
  page.on('response', (response) => {
    if (new URL(response.url()).pathname === '/api/celery/workers/status/') responseCount += 1
  })
  await page.goto(`${office.url}/settings/server?tab=tasks`)
  await expect(liveWorkers(page)).toHaveCount(1)
  expect(responseCount).toBe(1)
  await page.clock.fastForward(31_000)
  await expect.poll(() => responseCount).toBe(2)
  await setVisibility(page, 'hidden')
  for (let turns = 0; turns < 4; turns += 1) await page.clock.fastForward(31_000)
  // A later completed request shows that no monitor request is pending.
  await page.evaluate(() => fetch('/api/health'))
  expect(responseCount).toBe(2)
  await setVisibility(page, 'visible')
  await expect.poll(() => responseCount).toBe(3)
}

async function setVisibility(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  await page.evaluate((now) => {
    Object.defineProperty(document, 'visibilityState', { get: () => now, configurable: true })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }, state)
}
