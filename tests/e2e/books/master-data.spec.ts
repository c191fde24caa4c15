import type { Locator, Page } from '@playwright/test'
import { newId } from '#server/new-id.ts'
import { confirmDialog } from '../support/confirm-dialog.ts'
import { pressExport } from '../support/export-reason.ts'
import { goOffline } from '../support/go-offline.ts'
import {
  createMaster,
  listMasters,
  makeManager,
  masterRow,
  type MasterTab,
  openForm,
  openMaster,
  openMasterTab,
} from '../support/master-data.ts'
import { readSheet } from '../support/sheet-of.ts'
import { expect, test } from '../support/test.ts'

test.use({ reusesDevice: true })

test('creates, edits, deletes and restores master data offline, but not what is in use @offline', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await createMaster(colleague, 'companies', { id: newId(), name: '뒤늦음 회사' })
  await openMaster(page, office.url, 'company')
  await goOffline(page, office)
  await addMaster(page, 'company', async (form) => {
    await form.getByRole('textbox', { name: /^회사명/ }).fill('  끊김 회사 ')
  })
  await expect(page.getByText('회사가 성공적으로 추가되었습니다. · 저장됨(전송 대기)')).toBeVisible()
  await masterRow(page, '끊김 회사').getByRole('button', { name: '수정' }).click()
  const edit = page.getByRole('dialog', { name: '회사 수정' })
  await edit.getByRole('textbox', { name: /^주소/ }).fill('가온시 솔빛동 1')
  await edit.getByRole('button', { name: '저장' }).click()
  await expect(masterRow(page, '끊김 회사')).toContainText('가온시 솔빛동 1')
  await deleteCompany(page, '끊김 회사')
  await expect(masterRow(page, '끊김 회사')).toBeHidden()
  await page.getByRole('button', { name: /^실행 취소/ }).click()
  await expect(masterRow(page, '끊김 회사')).toContainText('가온시 솔빛동 1')

  await openMasterTab(page, 'department')
  await addMaster(page, 'department', async (form) => {
    await form.getByRole('combobox', { name: /^회사/ }).selectOption({ label: '끊김 회사' })
    await form.getByRole('textbox', { name: /^부서명/ }).fill('끊김 부서')
  })
  await expect(masterRow(page, '끊김 부서')).toContainText('끊김 회사')
  await openMasterTab(page, 'manager')
  await addMaster(page, 'manager', async (form) => {
    await expect(form.getByRole('combobox', { name: /^부서/ })).toBeDisabled()
    await form.getByRole('combobox', { name: /^회사/ }).selectOption({ label: '끊김 회사' })
    await form.getByRole('combobox', { name: /^부서/ }).selectOption({ label: '끊김 부서' })
    await form.getByRole('textbox', { name: /^이름/ }).fill('끊김이')
  })
  await openMasterTab(page, 'project')
  await addMaster(page, 'project', async (form) => {
    await form.getByRole('textbox', { name: /^사업구간명/ }).fill('끊김 제1공구')
    await form.getByRole('combobox', { name: /^관리자/ }).selectOption({ label: '끊김이 (끊김 회사 · 끊김 부서)' })
    await form.getByRole('combobox', { name: /^상태/ }).selectOption('진행중')
    await form.getByRole('textbox', { name: /^진행률/ }).fill('35')
    await form.getByRole('textbox', { name: /^시작일/ }).fill('20261101')
  })
  await expect(masterRow(page, '끊김 제1공구')).toContainText(/끊김이.*끊김 부서.*끊김 회사/)
  await expect(masterRow(page, '끊김 제1공구')).toContainText('2026.11.01')
  await openMasterTab(page, 'title')
  await addMaster(page, 'title', async (form) => {
    await form.getByRole('textbox', { name: /^목록명/ }).fill('끊김 1차')
    const projectField = form.getByRole('combobox', { name: /^프로젝트/ })
    await projectField.selectOption({ label: '끊김 제1공구 (끊김 회사 · 끊김 부서)' })
  })
  await expect(masterRow(page, '끊김 1차')).toContainText('끊김 회사')

  const [{ id }] = (await listMasters(colleague, 'companies', '뒤늦음')) as [{ id: string }]
  await createMaster(colleague, 'departments', { id: newId(), name: '뒤늦음 부서', company: id })
  await openMasterTab(page, 'company')
  await deleteCompany(page, '뒤늦음 회사')
  await expect(page.getByText('회사가 성공적으로 삭제되었습니다. · 저장됨(전송 대기)').last()).toBeVisible()
  office.network.setReachable(true)
  await expect(page.getByText(/회사 삭제 중 오류가 발생했습니다\./)).toBeVisible({ timeout: 60_000 })
  expect(await listMasters(colleague, 'companies', '뒤늦음')).toHaveLength(1)
  await expect
    .poll(() => listMasters(colleague, 'titles', '끊김'))
    .toMatchObject([{ name: '끊김 1차', project_name: '끊김 제1공구', company_name: '끊김 회사', status: '대기중' }])
  expect(await listMasters(colleague, 'companies', '끊김')).toMatchObject([
    { name: '끊김 회사', address: '가온시 솔빛동 1' },
  ])
})

