import type { Page } from '@playwright/test'
import { type TrailPage, trailPath } from '#contract/trail/trail.ts'
import { newId } from '#server/new-id.ts'
import { readPdf } from '../../support/documents/read-pdf.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { openCaseBook } from '../support/case-book.ts'
import type { Colleague } from '../support/colleague.ts'
import { caseRow, makeDeposits, openGrid } from '../support/deposits.ts'
import { goOffline } from '../support/go-offline.ts'
import { openLeave } from '../support/leave.ts'
import { makeCases } from '../support/own-cases.ts'
import { printList, printPage, printQuestion, removeSpaces, withoutDialog } from '../support/printing.ts'
import { expect, test } from '../support/test.ts'

test.use({ reusesDevice: true })

const caseCount = 45

test('인쇄 prints every row of a filtered book in order with the shown columns, also offline @offline', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeCases(colleague, '종이로', caseCount)
  await withoutDialog(page)
  await openCaseBook(page, office.url, '?search=종이로&sort=owner&page_size=20')
  await page.getByRole('button', { name: '컬럼 관리' }).click()
  const dialog = page.getByRole('dialog', { name: '컬럼 관리' })
  await dialog.getByRole('checkbox', { name: '임대주택 등록일' }).uncheck()
  await dialog.getByRole('button', { name: '설정 저장' }).click()
  await expect(page.getByRole('columnheader', { name: '임대주택 등록일' })).toHaveCount(0)

  await page.getByRole('button', { name: '인쇄', exact: true }).click()
  const pageCount = printQuestion(page).getByText(/^A4 가로 \d+쪽$/)
  await expect(pageCount).toBeVisible()
  await expectAccessible(page, '[role=dialog]')
  const count = Number(/\d+(?=쪽)/.exec(await pageCount.innerText())?.[0])
  const paper = await printPage(page, () => page.keyboard.press('Enter'))
  expect(paper.pages.length).toBeGreaterThan(1)
  expect(count).toBe(paper.pages.length)
  for (const [at, { text, width, height }] of paper.pages.entries()) {
    expect(width).toBeGreaterThan(height)
    for (const expected of ['사건부', '조건: 검색 “종이로” · 총 45건'])
      expect(removeSpaces(text)).toContain(removeSpaces(expected))
    expect(removeSpaces(text)).toMatch(buildFooterPattern(at + 1, paper.pages.length))
    for (const column of ['순번', '소유자', '등기목적', '보수료', '등기접수일'])
      expect(removeSpaces(text)).toContain(column)
    expect(removeSpaces(text)).not.toContain('임대주택')
  }
  const owners = Array.from({ length: caseCount }, (_, index) => `종이로${index + 1}`)
  expect(paper.text.match(/종이로\d+/g)).toEqual(owners)
  expect(removeSpaces(paper.text)).toContain('합계4,500,000450,000')
  await expect(page.locator('[data-paper]')).toHaveCount(0)
  await expect(page).toHaveTitle(/^부동산/)

  // Printing from the browser's menu cannot wait for rows: it prints the list and says what is
  // missing.
  const own = await readPdf(await page.pdf({ preferCSSPageSize: true }))
  const hasAll = own.text.match(/종이로\d+/g)?.length === caseCount
  expect(removeSpaces(own.text)).toContain(removeSpaces('조건: 검색 “종이로”'))
  expect(hasAll || own.text.includes('일부만')).toBe(true)

  await expect.poll(() => listPrints(colleague), { timeout: 30_000 }).toContainEqual(['real-estate', null, caseCount])
  await goOffline(page, office)
  await page.locator('[role=gridcell][data-row="0"][data-col="2"]').click()
  const without = await printList(page, () => page.keyboard.press('Control+P'))
  expect(without.text.match(/종이로\d+/g)).toEqual(owners)
})

test('a print of your own leave names the year and contains no ids', async ({ office, staffPage: page }) => {
  await withoutDialog(page)
  await openLeave(page, office.url)
  const paper = await printList(page, () => page.getByRole('button', { name: '인쇄 (Ctrl+P)', exact: true }).click())
  expect(removeSpaces(paper.text)).toMatch(/조건:20\d\d년·총\d+건/)
  expect(paper.text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}/)
})

