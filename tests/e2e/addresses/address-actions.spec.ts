import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import {
  chooseAction,
  fetchDownload,
  listAddressParts,
  listExtractIds,
  makeWholeAddress,
  openTasks,
  post,
  readArchive,
  readPdfText,
  requestTask,
  tickAll,
} from '../support/address-tasks.ts'
import { listAddresses, openAddresses } from '../support/addresses.ts'
import type { Colleague } from '../support/colleague.ts'
import { makeProject, openGrid } from '../support/deposits.ts'
import { waitUntilCopied } from '../support/go-offline.ts'
import { readSheet } from '../support/sheet-of.ts'
import { expect, test } from '../support/test.ts'
import { makeUnits, openUnits } from '../support/units.ts'

test.use({ reusesDevice: true })

const documentAction = (label: string, more: (dialog: Locator) => Promise<unknown> = async () => undefined) => ({
  action: '공문서 생성',
  fill: async (dialog: Locator) => {
    await dialog.getByLabel('문서 종류').selectOption({ label })
    await more(dialog)
  },
})

test('runs every bulk action on all found addresses, one at a time', async ({ office, colleague, staffPage: page }) => {
  const count = 22
  const { project } = await makeProject(colleague, '갈무리 우회도로', '문갈무')
  const ids: string[] = []
  for (let lot = 1; lot <= count; lot += 1)
    ids.push(await makeWholeAddress(colleague, { jibun: `모두시 갈무리동 ${lot}`, owner: `갈무${lot}`, project }))
  await openAddresses(page, office.url, '?search=갈무리동')
  await waitUntilCopied(page)
  for (const action of [
    '등본 발급',
    '등본 다운로드',
    '소유자 정보 갱신',
    '상태 변경',
    '토지조서 생성',
    '보상금 산정',
    '공문서 생성',
  ]) {
    await chooseAction(page, action)
    const warning = page.getByText('선택된 항목이 없습니다.').first()
    await expect(warning).toBeVisible()
  }
  await tickAll(page, count)

  const isPollOfIssue = ({ method, path }: { method: string; path: string }) =>
    method === 'GET' && path.includes('issue_immovable_bulk')
  office.network.setFaults((request) => (isPollOfIssue(request) ? { kind: 'status', status: 503 } : { kind: 'pass' }))
  await requestTask(page, {
    action: '등본 발급',
    question: `선택한 주소 ${count}건의 등기부등본을 발급하시겠습니까?`,
  })
  await expect(page.getByText(`${count}개 주소의 등본 발급이 요청되었습니다.`)).toBeVisible()
  await page.getByRole('button', { name: /^부동산 작업/ }).click()
  const menu = page.getByRole('menu')
  await expect(menu).toContainText('다른 부동산 작업이 진행 중입니다. 끝난 뒤에 시작해 주세요.')
  for (const item of await menu.getByRole('menuitem').all()) await expect(item).toBeDisabled()
  await expectAccessible(page, '[role=menu]')
  await page.keyboard.press('Escape')
  office.network.setFaults(() => ({ kind: 'pass' }))
  await expect(page.getByText(`등기부등본 ${count}건의 발급이 완료되었습니다.`)).toBeVisible()
  expect(await Promise.all(ids.map(async (id) => (await listExtractIds(colleague, id)).length))).toEqual(
    ids.map(() => 1),
  )

  const archive = await fetchDownload(
    page,
    () =>
      requestTask(page, {
        action: '등본 다운로드',
        question: `선택한 주소 ${count}건의 등기부등본을 다운로드하시겠습니까?`,
      }),
    ['등본 다운로드가 시작되었습니다.', `${count}건의 다운로드가 완료되었습니다.`],
  )
  expect(archive.suggestedFilename()).toMatch(/^등기부등본 \d{4}-\d\d-\d\d\.zip$/)
  const extracts = await readArchive(archive)
  expect(extracts).toHaveLength(count)
  const first = extracts.find(({ name }) => name.includes('갈무리동 1 '))
  expect(first?.text).toContain('등기사항전부증명서')
  expect(first?.text).toContain('시연용')
  expect(first?.text).toContain('갈무1900101-1******')

  await requestTask(page, {
    action: '소유자 정보 갱신',
    question: `선택한 주소 ${count}건의 소유자 정보를 갱신하시겠습니까?`,
  })
  await expect(page.getByText(`${count}개 주소의 소유자 정보 갱신이 요청되었습니다.`)).toBeVisible()
  await expect(page.getByText(`${count}개 주소의 소유자 정보가 갱신되었습니다.`)).toBeVisible()

  const survey = await fetchDownload(
    page,
    () =>
      requestTask(page, { action: '토지조서 생성', question: `선택한 주소 ${count}건의 토지조서를 만드시겠습니까?` }),
    [`${count}개 주소의 토지조서 생성이 요청되었습니다.`, `${count}개 주소의 토지조서가 생성되었습니다.`],
  )
  const cells = await readSheet(survey)
  expect(cells).toHaveLength(count + 2)
  expect(cells.at(-1)?.[0]).toBe('합계')
  expect(cells.at(-1)?.[9]).toBe(count * 100_000)

  const money = await fetchDownload(
    page,
    () =>
      requestTask(page, {
        action: '보상금 산정',
        question: `선택한 주소 ${count}건의 보상금을 산정하시겠습니까?`,
        fill: (dialog) => dialog.getByLabel('파일 형식').selectOption({ label: 'PDF' }),
      }),
    [`${count}개 주소의 보상금 산정이 요청되었습니다.`, '보상금 산정이 완료되었습니다.'],
  )
  expect((await readPdfText(money)).text).toContain('2,200,000')
  expect(await listAddressParts(colleague, 'land', ids[0] ?? '')).toMatchObject([{ compensation: 100_000 }])

  const request = await fetchDownload(
    page,
    () =>
      requestTask(page, {
        ...documentAction('보상협의요청서', (dialog) => dialog.getByLabel('협의장소').fill('가온회관 2층')),
        question: `선택한 주소 ${count}건의 보상협의요청서를 만드시겠습니까?`,
      }),
    [`${count}개 주소의 보상협의요청서 생성이 요청되었습니다.`, '보상협의요청서 문서가 생성되었습니다.'],
  )
  expect(await readPdfText(request)).toMatchObject({ pages: count, text: expect.stringContaining('가온회관2층') })

  const panel = await openTasks(page)
  await expect(panel.getByRole('article')).toHaveCount(6)
  const issued = panel.getByRole('article', { name: /^등본 발급/ })
  for (const fact of [`처리 건수${count}건`, '처리 시간', `${count}건을 처리했습니다.`])
    await expect(issued).toContainText(fact)
  const paper = panel.getByRole('article', { name: /^보상금 산정/ })
  for (const fact of ['파일명', '파일 크기']) await expect(paper).toContainText(fact)
  await expectAccessible(page, '[role=dialog]')
  await panel.getByRole('button', { name: '토지조서 생성 삭제' }).click()
  await expect(panel.getByRole('article')).toHaveCount(5)
  await panel.getByRole('button', { name: '끝난 작업 모두 삭제 (5)' }).click()
  await expect(panel.getByText('다운로드 작업이 없습니다.')).toBeVisible()
  await page.reload()
  await expect((await openTasks(page)).getByText('다운로드 작업이 없습니다.')).toBeVisible()
})

