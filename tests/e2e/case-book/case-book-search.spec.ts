import type { Page } from '@playwright/test'
import { formatNumber } from '#contract/text/format-number.ts'
import { expectOwners, openCaseBook } from '../support/case-book.ts'
import { countCases } from '../support/colleague.ts'
import { waitUntilCopied } from '../support/go-offline.ts'
import { openHangulKeyboard } from '../support/hangul-keyboard.ts'
import { makeCases } from '../support/own-cases.ts'
import { expect, test } from '../support/test.ts'

test.use({ reusesDevice: true })

const count = (page: Page) => page.getByRole('navigation', { name: '페이지' }).getByRole('status')
const formatTotal = (cases: number) => `총 ${formatNumber(cases)}건`

test('finds cases by part of a name and by 초성, and 뒤로 restores the previous search', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeCases(colleague, '뷥샾릏퐄', 2)
  await openCaseBook(page, office.url)
  await waitUntilCopied(page)
  const search = page.getByRole('searchbox', { name: '검색' })
  const ime = await openHangulKeyboard(page)
  await search.click()
  await ime.compose('ㅂ', 'ㅄ')
  await expect(count(page)).toHaveText(formatTotal(await countCases(colleague, { search: 'ㅂㅅ' })))
  await ime.accept('ㅄ')
  for (const consonant of ['ㄹ', 'ㅍ']) {
    await ime.compose(consonant)
    await ime.accept(consonant)
  }
  await expectOwners(page, ['뷥샾릏퐄1', '뷥샾릏퐄2'])

  await search.fill('샾릏')
  await expect(page).toHaveURL(new RegExp(encodeURIComponent('샾릏')))
  await search.fill('ㅄㄹㅍ2')
  await expectOwners(page, ['뷥샾릏퐄2'])
  await expect(page).toHaveURL(new RegExp(encodeURIComponent('ㅄㄹㅍ2')))
  await page.reload()
  await expectOwners(page, ['뷥샾릏퐄2'])
  await expect(search).toHaveValue('ㅄㄹㅍ2')
  await page.goBack()
  await expectOwners(page, ['뷥샾릏퐄1', '뷥샾릏퐄2'])
  await expect(search).toHaveValue('샾릏')

  await search.fill('없는사람없는사람')
  await expectOwners(page, [])
  await expect(page.getByText('총 0건')).toBeVisible()
  await makeCases(colleague, '없는사람없는사람')
  await expectOwners(page, ['없는사람없는사람1'])
  const reset = page.getByRole('button', { name: '필터 초기화' })
  await reset.click()
  await expect(search).toHaveValue('')
  await expect(reset).toBeDisabled()
})

test('a suggestion filter and a date range find the same cases as the server', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await openCaseBook(page, office.url)
  await waitUntilCopied(page)
  const bar = page.getByRole('search')
  const manager = bar.getByRole('combobox', { name: '담당자', exact: true })
  await manager.fill('ㄱㅁㄹ')
  await page.getByRole('option', { name: '강미르' }).click()
  await expect(manager).toHaveValue('강미르')
  await expect(count(page)).toHaveText(formatTotal(await countCases(colleague, { business_manager: '강미르' })))
  await page.getByRole('button', { name: '필터 초기화' }).click()

  const from = bar.getByLabel('시작일')
  const until = bar.getByLabel('종료일')
  await from.fill('260901')
  await from.press('Enter')
  await until.fill('2026-10-31')
  await until.press('Tab')
  const range = { created_at_start: '2026-09-01', created_at_end: '2026-10-31' }
  await expect(count(page)).toHaveText(formatTotal(await countCases(colleague, range)))
  await until.fill('2026-08-01')
  await until.press('Tab')
  await expect(bar.getByText('시작일이 종료일보다 늦습니다.')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: '시작일이 종료일보다 늦습니다.' })).toBeVisible()
  await until.fill('2026-02-30')
  await until.press('Tab')
  await expect(page.getByText('2026년 2월에는 30일이 없습니다.')).toBeVisible()

  // Reports have a separate date range.
  await page.goto(`${office.url}/services/deposit?tab=report`)
  await page.getByLabel('시작일').first().fill('2026-11-02')
  await page.getByLabel('종료일').first().fill('2026-11-01')
  await page.getByLabel('종료일').first().press('Tab')
  await expect(page.getByText('시작일이 종료일보다 늦습니다.').first()).toBeVisible()
})
