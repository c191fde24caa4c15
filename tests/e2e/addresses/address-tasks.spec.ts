import type { Page } from '@playwright/test'
import {
  listAddressParts,
  listExtractIds,
  makeWholeAddress,
  openTasks,
  readArchive,
  requestTask,
  tickAll,
} from '../support/address-tasks.ts'
import { addressRow, makeAddress, openAddresses } from '../support/addresses.ts'
import type { Colleague } from '../support/colleague.ts'
import { goOffline, waitUntilCopied } from '../support/go-offline.ts'
import { startSession } from '../support/start-session.ts'
import { expect, test } from '../support/test.ts'

// 1,200 extracts, so that the task lasts long enough to be watched, left and cancelled.
test.use({ reusesDevice: true, demo: 'full' })

const issuePath = '/api/deposition/address/issue_immovable_bulk'

const countOfExtracts = async (colleague: Colleague) =>
  (await colleague.get<{ total_count: number }>('/api/deposition/address/immovable/list/?page_size=10')).total_count

function collectDownloads(page: Page): string[] {
  const names: string[] = []
  page.on('download', (file) => names.push(file.suggestedFilename()))
  return names
}

test('shows the progress of a long task only to its owner, and stops it when cancelled', async ({
  browser,
  office,
  colleague,
  staffPage: page,
}) => {
  const atFirst = await countOfExtracts(colleague)
  await openAddresses(page, office.url)
  await waitUntilCopied(page)
  await page.getByRole('checkbox', { name: '이 화면의 행 모두 선택' }).click()
  await page.getByRole('button', { name: /^검색 결과 1,\d{3}건 전체 선택$/ }).click()
  await requestTask(page, {
    action: '등본 발급',
    question: /^선택한 주소 1,\d{3}건의 등기부등본을 발급하시겠습니까\?$/,
  })
  await page.reload()
  const task = (await openTasks(page)).getByRole('article', { name: '등본 발급 진행 중' })
  await expect(task).toContainText(/처리 건수\d+ \/ 1,\d{3}건/)
  await expect(task).toContainText(/배치\d+\/\d\d/)
  await expect(task).toContainText(/예상 소요시간\d+초|예상 소요시간\d+분/)
  await expect(task).toContainText('처리 시간')

  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  await startSession(other, office, 'superuser')
  await openAddresses(other, office.url)
  await expect((await openTasks(other)).getByText('다운로드 작업이 없습니다.')).toBeVisible()
  const id = await page.evaluate(() =>
    Object.keys(localStorage)
      .find((key) => key.startsWith('download-task-'))
      ?.slice(-36),
  )
  expect(await colleague.get(`${issuePath}?task_id=${id}`).catch(String)).toContain('answered 404')
  await elsewhere.close()

  await page.getByRole('button', { name: '등본 발급 취소' }).click()
  await expect(page.getByText('다운로드 작업이 없습니다.')).toBeVisible()
  // Items in progress at the cancellation are finished, and no others.
  let doneCount = -1
  const isAtRest = async () => {
    const before = doneCount
    doneCount = await countOfExtracts(colleague)
    return doneCount === before
  }
  await expect.poll(isAtRest, { intervals: [500] }).toBe(true)
  expect(doneCount - atFirst).toBeLessThan(1000)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '부동산 작업' }).click()
  await expect(page.getByRole('menuitem', { name: '등본 발급' })).toBeEnabled()
})

