import type { Page } from '@playwright/test'
import { cellOf, entryCell, openCaseBook, rowOf, typeIntoCell } from './support/case-book.ts'
import { signInColleague, type Colleague } from './support/colleague.ts'
import { caseRow, openGrid } from './support/deposits.ts'
import { test as base, expect } from './support/empty-office.ts'
import { casesOf, makeCases } from './support/own-cases.ts'
import { sheetType, workbookOf } from './support/sheet-of.ts'

/** An office that began without a record and has one group by now. */
const test = base.extend<object, { colleague: Colleague }>({
  colleague: [
    async ({ office }, use) => {
      const colleague = await signInColleague(office.origin)
      await colleague.send('POST', '/api/mysql/realestate/group/', { name: '맑은 1단지', manager: '문새벽 과장' })
      await use(colleague)
    },
    { scope: 'worker' },
  ],
})

test('amounts are typed as people write them; what is none is refused where it stands, and the old value stays', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeCases(colleague, '금액', 1)
  await openCaseBook(page, office.url, '?search=금액')
  const row = rowOf(page, '금액1')
  await typeIntoCell(page, cellOf(row, '보수료'), '38만')
  await typeIntoCell(page, cellOf(row, '공과금'), '1억2천')
  await typeIntoCell(page, cellOf(row, '제증명'), '=200000+50000')
  await expect(cellOf(row, '보수료')).toHaveText('380,000')
  await expect(cellOf(row, '부가세')).toHaveText('38,000')
  const amounts = async () => (await casesOf(colleague, '금액'))[0]
  const written = { fees: 380_000, fees_vat: 38_000, tax: 120_000_000, proof: 250_000 }
  await expect.poll(amounts).toMatchObject(written)

  await expect(page.getByText(/^수정 성공/)).toHaveCount(0)
  await typeIntoCell(page, cellOf(row, '보수료'), '서른만')
  await expect(page.getByText('금액은 250,000, 38만, 1억2천만처럼 입력해 주세요.').first()).toBeVisible()
  await expect(page.getByText(/^수정 성공/)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(cellOf(row, '보수료')).toHaveText('380,000')
  expect(await amounts()).toMatchObject(written)
})

test('the tax follows the fees in panel, bulk edit and sheet, and by API', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const path = '/api/mysql/deposition/list/'
  const of = async (owner: string) => {
    const found = await colleague.get<{ results: { owner_name: string }[] }>(`${path}?search=${owner}`)
    return found.results[0]
  }
  const known = { business_section: '맑은 우회도로', business_manager: '문새벽', address: '가온시 1', purpose: '공탁' }
  for (const owner of ['세금가', '세금나'])
    await colleague.send('POST', path, { ...known, owner_name: owner, request_number: owner, fees: 100_000 })
  expect(await of('세금가')).toMatchObject({ fees: 100_000, fees_vat: 10_000 })

  await openGrid(page, office.url, '?search=세금')
  await caseRow(page, '세금가').getByRole('button', { name: '상세' }).click()
  const panel = page.getByRole('region', { name: '공탁 사건 상세: 세금가' })
  await panel.getByRole('tab', { name: '비용' }).click()
  await panel.getByLabel('보수료').fill('25만')
  await panel.getByRole('button', { name: '저장' }).click()
  await expect.poll(() => of('세금가')).toMatchObject({ fees: 250_000, fees_vat: 25_000 })
  await page.keyboard.press('Escape')

  await caseRow(page, '세금나').getByRole('checkbox').click()
  await page.getByRole('button', { name: '일괄 수정 (1)' }).click()
  const bulk = page.getByRole('dialog', { name: '일괄 수정(1건 선택)' })
  await bulk.getByRole('checkbox', { name: '보수료', exact: true }).check()
  await bulk.getByLabel('보수료 새 값').fill('1.5만')
  await bulk.getByRole('button', { name: '미리보기' }).click()
  await bulk.getByRole('button', { name: '1건 변경' }).click()
  await expect.poll(() => of('세금나')).toMatchObject({ fees: 15_000, fees_vat: 1500 })

  await page.getByRole('button', { name: '엑셀 가져오기' }).click()
  const dialog = page.getByRole('dialog', { name: /가져오기/ })
  const head = ['사업구간', '담당자', '소유자', '부동산의 표시', '등기목적', '의뢰번호', '보수료']
  const buffer = workbookOf([head, ['맑은 우회도로', '문새벽', '세금다', '가온시 1', '공탁', '세금다', '38만']])
  await dialog
    .getByLabel('엑셀 파일', { exact: true })
    .setInputFiles({ name: '공탁.xlsx', mimeType: sheetType, buffer })
  await dialog.getByRole('button', { name: '1건 가져오기', exact: true }).click()
  await expect.poll(() => of('세금다')).toMatchObject({ fees: 380_000, fees_vat: 38_000 })
})

