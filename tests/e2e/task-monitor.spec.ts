import { newId } from '#server/new-id.ts'
import { expectNoBarrier } from './support/barriers.ts'
import { startSession } from './support/start-session.ts'
import { expect, test } from './support/test.ts'

test.use({ isDeviceKept: true })

test('a superuser sees workers and tasks, tries a task again and starts a worker anew', async ({
  office,
  calmPage: page,
}) => {
  await startSession(page, office, 'superuser')
  // Of an address that is not there: the task fails, and another try fails too.
  const asked = await page.evaluate(async (id) => {
    const headers = {
      authorization: `Bearer ${localStorage.getItem('access_token')}`,
      'content-type': 'application/json',
    }
    const body = JSON.stringify({ address_ids: [id] })
    const answer = await fetch('/api/deposition/address/issue_immovable_bulk', { method: 'POST', headers, body })
    return (await answer.json()) as { task_id: string }
  }, newId())
  const id = asked.task_id.slice(0, 8)
  await page.goto(`${office.url}/settings?tab=tasks`)
  await expect(page.getByText('워커 (활성/전체)')).toBeVisible()
  const worker = page.getByRole('table', { name: '워커' }).getByRole('row').filter({ hasText: '활성' })
  await expect(worker).toHaveCount(1)
  await expectNoBarrier(page)
  await worker.getByRole('button', { name: /재시작$/ }).click()
  const question = page.getByRole('dialog', { name: /^워커 'worker-.*'을\(를\) 재시작하시겠습니까\?$/ })
  await question.getByRole('button', { name: '재시작' }).click()
  await expect(page.getByText('워커 재시작 명령을 전송했습니다.')).toBeVisible()
  await page.getByRole('tab', { name: '작업', exact: true }).click()
  await page.getByRole('searchbox', { name: '작업 검색' }).fill(asked.task_id)
  await expect(page).toHaveURL(new RegExp(`q=${asked.task_id}`))
  const task = page.getByRole('table', { name: '작업' }).getByRole('row').filter({ hasText: id })
  await expect(task).toContainText('실패')
  await expect(task).toContainText('등본 발급')
  await expect(task).toContainText(/\d+\.\d\d초/)
  await task.getByRole('button', { name: `작업 ${id} 다시 시도` }).click()
  await expect(page.getByText('작업을 다시 시작했습니다.')).toBeVisible()
  await task.getByRole('button', { name: `작업 ${id} 상세` }).click()
  await expect(page.getByRole('dialog', { name: `작업 ${id}` }).getByRole('tree')).toContainText(asked.task_id)
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: '작업 상태' }).selectOption('성공')
  await expect(page.getByText('이 기간의 작업이 없습니다.')).toBeVisible()
  await expectNoBarrier(page)
  await page.getByRole('tab', { name: '큐' }).click()
  await expect(page.getByRole('table', { name: '큐' })).toContainText('원활')
  await page.getByRole('tab', { name: 'Redis' }).click()
  await expect(page.getByText('이 서버는 Redis를 쓰지 않습니다.', { exact: false })).toBeVisible()
  await expectNoBarrier(page)
})

test('without the server the task monitor says so, and what it would ask for waits', async ({
  office,
  calmPage: page,
}) => {
  await startSession(page, office, 'superuser')
  await page.goto(`${office.url}/settings?tab=tasks&part=queues`)
  await expect(page.getByRole('table', { name: '큐' })).toBeVisible()
  office.network.setReachable(false)
  await page.getByRole('button', { name: '새로고침' }).click()
  await expect(page.getByText('작업 현황은 서버에만 있어, 연결되면 다시 볼 수 있습니다.')).toBeVisible()
  office.network.setReachable(true)
  await page.getByRole('button', { name: '새로고침' }).click()
  await expect(page.getByRole('table', { name: '큐' })).toBeVisible()
})