test('runs bulk actions on the addresses of selected cases, and leaves out a case without one', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const { project } = await makeProject(colleague, '꾸러미 우회도로', '문꾸러')
  const ids = await createCases(colleague, '꾸러미', project)
  await openGrid(page, office.url, '?search=꾸러미')
  await waitUntilCopied(page)
  await tickAll(page, 3)
  await goThroughRegister(page, colleague, ids)

  await changeStatus(page, '권리자 변경')
  await expect
    .poll(async () => (await listAddresses(colleague, '꾸러미동')).map(({ status }) => status))
    .toEqual(['holder_change', 'holder_change'])
  const survey = await fetchDownload(
    page,
    () =>
      requestTask(page, {
        action: '토지조서 생성',
        question: '선택한 주소 2건의 토지조서를 만드시겠습니까?',
        fill: (dialog) => dialog.getByLabel('파일 형식').selectOption({ label: 'PDF' }),
      }),
    ['2개 주소의 토지조서가 생성되었습니다.'],
  )
  expect((await readPdfText(survey)).text).toContain('토지조서사업명:꾸러미우회도로')
  const paper = await fetchDownload(
    page,
    () =>
      requestTask(page, {
        ...documentAction('비용청구 공문'),
        question: '선택한 주소 2건의 비용청구 공문을 만드시겠습니까?',
      }),
    ['비용청구 공문 문서가 생성되었습니다.'],
  )
  const read = await readPdfText(paper)
  expect(read.text).toContain('꾸러미1')
  expect(read.text).toContain('금335,000원')
})

