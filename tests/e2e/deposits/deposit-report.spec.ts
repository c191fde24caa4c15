import type { Locator, Page } from '@playwright/test'
import { addDays, toOfficeDay } from '#domain/dates/office-date.ts'
import { newId } from '#server/new-id.ts'
import { expectAccessible } from '../support/accessibility.ts'
import type { Colleague } from '../support/colleague.ts'
import { confirmDialog } from '../support/confirm-dialog.ts'
import { makeDeposits, openBook } from '../support/deposits.ts'
import { readSheet } from '../support/sheet-of.ts'
import { expect, test } from '../support/test.ts'

test.use({ reusesDevice: true })

const path = '/api/mysql/deposition/list/'

test('미수금 lists unpaid claims by project and age until they are paid', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const today = toOfficeDay(Date.now())
  await makeCase(colleague, '밀린 구간', { fees: 100_000, cost_request_at: addDays(today, -10) })
  await makeCase(colleague, '밀린 구간', { fees: 50_000, cost_request_at: addDays(today, -100) })
  await makeCase(colleague, '밀린 구간', { fees: 70_000, cost_request_at: addDays(today, -5), deposit_at: today })
  await makeCase(colleague, '밀린 구간', { fees: 30_000, status: 'surveying' })
  await openReport(page, office.url)
  await page.getByRole('button', { name: '밀린 구간 비용청구' }).click()
  await takeClaim(page)
  await page.getByRole('tab', { name: '미수금' }).click()
  const row = projectRow(page, '밀린 구간')
  await expect(row).toContainText('143,000 (2건)')
  await expect(row).toContainText('55,000 (1건)')
  await expect(row).toContainText('198,000')
  await page.getByRole('button', { name: '되돌리기' }).click()
  await expect(row).toContainText('110,000 (1건)')
  await expect(row).toContainText('165,000')

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '엑셀 내보내기' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^미수금_\d{4}-\d\d-\d\d\.xlsx$/)
  const line = (await readSheet(file)).find(([project]) => project === '밀린 구간')
  expect(line).toEqual(['밀린 구간', 2, 110_000, 1, 0, 0, 0, 0, 55_000, 1, 165_000])

  await row.getByRole('link', { name: /^밀린 구간 90일 초과 / }).focus()
  await page.keyboard.press('Enter')
  const grid = page.getByRole('grid', { name: '공탁 사건', exact: true })
  await expect(grid).toHaveAttribute('aria-rowcount', /^[23]$/)
  await expect(page.getByText('총 1건')).toBeVisible()
})

/**
 * Downloads the claim of unclaimed cases after its preview, then marks them as claimed; changing
 * the days requires another preview.
 */
async function takeClaim(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: '밀린 구간 비용청구' })
  const download = dialog.getByRole('button', { name: 'PDF 다운로드' })
  // The claim starts with the report's period.
  await expect(dialog.getByRole('button', { name: '전체' })).toHaveAttribute('aria-pressed', 'true')
  await expect(dialog.getByText('다른 상태의 1건은 청구하지 않습니다.')).toBeVisible()
  await dialog.getByRole('checkbox', { name: '조사중 1건 · 33,000원' }).check()
  await expect(dialog.getByRole('button', { name: '모두 4건 · 275,000원' })).toHaveAttribute('aria-pressed', 'false')
  const unclaimed = dialog.getByRole('button', { name: '아직 청구하지 않은 것 1건 · 33,000원' })
  await expect(unclaimed).toHaveAttribute('aria-pressed', 'true')
  await openPaper(page, /\/export_report_pdf\/$/, dialog.getByRole('button', { name: '미리보기' }))
  const [paper] = await Promise.all([page.waitForEvent('download'), download.click()])
  expect(paper.suggestedFilename()).toBe('비용청구서_밀린 구간.pdf')
  await expectAccessible(page, '[role=dialog]')
  await dialog.getByRole('button', { name: '이번 달' }).click()
  await expect(download).toHaveCount(0)
  const [claim] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: '엑셀' }).click(),
  ])
  expect(claim.suggestedFilename()).toBe('official-document_밀린 구간.xlsx')
  await dialog.getByRole('button', { name: '전체' }).click()
  await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: '엑셀' }).click()])
  await dialog.getByRole('button', { name: '비용청구일을 오늘로 입력 (1건)' }).click()
  await expect(page.getByText('1건의 비용청구일을 오늘로 입력했습니다.')).toBeVisible()
  await expect(dialog).toBeHidden()
}