test('the sum of what is selected follows an edit at once', async ({ office, colleague, staffPage: page }) => {
  await makeCases(colleague, '합산', 3)
  await openCaseBook(page, office.url, '?search=합산')
  await cellOf(rowOf(page, '합산3'), '보수료').click()
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(page.getByText('개수 3 · 합계 300,000 · 평균 100,000')).toBeVisible()
  await page.keyboard.type('70만')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('개수 3 · 합계 2,100,000 · 평균 700,000')).toBeVisible()
})

test('the newest case stands on top, its order is shown and can be got back, and numbers count through the pages', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeCases(colleague, '차례', 21)
  await openCaseBook(page, office.url, '?search=차례&page_size=20')
  await entryCell(page, '사업구간(그룹)').click()
  await page.keyboard.type('맑은 1단지')
  await page.keyboard.press('Enter')
  await entryCell(page, '소유자').click()
  await page.keyboard.type('차례새것')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('추가 성공 (차례새것)')).toBeVisible()
  await page.reload()
  await expect(rowOf(page, '차례새것')).toHaveAttribute('aria-rowindex', '3')
  const order = page.getByRole('columnheader', { name: /등기접수일/ })
  await expect(order).toHaveAttribute('title', /기본 순서/)

  await page.getByRole('columnheader', { name: /보수료/ }).click()
  await expect(page).toHaveURL(/sort=fees/)
  await page.getByRole('columnheader', { name: /보수료/ }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: '기본 순서' }).click()
  await expect(page).not.toHaveURL(/sort=-?fees/)
  await expect(rowOf(page, '차례새것')).toHaveAttribute('aria-rowindex', '3')

  const pages = page.getByRole('navigation', { name: '페이지' })
  await pages.getByRole('button', { name: '무한스크롤' }).click()
  await pages.getByRole('button', { name: '다음 페이지' }).click()
  await expect(page.getByRole('checkbox', { name: '21행 선택', exact: true })).toBeVisible()
  await expect(page.getByRole('checkbox', { name: '1행 선택', exact: true })).toHaveCount(0)
})

test('a range that ends before it begins says so in every list', async ({ office, staffPage: page }) => {
  for (const [path, grid] of [
    ['/services/real-estate', '세대'],
    ['/services/real-estate?tab=table', '사건부'],
    ['/services/deposit', '공탁 사건'],
    ['/staff/card-report?mode=period', '카드사용내역'],
  ] as const) {
    await page.goto(office.url + path)
    await expect(page.getByRole('grid', { name: grid, exact: true })).toBeVisible()
    await reverseRange(page)
  }
  await page.goto(`${office.url}/services/deposit?tab=report`)
  await reverseRange(page)
})

test('a manager is one person, with or without 직급', async ({ office, colleague, staffPage: page }) => {
  await colleague.send('POST', '/api/mysql/realestate/group/', { name: '맑은 2단지', manager: '문새벽' })
  const { results } = await colleague.get<{ results: { id: string; manager: string }[] }>(
    '/api/mysql/realestate/group/list',
  )
  for (const { id, manager } of results)
    await colleague.send('POST', '/api/mysql/realestate/list/', { group_id: id, owner: `담당 ${manager}` })
  await openCaseBook(page, office.url, '?search=담당')
  const filter = page.getByRole('search').getByRole('combobox', { name: '담당자', exact: true })
  await filter.fill('문새')
  await expect(page.getByRole('option')).toHaveText(['문새벽'])
  await page.getByRole('option', { name: '문새벽' }).click()
  await expect(rowOf(page, '담당 문새벽')).toBeVisible()
  await expect(rowOf(page, '담당 문새벽 과장')).toBeVisible()
})

async function reverseRange(page: Page): Promise<void> {
  await page.getByLabel('시작일').first().fill('2026-11-02')
  await page.getByLabel('시작일').first().press('Tab')
  await page.getByLabel('종료일').first().fill('2026-11-01')
  await page.getByLabel('종료일').first().press('Tab')
  await expect(page.getByText('시작일이 종료일보다 늦습니다.').first()).toBeVisible()
}