test('changes the addresses of selected units, each address once', async ({ office, colleague, staffPage: page }) => {
  const { project } = await makeProject(colleague, '보따리 우회도로', '문보따')
  const ids: string[] = []
  for (const lot of [1, 2])
    ids.push(await makeWholeAddress(colleague, { jibun: `모두시 보따리동 ${lot}`, owner: `보따리${lot}`, project }))
  await makeUnits(
    colleague,
    '보따리단지',
    [ids[0], ids[1], ids[1]].map((addressId, index) => ({
      dongho: `777-${index + 1}`,
      owner: `보따리${index}`,
      address_id: addressId,
    })),
  )
  await openUnits(page, office.url, '?search=보따리')
  await waitUntilCopied(page)
  await tickAll(page, 3)
  await changeStatus(page, '완료')
  await expect
    .poll(async () => (await listAddresses(colleague, '보따리동')).map(({ status }) => status))
    .toEqual(['complete', 'complete'])
})

/** Creates two cases with an address and one without. */
async function createCases(colleague: Colleague, name: string, project: string): Promise<string[]> {
  const fields = { business_section: `${name} 구간`, business_manager: '한도담', purpose: '공탁', status: 'pending' }
  const ids: string[] = []
  for (const at of [1, 2, 3]) {
    const owner = `${name}${at}`
    const jibun = `모두시 ${name}동 ${at}`
    const addressId = at === 3 ? null : await makeWholeAddress(colleague, { jibun, owner, project })
    if (addressId !== null) ids.push(addressId)
    await post(colleague, '/api/mysql/deposition/list/', {
      ...fields,
      owner_name: owner,
      address: jibun,
      address_id: addressId,
      created_at: '2026-11-20',
    })
  }
  return ids
}

/** Runs 등본 발급, 등본 다운로드 and 소유자 정보 갱신 on two ticked addresses. */
async function goThroughRegister(page: Page, colleague: Colleague, ids: readonly string[]): Promise<void> {
  await requestTask(page, { action: '등본 발급', question: '선택한 주소 2건의 등기부등본을 발급하시겠습니까?' })
  await expect(page.getByText('등기부등본 2건의 발급이 완료되었습니다.')).toBeVisible()
  expect(await Promise.all(ids.map(async (id) => (await listExtractIds(colleague, id)).length))).toEqual([1, 1])
  const archive = await fetchDownload(
    page,
    () =>
      requestTask(page, {
        action: '등본 다운로드',
        question: '선택한 주소 2건의 등기부등본을 다운로드하시겠습니까?',
      }),
    ['2건의 다운로드가 완료되었습니다.'],
  )
  expect(await readArchive(archive)).toHaveLength(2)
  await requestTask(page, {
    action: '소유자 정보 갱신',
    question: '선택한 주소 2건의 소유자 정보를 갱신하시겠습니까?',
  })
  await expect(page.getByText('2개 주소의 소유자 정보가 갱신되었습니다.')).toBeVisible()
}

async function changeStatus(page: Page, status: string): Promise<void> {
  await chooseAction(page, '상태 변경')
  const dialog = page.getByRole('dialog', { name: '선택한 주소 2건의 상태를 변경하시겠습니까?' })
  await dialog.getByLabel('새 상태').selectOption({ label: status })
  await dialog.getByRole('button', { name: '상태 변경' }).click()
  await expect(page.getByText('2개 데이터가 일괄 변경되었습니다.')).toBeVisible()
}