test('saves a company with its logo, and refuses to delete it while in use', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await openMaster(page, office.url, 'company')
  const form = await openForm(page, 'company')
  await form.getByRole('button', { name: '저장' }).click()
  await expect(form.getByText('회사명을 입력해주세요.')).toBeVisible()
  await form.getByRole('textbox', { name: /^회사명/ }).fill('그림 회사')
  const files = form.getByLabel('로고 이미지 파일')
  await files.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('그림이 아닙니다') })
  await expect(form.getByText('이미지 파일을 읽지 못했습니다. 다른 파일을 선택해 주세요.')).toBeVisible()
  await files.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await drawPicture(page) })
  await expect(form.getByRole('img', { name: '로고 미리보기' })).toBeVisible()
  await form.getByRole('button', { name: '저장' }).click()
  await expect(page.getByText('로고 이미지가 저장되었습니다.')).toBeVisible()
  const picture = page.getByRole('img', { name: '그림 회사 로고' })
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(512)
  const [company] = await listMasters(colleague, 'companies', '그림')
  expect(company).toMatchObject({ img: expect.stringMatching(/^\/api\//) })

  await masterRow(page, '그림 회사').getByText('그림 회사', { exact: true }).click()
  await page.keyboard.press('Enter')
  const edit = page.getByRole('dialog', { name: '회사 수정' })
  const name = edit.getByRole('textbox', { name: /^회사명/ })
  await expect(name).toBeFocused()
  await name.fill('그림 회사 둘')
  await page.keyboard.press('Escape')
  const question = confirmDialog(page, '입력한 내용을 버리시겠습니까?')
  await question.getByRole('button', { name: '취소' }).click()
  await expect(name).toHaveValue('그림 회사 둘')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: '버리기' }).click()
  await expect(edit).toBeHidden()

  await createMaster(colleague, 'departments', { id: newId(), name: '그림 부서', company: String(company?.['id']) })
  await openMasterTab(page, 'department')
  await expect(masterRow(page, '그림 부서')).toBeVisible()
  await openMasterTab(page, 'company')
  await masterRow(page, '그림 회사').getByRole('button', { name: '삭제' }).click()
  const refusal = page.getByRole('dialog', { name: "'그림 회사' 회사를 삭제할 수 없습니다" })
  await expect(refusal).toContainText('부서 1건(그림 부서)에서 사용하고 있습니다.')
  await refusal.getByRole('button', { name: '확인' }).click()
  expect(await listMasters(colleague, 'companies', '그림')).toHaveLength(1)
})

test('filters titles by status, edits one next to the table, and exports them to a file named by date', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const { manager } = await makeManager(colleague, '묶음')
  const project = newId()
  await createMaster(colleague, 'projects', { id: project, name: '묶음 공구', manager, status: '진행중' })
  await createMaster(colleague, 'titles', {
    id: newId(),
    name: '묶음 1차',
    project,
    status: '완료',
    progress_percentage: 100,
  })
  await createMaster(colleague, 'titles', { id: newId(), name: '묶음 2차', project, status: '대기중' })
  await openMaster(page, office.url, { tab: 'title', search: '묶음' })
  await expect(masterRow(page, '묶음 2차')).toBeVisible()
  await page.getByRole('search').getByRole('button', { name: '상태' }).click()
  await page.getByRole('checkbox', { name: /완료/ }).check()
  await page.keyboard.press('Escape')
  await expect(masterRow(page, '묶음 2차')).toBeHidden()
  await expect(masterRow(page, '묶음 1차')).toContainText('묶음 회사')

  const [file] = await Promise.all([page.waitForEvent('download'), pressExport(page)])
  expect(file.suggestedFilename()).toMatch(/^\d{4}-\d\d-\d\d_목록\.xlsx$/)
  const [header, first, last] = await readSheet(file)
  expect(header?.slice(0, 7)).toEqual(['목록명', '프로젝트', '관리자', '부서', '회사', '상태', '진행률(%)'])
  expect(first?.slice(0, 7)).toEqual(['묶음 1차', '묶음 공구', '묶음 관리자', '묶음 부서', '묶음 회사', '완료', 100])
  expect(last?.[0]).toBe('총 1건')

  await masterRow(page, '묶음 1차').getByRole('button', { name: '상세' }).click()
  const panel = page.getByRole('region', { name: /^목록 상세/ })
  await expect(panel.getByRole('tab')).toHaveText(['기본정보', '상세정보', '일자'])
  await panel.getByRole('tab', { name: '상세정보' }).click()
  await panel.getByLabel('설명').fill('1차 보상 대상')
  await panel.getByRole('button', { name: '저장' }).click()
  await expect(page.getByText('목록이 수정되었습니다.')).toBeVisible()
  await expect
    .poll(() => listMasters(colleague, 'titles', '묶음 1차'))
    .toMatchObject([{ description: '1차 보상 대상' }])
})

/** Fills in and saves the form for a new record in the current list. */
async function addMaster(page: Page, tab: MasterTab, fill: (form: Locator) => Promise<void>): Promise<void> {
  const form = await openForm(page, tab)
  await fill(form)
  await form.getByRole('button', { name: '저장' }).click()
  await expect(form).toBeHidden()
}

async function deleteCompany(page: Page, name: string): Promise<void> {
  await masterRow(page, name).getByRole('button', { name: '삭제' }).click()
  await confirmDialog(page, `'${name}' 회사를 삭제하시겠습니까?`).getByRole('button', { name: '삭제' }).click()
}

/** A PNG of 1,200 × 600 pixels drawn by the browser. */
async function drawPicture(page: Page): Promise<Buffer> {
  const url = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 1200, height: 600 })
    canvas.getContext('2d')?.fillRect(100, 100, 400, 200)
    return canvas.toDataURL('image/png')
  })
  return Buffer.from(url.split(',')[1] ?? '', 'base64')
}