test('prints a report with its figures, a list with the columns that fit, and a record with its history', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const [first] = await makeDeposits(colleague, '도표', 1)
  await colleague.send('PUT', '/api/mysql/deposition/list/', { id: first?.id, status: 'completed' })
  for (const section of ['가 도표', '나 도표'])
    await colleague.send('POST', '/api/mysql/deposition/list/', {
      id: newId(),
      business_section: section,
      business_manager: '한도담',
      owner_name: '도표 소유자',
      address: '가온시 솔빛동 1-1',
      purpose: '공탁',
      created_at: '2026-11-20',
      fees: 30_000,
    })
  await withoutDialog(page)
  await page.goto(`${office.url}/services/deposit?tab=report&start=2026-11-01&end=2026-11-30`)
  const sections = page.getByRole('region', { name: /^사업구간별/ }).getByRole('rowheader')
  await expect(sections.filter({ hasText: '나 도표' })).toBeVisible()
  const named = (await sections.allTextContents()).filter((name) => name !== '합계')
  const report = await printPage(page, () => page.getByRole('button', { name: '인쇄', exact: true }).click())
  const expected = removeSpaces(report.text)
  expect(expected).toContain(removeSpaces('등기접수일 2026.11.01 ~ 2026.11.30'))
  expect(expected).toContain(removeSpaces('나 도표 33,000원'))
  // Once next to its bar, once in the table.
  for (const name of named) expect(expected.split(removeSpaces(name)).length, name).toBeGreaterThan(2)
  for (const { text } of report.pages) expect(removeSpaces(text)).toContain('출력자')

  await openGrid(page, office.url, `?search=${encodeURIComponent('도표')}`)
  await printFittingColumns(page)
  await caseRow(page, '도표1').getByRole('button', { name: '상세' }).click()
  await page.getByRole('region', { name: '공탁 사건 상세: 도표1' }).getByRole('tab', { name: '변경 이력' }).click()
  await expect(page.getByRole('list', { name: '변경 이력' })).toContainText('완료')
  const record = await printPage(page, () => page.getByRole('button', { name: '상세 인쇄' }).click())
  expect(record.pages).toHaveLength(1)
  expect(record.pages[0]?.height).toBeGreaterThan(record.pages[0]?.width ?? 0)
  for (const text of ['도표1', '가온시 솔빛동 1-1', '상태: 대기 → 완료'])
    expect(removeSpaces(record.text)).toContain(removeSpaces(text))
  expect(removeSpaces(record.text)).toMatch(buildFooterPattern(1, 1))
  const entry = ['deposit-cases', expect.stringContaining('도표1'), 1]
  await expect.poll(() => listPrints(colleague), { timeout: 30_000 }).toContainEqual(entry)
})

/** Who printed it and when, next to the page number. */
function buildFooterPattern(number: number, of: number): RegExp {
  return new RegExp(String.raw`출력자김가온·출력일시20\d\d\.\d\d\.\d\d\d\d:\d\d${number}/${of}`)
}

/** Prints in the trail: the book, the record, and the number of rows. */
async function listPrints(colleague: Colleague): Promise<unknown[]> {
  const { results } = await colleague.get<TrailPage>(`${trailPath}/?act=print&limit=200`)
  return results.map(({ collection, subject, detail }) => [collection, subject, (detail as { rows: number }).rows])
}

/** Prints a list that has more columns than fit on A4 when empty columns are kept. */
async function printFittingColumns(page: Page): Promise<void> {
  await page.getByRole('button', { name: '컬럼 관리' }).click()
  const manager = page.getByRole('dialog', { name: '컬럼 관리' })
  await manager.getByRole('button', { name: '모두 표시' }).click()
  await manager.getByRole('button', { name: '설정 저장' }).click()
  await page.keyboard.press('Control+P')
  const question = printQuestion(page)
  const emptyColumnsBox = question.getByRole('checkbox', { name: /^내용이 없는 컬럼 \d+개도 인쇄/ })
  await expect(emptyColumnsBox).not.toBeChecked()
  await expect(question.getByText(/들어가지 않아/)).toHaveCount(0)
  await emptyColumnsBox.check()
  await expect(question.getByText(/다음 \d+개 컬럼은 들어가지 않아 인쇄되지 않습니다/)).toBeVisible()
  await expectAccessible(page, '[role=dialog]')
  const { text, pages } = await printPage(page, () =>
    question.getByRole('button', { name: '인쇄', exact: true }).click(),
  )
  expect(pages).toHaveLength(1)
  expect(text.match(/도표1(?!\d)/g)).toHaveLength(1)
  expect(removeSpaces(text)).not.toContain('비고')
}
