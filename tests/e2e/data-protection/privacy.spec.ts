import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { newId } from '#server/new-id.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { type Colleague, signInColleague } from '../support/colleague.ts'
import { confirmDialog } from '../support/confirm-dialog.ts'
import type { Office } from '../support/office-kinds.ts'
import { expect, test } from '../support/own-office.ts'
import { startSession } from '../support/start-session.ts'

test.use({ ownedBy: 'privacy' })

const cases = '/api/mysql/realestate/list/'

async function makeCase(colleague: Colleague, entry: object): Promise<string> {
  const group = { id: newId(), name: `요청 사업구간 ${newId().slice(-6)}` }
  const record = { id: newId(), group_id: group.id, ...entry }
  expect((await colleague.send('POST', '/api/mysql/realestate/group/', group)).status).toBe(201)
  expect((await colleague.send('POST', cases, record)).status).toBe(201)
  return record.id
}

/** Records a request as a superuser and opens it. */
async function takeRequest(
  page: Page,
  office: Office,
  { name, right }: { name: string; right: string },
): Promise<Locator> {
  await startSession(page, office, 'superuser')
  await page.goto(`${office.url}/settings?tab=requests`)
  await page.getByRole('button', { name: '요청 접수' }).click()
  const dialog = page.getByRole('dialog', { name: '정보주체 요청 접수' })
  await dialog.getByRole('button', { name: '접수', exact: true }).click()
  await expect(dialog.getByText('본인임을 어떻게 확인했는지 입력해 주세요.')).toBeVisible()
  await expectAccessible(page, '[role=dialog]')
  await dialog.getByLabel('정보주체 이름').fill(name)
  await dialog.getByLabel('요청', { exact: true }).selectOption(right)
  await dialog.getByLabel('본인 확인 방법').fill('신분증 대조')
  await dialog.getByRole('button', { name: '접수', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('10일 남음').first()).toBeVisible()
  return page.getByRole('region', { name: `${name} 님의 ${right} 요청` })
}

test('shows recipients entered in settings on the privacy page, also on a cached one @offline', async ({
  office,
  newDevicePage: page,
}) => {
  await page.goto(`${office.url}/privacy`)
  await expect(page.getByRole('heading', { name: /파기의 절차와 방법/ })).toBeVisible()

  await startSession(page, office, 'superuser')
  await page.goto(`${office.url}/settings?tab=keeping`)
  await page.getByRole('button', { name: '받는 곳 추가' }).click()
  const dialog = page.getByRole('dialog', { name: '개인정보를 받는 곳' })
  await dialog.getByLabel('받는 곳').fill('든든호스팅')
  await dialog.getByLabel('맡기는 일').fill('서버 호스팅')
  await dialog.getByRole('button', { name: '저장' }).click()
  await expect(dialog.getByText('항목을 입력해 주세요.')).toBeVisible()
  await expectAccessible(page, '[role=dialog]')
  await dialog.getByLabel('항목').fill('서버의 모든 자료')
  await dialog.getByRole('button', { name: '저장' }).click()
  await expect(page.getByRole('table', { name: '수탁자와 제공받는 곳' })).toContainText('든든호스팅')

  await page.goto(`${office.url}/privacy`)
  await expect(page.getByRole('table', { name: '개인정보를 받는 곳' })).toContainText('서버 호스팅')
})

test('finds and exports all records of a person, deletes what the law allows and records the result', async ({
  office,
  newDevicePage: page,
}) => {
  const colleague = await signInColleague(office.origin, 'staff')
  await makeCase(colleague, { owner: '삭제요청인', owner_address: '솔빛시 열람로 1', registrated_at: '2001-01-05' })
  const open = await makeCase(colleague, { owner: '삭제요청인' })
  const request = await takeRequest(page, office, { name: '삭제요청인', right: '삭제' })
  await request.getByRole('button', { name: '모든 기록 찾기' }).click()
  await expect(request.getByRole('status')).toHaveText('기록 2건을 찾았습니다.')
  const found = request.getByRole('table', { name: '찾은 기록' })
  const retainedRow = found.getByRole('row').filter({ hasText: '끝나지 않은 사무입니다.' })
  await expect(retainedRow.getByRole('link')).toHaveAttribute('href', new RegExp(`open=${open}`))
  await expect(request.getByRole('list', { name: '그 밖에 찾은 곳' })).toContainText('접속기록')
  await expectAccessible(page, 'main')
  const download = page.waitForEvent('download')
  await request.getByRole('button', { name: '데이터 파일로 내주기' }).click()
  expect(await readFile(await (await download).path(), 'utf8')).toContain('솔빛시 열람로 1')

  const boxes = request.getByRole('checkbox', { name: '삭제요청인 선택' })
  for (const place of [0, 1]) await boxes.nth(place).check()
  await request.getByRole('button', { name: '삭제(파기)' }).click()
  const confirmation = confirmDialog(page, '선택한 기록 2건을 파기하시겠습니까?')
  await confirmation.getByRole('textbox').fill('파기')
  await confirmation.getByRole('button', { name: '파기' }).click()
  await expect(page.getByText(/1건을 파기했고 1건은 남았습니다/)).toBeVisible()
  await expect(request.getByRole('status')).toHaveText('기록 1건을 찾았습니다.')
  await expect(boxes).toBeChecked()
  await request.getByRole('button', { name: '처리정지', exact: true }).click()
  await expect(found.getByText('처리정지')).toHaveCount(2)
  await request.getByRole('button', { name: '처리정지 해제' }).click()
  await expect(found.getByText('처리정지')).toHaveCount(1)

  await request.getByRole('button', { name: '처리 완료' }).click()
  await expect(request.getByText('처리한 내용이나 거절한 근거를 입력해 주세요.')).toBeVisible()
  await request.getByLabel('처리 결과').fill('하나를 지우고 전화로 알림')
  await request.getByRole('button', { name: '처리 완료' }).click()
  await expect(page.getByRole('table', { name: '받은 요청' }).getByRole('row').nth(1)).toContainText('처리 완료')
  await expect(request).toContainText('하나를 지우고 전화로 알림')
})
