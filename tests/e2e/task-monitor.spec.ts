import type { Page } from '@playwright/test'
import { apiTestPaths } from '#contract/api-test.ts'
import { sessionStorageKeys } from '#contract/session.ts'
import { newId } from '#server/new-id.ts'
import { askFor, openTasks } from './support/address-actions.ts'
import { openAddresses } from './support/addresses.ts'
import { expectNoBarrier } from './support/barriers.ts'
import { untilCopied } from './support/go-offline.ts'
import { startSession } from './support/start-session.ts'
import { expect, test } from './support/own-office.ts'

// A task that a superuser finds running has to last: 1,200 extracts.
test.use({ demo: 'full' })

/** 비활성 holds the word 활성 too: the badge says exactly that. */
const liveWorkers = (page: Page) =>
  page
    .getByRole('table', { name: '워커' })
    .getByRole('row')
    .filter({ has: page.getByText('활성', { exact: true }) })

/** Asks the server for 등본 발급 as somebody else would; answers the number of the task. */
async function askForExtracts(page: Page, addressIds: readonly string[]): Promise<string> {
  const asked = await page.evaluate(
    async ({ ids, key }) => {
      const headers = { authorization: `Bearer ${localStorage.getItem(key)}`, 'content-type': 'application/json' }
      const body = JSON.stringify({ address_ids: ids })
      const answer = await fetch('/api/deposition/address/issue_immovable_bulk', { method: 'POST', headers, body })
      return (await answer.json()) as { task_id: string }
    },
    { ids: addressIds, key: sessionStorageKeys.accessToken },
  )
  return asked.task_id
}

/** The answers of the server to one call, counted from now on. */
function countAnswers(page: Page, path: string): { count: number } {
  const counted = { count: 0 }
  page.on('response', (response) => {
    if (new URL(response.url()).pathname === path) counted.count += 1
  })
  return counted
}

async function look(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  await page.evaluate((now) => {
    Object.defineProperty(document, 'visibilityState', { get: () => now, configurable: true })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }, state)
}

test('a superuser sees workers and tasks, tries a task again and starts a worker anew', async ({
  office,
  calmPage: page,
}) => {
  await startSession(page, office, 'superuser')
  // Of an address that is not there: the task fails, and another try fails too.
  const task_id = await askForExtracts(page, [newId()])
  const id = task_id.slice(0, 8)
  await page.goto(`${office.url}/settings?tab=tasks`)
  await expect(page.getByText('워커 (활성/전체)')).toBeVisible()
  const worker = liveWorkers(page)
  await expect(worker).toHaveCount(1)
  await expectNoBarrier(page)
  await worker.getByRole('button', { name: /재시작$/ }).click()
  const question = page.getByRole('dialog', { name: /^워커 'worker-.*'을\(를\) 재시작하시겠습니까\?$/ })
  await question.getByRole('button', { name: '재시작' }).click()
  await expect(page.getByText('워커 재시작 명령을 전송했습니다.')).toBeVisible()
  await page.getByRole('tab', { name: '작업', exact: true }).click()
  await page.getByRole('searchbox', { name: '작업 검색' }).fill(task_id)
  await expect(page).toHaveURL(new RegExp(`q=${task_id}`))
  const task = page.getByRole('table', { name: '작업' }).getByRole('row').filter({ hasText: id })
  await expect(task).toContainText('실패')
  await expect(task).toContainText('등본 발급')
  await expect(task).toContainText(/\d+\.\d\d초/)
  await task.getByRole('button', { name: `작업 ${id} 다시 시도` }).click()
  await expect(page.getByText('작업을 다시 시작했습니다.')).toBeVisible()
  await task.getByRole('button', { name: `작업 ${id} 상세` }).click()
  await expect(page.getByRole('dialog', { name: `작업 ${id}` }).getByRole('tree')).toContainText(task_id)
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: '작업 상태' }).selectOption('성공')
  await expect(page.getByText('이 기간의 작업이 없습니다.')).toBeVisible()
  await expectNoBarrier(page)
  await page.getByRole('tab', { name: '큐' }).click()
  await expect(page.getByRole('table', { name: '큐' })).toContainText('원활')
  await page.getByRole('tab', { name: 'Redis' }).click()
  await expect(page.getByText('이 서버는 Redis를 쓰지 않습니다.', { exact: false })).toBeVisible()
  await expectNoBarrier(page)

  await page.getByRole('tab', { name: '큐' }).click()
  office.network.setReachable(false)
  await page.getByRole('button', { name: '새로고침' }).click()
  await expect(page.getByText('작업 현황은 서버에만 있어, 연결되면 다시 볼 수 있습니다.')).toBeVisible()
  office.network.setReachable(true)
  await page.getByRole('button', { name: '새로고침' }).click()
  await expect(page.getByRole('table', { name: '큐' })).toBeVisible()
})

