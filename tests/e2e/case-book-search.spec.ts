import { listCases } from './support/colleague.ts'
import { cellOf, expectOwners, openCaseBook, rowOf } from './support/case-book.ts'
import { makeCases } from './support/own-cases.ts'
import { expect, test } from './support/test.ts'

test.use({ isDeviceKept: true })

test('the book finds by a part of the name and by 초성, keeps the question in the address, and walks back by thoughts', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeCases(colleague, '뒝벌찾기', 2)
  await openCaseBook(page, office.url)
  const search = page.getByRole('searchbox', { name: '검색' })
  await search.fill('벌찾')
  await expectOwners(page, ['뒝벌찾기1', '뒝벌찾기2'])
  await expect(page).toHaveURL(/search=/)
  await search.fill('ㄷㅂㅊㄱ2')
  await expectOwners(page, ['뒝벌찾기2'])
  await expect(page).toHaveURL(new RegExp(encodeURIComponent('ㄷㅂㅊㄱ2')))
  await page.reload()
  await expectOwners(page, ['뒝벌찾기2'])
  await expect(search).toHaveValue('ㄷㅂㅊㄱ2')
  await page.goBack()
  await expectOwners(page, ['뒝벌찾기1', '뒝벌찾기2'])
  await expect(search).toHaveValue('벌찾')
  await page.getByRole('button', { name: '필터 초기화' }).click()
  await expect(search).toHaveValue('')
  await expect(page.getByRole('button', { name: '필터 초기화' })).toBeDisabled()
  await search.fill('없는사람없는사람')
  await expectOwners(page, [])
  await expect(page.getByText('총 0건')).toBeVisible()
  await makeCases(colleague, '없는사람없는사람')
  await expectOwners(page, ['없는사람없는사람1'])
})

test('the four suggestion filters and the date range narrow the book as the server does', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await openCaseBook(page, office.url)
  await expect(page.getByText('동기화됨')).toBeVisible({ timeout: 60_000 })
  const count = page.getByRole('navigation', { name: '페이지' }).getByRole('status')
  const expected = async (params: Record<string, string>) =>
    `총 ${(await listCases(colleague, params)).length.toLocaleString('ko-KR')}건`

  for (const [label, param, typed, value] of [
    ['지역', 'region', 'ㅅㅂ', '솔빛시'],
    ['구분', 'type', '공동', '공동주택'],
    ['사업구간', 'business_section', 'ㄴㄹㅊ', '누리천 정비 2차'],
    ['담당자', 'business_manager', 'ㄱㅁㄹ', '강미르'],
  ] as const) {
    const field = page.getByRole('search').getByRole('combobox', { name: label, exact: true })
    await field.fill(typed)
    await page.getByRole('option', { name: value }).click()
    await expect(field).toHaveValue(value)
    await expect(count).toHaveText(await expected({ [param]: value }))
    await page.getByRole('button', { name: '필터 초기화' }).click()
  }

  await page.getByRole('search').getByLabel('시작일').fill('260901')
  await page.getByRole('search').getByLabel('시작일').press('Enter')
  await page.getByRole('search').getByLabel('종료일').fill('2026-10-31')
  await page.getByRole('search').getByLabel('종료일').press('Tab')
  await expect(count).toHaveText(await expected({ created_at_start: '2026-09-01', created_at_end: '2026-10-31' }))
  await page.getByRole('search').getByLabel('종료일').fill('2026-08-01')
  await page.getByRole('search').getByLabel('종료일').press('Tab')
  await expect(page.getByRole('search').getByText('시작일이 종료일보다 늦습니다.')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: '시작일이 종료일보다 늦습니다.' })).toBeVisible()
  await page.getByRole('search').getByLabel('종료일').fill('2026-02-30')
  await page.getByRole('search').getByLabel('종료일').press('Tab')
  await expect(page.getByText('날짜를 확인해 주세요.')).toBeVisible()
})

test('sorting toggles, the page size holds, and page buttons and jumps lead where they say', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await openCaseBook(page, office.url)
  await expect(page.getByText('동기화됨')).toBeVisible({ timeout: 60_000 })
  const all = await listCases(colleague)
  const fees = all.flatMap((one) => (one.fees === null ? [] : [one.fees])).toSorted((a, b) => a - b)
  const header = page.getByRole('columnheader', { name: /보수료/ })
  await header.click()
  await expect(header).toHaveAttribute('aria-sort', 'ascending')
  await header.click()
  await expect(header).toHaveAttribute('aria-sort', 'descending')
  await expect(page).toHaveURL(/sort=-fees/)
  await expect(page.locator('[role=gridcell][data-row="0"][data-col="6"]')).toHaveText(
    (fees.at(-1) ?? 0).toLocaleString('ko-KR'),
  )

  const bar = page.getByRole('navigation', { name: '페이지' })
  await bar.getByLabel('페이지당').selectOption('50')
  await expect(page).toHaveURL(/page_size=50/)
  const pages = Math.ceil(all.length / 50)
  await expect(bar).toContainText(`1 / ${pages} 페이지`)
  await bar.getByRole('button', { name: '2 페이지', exact: true }).click()
  await expect(bar).toContainText(`2 / ${pages} 페이지`)
  await expect(page.locator('[role=gridcell][data-row="50"]').first()).toBeInViewport()
  const jump = bar.getByLabel('페이지 이동')
  await jump.fill(String(pages + 1))
  await jump.press('Enter')
  await expect(page.getByText(`1~${pages} 사이의 페이지를 입력하세요.`)).toBeVisible()
  await expect(page.getByText(`1~${pages} 사이의 페이지를 입력하세요.`)).toHaveCount(0)
  await jump.fill('x')
  await bar.getByRole('button', { name: '이동', exact: true }).click()
  await expect(page.getByText(`1~${pages} 사이의 페이지를 입력하세요.`)).toBeVisible()
  await jump.fill(String(pages))
  await jump.press('Enter')
  await expect(bar).toContainText(`${pages} / ${pages} 페이지`)
})

test('an entry that no longer fits the question stays in sight until the book is refreshed', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeCases(colleague, '밖으로', 2)
  await openCaseBook(page, office.url, '?search=밖으로')
  await cellOf(rowOf(page, '밖으로1'), '소유자').click()
  await page.keyboard.type('나간사람')
  await page.keyboard.press('Enter')
  await expect(rowOf(page, '나간사람')).toBeVisible()
  await expect(page.getByText('대기 0')).toBeVisible({ timeout: 60_000 })
  await page.getByRole('button', { name: '새로고침' }).click()
  await expectOwners(page, ['밖으로2'])
})