test('a failed task shows its reason and can be retried, and only one of two tabs gets the file', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  for (const lot of [1, 2]) await makeWholeAddress(colleague, { jibun: `모두시 되짚동 ${lot}`, owner: `되짚${lot}` })
  await makeAddress(colleague, { jibun: '지번 없는 되짚동' })
  await openAddresses(page, office.url, '?search=되짚동')
  await waitUntilCopied(page)
  await tickAll(page, 3)
  const download = { action: '등본 다운로드', question: '선택한 주소 3건의 등기부등본을 다운로드하시겠습니까?' }
  await requestTask(page, download)
  const reason = '발급된 등본이 없습니다. 먼저 등본을 발급해 주세요.'
  await expect(page.getByText(`다운로드 실패: ${reason}`).first()).toBeVisible()

  await requestTask(page, { action: '등본 발급', question: '선택한 주소 3건의 등기부등본을 발급하시겠습니까?' })
  await expect(
    page.getByText('등기부등본 2건의 발급이 완료되었습니다. 실패한 1건은 다운로드 작업에서 확인해 주세요.'),
  ).toBeVisible()

  await page.reload()
  const other = await page.context().newPage()
  await openAddresses(other, office.url, '?search=되짚동')
  const arrived = [collectDownloads(page), collectDownloads(other)]
  const panel = await openTasks(page)
  const issued = panel.getByRole('article', { name: '등본 발급 완료' })
  await issued.getByText('실패 1건').click()
  await expect(issued.getByRole('listitem')).toContainText('지번 없는 되짚동')
  await expect(issued.getByRole('listitem')).toContainText('지번을 찾을 수 없습니다.')
  const arriving = page.waitForEvent('download')
  await panel.getByRole('article', { name: '등본 다운로드 실패' }).getByRole('button', { name: '다시 시도' }).click()
  expect(await readArchive(await arriving)).toHaveLength(2)
  await expect(panel.getByRole('article', { name: '등본 다운로드 완료' })).toBeVisible()
  const panelThere = await openTasks(other)
  await expect(panelThere.getByRole('article', { name: '등본 다운로드 완료' })).toContainText('처리 건수3건')
  await panelThere.getByRole('button', { name: '등본 발급 삭제' }).click()
  await expect(panel.getByRole('article')).toHaveCount(1)
  expect(arrived.map(({ length }) => length)).toEqual([1, 0])
  await other.close()
})

test('sends a task requested offline once, after the earlier edits @two-processes @offline', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const id = await makeWholeAddress(colleague, { jibun: '모두시 뒤늦동 1', owner: '뒤늦이' })
  await openAddresses(page, office.url, '?search=뒤늦동')
  await goOffline(page, office)
  await addressRow(page, '모두시 뒤늦동 1').getByRole('button', { name: /상세$/ }).first().click()
  const panel = page.getByRole('region', { name: '부동산 주소 상세: 모두시 뒤늦동 1' })
  await panel.getByRole('tab', { name: '토지' }).click()
  await panel.getByRole('group', { name: '토지 1' }).getByLabel('단가(원/㎡)').fill('2000')
  await page.keyboard.press('Tab')
  await expect(page.getByText('대기 1')).toBeVisible()
  await panel.getByRole('button', { name: '상세 닫기' }).click()
  await tickAll(page, 1)
  await requestTask(page, {
    action: '보상금 산정',
    question: '선택한 주소 1건의 보상금을 산정하시겠습니까?',
    fill: (dialog) => expect(dialog).toContainText('지금은 연결되어 있지 않습니다. 연결되면 한 번 요청합니다.'),
  })
  await page.reload()
  await expect(page.getByText('서버 응답 없음', { exact: true })).toBeVisible({ timeout: 60_000 })
  const task = (await openTasks(page)).getByRole('article', { name: '보상금 산정 대기' })
  await expect(task).toContainText('연결되면 요청합니다.')

  const isStart = ({ method, path }: { method: string; path: string }) =>
    method === 'POST' && path.includes('calculate_compensation')
  office.network.requests.length = 0
  // The first response is lost: the retry gets the same task.
  let starts = 0
  office.network.setFaults((request) =>
    isStart(request) && (starts += 1) === 1 ? { kind: 'drop_response' } : { kind: 'pass' },
  )
  const arriving = page.waitForEvent('download', { timeout: 60_000 })
  office.network.setReachable(true)
  await arriving
  expect(await listAddressParts(colleague, 'land', id)).toMatchObject([
    { unit_price: 2000, compensation: 200_000, version: 3 },
  ])
  const startRequests = office.network.requests.filter((request) => isStart(request) && request.status === 200)
  expect(new Set(startRequests.map(({ opId }) => opId)).size).toBe(1)
  expect(startRequests.length).toBe(2)
  expect(await listExtractIds(colleague, id)).toEqual([])
})