test('a superuser cancels a task that runs, and whoever asked for it is told', async ({
  office,
  staffPage: asker,
  calmPage: page,
}) => {
  await startSession(page, office, 'superuser')
  await page.goto(`${office.url}/settings?tab=tasks&part=tasks`)
  await expect(page.getByRole('combobox', { name: '작업 상태' })).toBeVisible()
  await openAddresses(asker, office.url)
  await untilCopied(asker)
  await asker.getByRole('checkbox', { name: '이 화면의 행 모두 선택' }).click()
  await asker.getByRole('button', { name: /^검색 결과 1,\d{3}건 전체 선택$/ }).click()
  await askFor(asker, { action: '등본 발급', question: /^선택한 주소 1,\d{3}건의 등기부등본을 발급하시겠습니까\?$/ })

  // Of those that are not over there is one.
  const cancel = page.getByRole('button', { name: /^작업 [0-9a-f]{8} 취소$/ })
  const task = page.getByRole('table', { name: '작업' }).getByRole('row').filter({ has: cancel })
  await expect(async () => {
    await page.getByRole('button', { name: '새로고침' }).click()
    await expect(task.getByText('실행 중', { exact: true })).toBeVisible({ timeout: 2000 })
  }).toPass()
  const id = (await cancel.getAttribute('aria-label'))?.split(' ')[1] ?? ''
  await cancel.click()
  const question = page.getByRole('dialog', { name: `작업 ${id}을(를) 취소하시겠습니까?` })
  await question.getByRole('button', { name: '작업 취소' }).click()
  await expect(page.getByText('작업을 취소했습니다.')).toBeVisible()
  // Tasks of one minute begin with the same eight letters.
  const over = page
    .getByRole('table', { name: '작업' })
    .getByRole('row')
    .filter({ hasText: id })
    .filter({ hasText: '취소됨' })
  await expect(over).toHaveCount(1)
  await expect(over.getByRole('button', { name: `작업 ${id} 다시 시도` })).toBeVisible()
  const told = (await openTasks(asker)).getByRole('article', { name: /^등본 발급/ })
  await expect(told).toContainText('최고관리자가 취소한 작업입니다.')
})

test('all workers begin anew after a question, figures are taken anew, and what is done is cleaned up after another', async ({
  office,
  calmPage: page,
}) => {
  await startSession(page, office, 'superuser')
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') asked.push(new URL(request.url()).pathname)
  })
  await page.goto(`${office.url}/settings?tab=tasks`)
  await expect(liveWorkers(page)).toHaveCount(1)

  const all = page.getByRole('button', { name: '모든 워커 재시작' })
  const question = page.getByRole('dialog', { name: '모든 워커를 업데이트하고 재시작하시겠습니까?' })
  await all.press('Enter')
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  expect(asked).not.toContain(apiTestPaths.restartWorkers)
  await all.press('Enter')
  await question.getByRole('button', { name: '재시작' }).click()
  await expect(page.getByText('워커 업데이트 및 재시작을 시작했습니다.')).toBeVisible()
  expect(asked.filter((path) => path === apiTestPaths.restartWorkers)).toHaveLength(1)

  await page.getByRole('button', { name: '지표 업데이트' }).click()
  await expect(page.getByText('워커 지표 업데이트를 시작했습니다.')).toBeVisible()
  await page.getByRole('button', { name: '완료된 작업 정리' }).click()
  const cleaning = page.getByRole('dialog', { name: '완료된 작업을 정리하시겠습니까?' })
  await cleaning.getByRole('button', { name: '정리' }).click()
  await expect(page.getByText('완료된 작업 정리를 시작했습니다.')).toBeVisible()
  await expect(async () => {
    await page.getByRole('button', { name: '새로고침' }).click()
    await expect(liveWorkers(page)).toHaveCount(1, { timeout: 2000 })
  }).toPass()
})

test('the monitor asks again every 30 seconds, rests while nobody sees the page, and catches up when it is seen', async ({
  office,
  calmPage: page,
}) => {
  await startSession(page, office, 'superuser')
  await page.clock.install()
  const answers = countAnswers(page, '/api/celery/workers/status/')
  await page.goto(`${office.url}/settings?tab=tasks`)
  await expect(liveWorkers(page)).toHaveCount(1)
  expect(answers.count).toBe(1)
  await page.clock.fastForward(31_000)
  await expect.poll(() => answers.count).toBe(2)

  await look(page, 'hidden')
  for (let turns = 0; turns < 4; turns += 1) await page.clock.fastForward(31_000)
  // Something that is asked after it, and answered: nothing of the monitor was on its way before.
  await page.evaluate(() => fetch('/api/health'))
  expect(answers.count).toBe(2)
  await look(page, 'visible')
  await expect.poll(() => answers.count).toBe(3)
  await page.clock.fastForward(31_000)
  await expect.poll(() => answers.count).toBe(4)
})