test('writes a letter from a template, saves it under a number as a PDF and corrects it', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeDeposits(colleague, '완료공문')
  await openBook(page, office.url, `search=${encodeURIComponent('완료공문1')}`)
  await page
    .getByRole('button', { name: /공문 작성$/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: '공문 작성' })
  await expect(dialog.getByRole('textbox', { name: /^제목/ })).toHaveValue('완료공문 구간 공탁 공문')
  await dialog.getByRole('button', { name: '저장' }).click()
  await expect(dialog.getByText('본문을 입력해 주세요.')).toBeVisible()
  const body = dialog.getByRole('textbox', { name: /^본문/ })
  await addTemplate(page, dialog)
  await dialog.getByRole('button', { name: '서식으로 작성' }).click()
  await page.getByRole('menuitem', { name: '보정 안내' }).click()
  await expect(body).toHaveValue('1. 소유자: 완료공문1')
  await body.fill('')
  await dialog.getByRole('button', { name: '서식으로 작성' }).click()
  await page.getByRole('menuitem', { name: '공탁 완료 통지' }).click()
  await expect(dialog.getByRole('textbox', { name: /^제목/ })).toHaveValue('완료공문 구간 공탁 완료 통지')
  await expect(body).toHaveValue(/가\. 피공탁자: 완료공문1/)
  await expect(dialog.getByText(/값이 없어 채우지 못했습니다: .*\{공탁번호\}/)).toBeVisible()
  await body.fill('귀 기관의 무궁한 발전을 기원합니다.')
  await dialog.getByRole('button', { name: '1. 항목' }).click()
  await expect(body).toHaveValue('1. 귀 기관의 무궁한 발전을 기원합니다.')
  await dialog.getByRole('button', { name: '1. 항목' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByRole('button', { name: '가. 항목' })).toBeFocused()

  office.network.setReachable(false)
  await expect(dialog.getByText(/입력한 내용은 이 창을 닫아도/)).toBeVisible({ timeout: 60_000 })
  await dialog.getByRole('button', { name: '닫기' }).click()
  await page
    .getByRole('button', { name: /공문 작성$/ })
    .first()
    .click()
  await expect(dialog.getByRole('textbox', { name: /^본문/ })).toHaveValue('1. 귀 기관의 무궁한 발전을 기원합니다.')
  office.network.setReachable(true)
  await expect(dialog.getByText(/입력한 내용은 이 창을 닫아도/)).toBeHidden({ timeout: 60_000 })

  await dialog.getByRole('button', { name: '저장' }).click()
  await expect(page.getByText('공문이 저장되었습니다.')).toBeVisible()
  await expect(dialog.getByText(/온결법무 \d{4}-\d{4}호 · /)).toBeVisible()
  await expect(dialog.getByRole('button', { name: '인쇄' })).toBeFocused()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'PDF', exact: true }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^공문_온결법무 \d{4}-\d{4}호\.pdf$/)
  await expectAccessible(page, '[role=dialog]')
  await dialog.getByRole('button', { name: '새 공문' }).click()
  await dialog.getByRole('button', { name: /정정$/ }).click()
  await expect(body).toHaveValue('1. 귀 기관의 무궁한 발전을 기원합니다.')
  await body.fill('1. 고쳐 씁니다. {의뢰번호}')
  await openPaper(page, /\/report\/preview\/$/, dialog.getByRole('button', { name: '미리보기' }))
  await dialog.getByRole('button', { name: '저장' }).click()
  await confirmDialog(page, /채우지 않은 자리/)
    .getByRole('button', { name: '저장' })
    .click()
  await expect(dialog.getByText(/호 제2판 ·/)).toBeVisible()
  await dialog.getByRole('button', { name: '새 공문' }).click()
  await dialog.getByText('이전 판 1건').click()
  const earlier = dialog.getByRole('list', { name: /이전 판$/ })
  await openPaper(page, /\/report\/[^/]+\/pdf$/, earlier.getByRole('button', { name: /열기$/ }))
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await dialog.getByRole('button', { name: '닫기' }).last().click()
  await writeJointLetter(page, colleague, office.url)
})

/** Writes one letter for all selected cases. */
async function writeJointLetter(page: Page, colleague: Colleague, url: string): Promise<void> {
  await makeDeposits(colleague, '함께공문', 2)
  // A case that arrives after the list was opened waits behind 새로고침.
  await expect(async () => {
    await openBook(page, url, `search=${encodeURIComponent('함께공문')}`)
    await expect(page.getByText('총 2건')).toBeVisible({ timeout: 3000 })
  }).toPass()
  await page.getByRole('checkbox', { name: '이 화면의 행 모두 선택' }).click()
  await page.getByRole('button', { name: '선택 공문 (2)' }).click()
  const dialog = page.getByRole('dialog', { name: '공문 작성' })
  await expect(dialog.getByRole('region', { name: '공문에 담을 사건' }).getByRole('listitem')).toHaveCount(2)
  await dialog.getByRole('textbox', { name: /^본문/ }).fill('1. 함께 알립니다.')
  await openPaper(page, /\/report\/[^/]+\/pdf$/, dialog.getByRole('button', { name: '저장' }))
}

/** Adds a template from the letter being written. */
async function addTemplate(page: Page, letter: Locator): Promise<void> {
  await letter.getByRole('button', { name: '서식으로 작성' }).click()
  await page.getByRole('menuitem', { name: '서식 관리' }).click()
  const dialog = page.getByRole('dialog', { name: '서식 관리' })
  await expectAccessible(page, '[role=dialog]')
  await dialog.getByRole('combobox', { name: '서식', exact: true }).selectOption('새 서식')
  await dialog.getByRole('button', { name: '저장' }).click()
  await expect(dialog.getByText('서식 이름을 입력해 주세요.')).toBeVisible()
  await dialog.getByRole('textbox', { name: /^서식 이름/ }).fill('보정 안내')
  await dialog.getByRole('textbox', { name: /^본문/ }).fill('1. 소유자: ')
  await dialog.getByRole('combobox', { name: '항목 넣기' }).selectOption('소유자')
  await expect(dialog.getByRole('textbox', { name: /^본문/ })).toHaveValue('1. 소유자: {소유자}')
  await dialog.getByRole('button', { name: '저장' }).click()
  await expect(page.getByText('서식이 저장되었습니다.')).toBeVisible()
  await dialog.getByRole('button', { name: '닫기' }).last().click()
}

/** Opens the preview from the window that requested it. */
async function openPaper(page: Page, pathPattern: RegExp, button: Locator): Promise<void> {
  const responsePromise = page.waitForResponse((response) => pathPattern.test(new URL(response.url()).pathname))
  await button.click()
  expect((await responsePromise).headers()['content-type']).toContain('application/pdf')
  await expect(page.getByRole('dialog').locator('iframe, [role=note]')).toBeVisible()
}

async function openReport(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/services/deposit?tab=report`)
  await expect(page.getByRole('tab', { name: '사업구간별 합계' })).toBeVisible()
}

/** The visible table's row of a project; the chart's own table for screen readers is another. */
function projectRow(page: Page, project: string): Locator {
  const rows = page.getByRole('region', { name: /^사업구간별/ }).getByRole('row')
  return rows.filter({ has: page.getByRole('rowheader', { name: project, exact: true }) })
}

async function makeCase(colleague: Colleague, project: string, fields: Record<string, string | number>): Promise<void> {
  const { status } = await colleague.send('POST', path, {
    id: newId(),
    business_section: project,
    business_manager: '한도담',
    owner_name: `${project} 소유자`,
    address: '가온시 솔빛동 1-1',
    purpose: '공탁',
    created_at: '2026-11-20',
    status: 'completed',
    ...fields,
  })
  if (status !== 201) throw new Error(`the case was refused with ${status}`)
}
