import { hangulKeyboard } from './support/hangul-keyboard.ts'
import { countCases, listCases } from './support/colleague.ts'
import { expectOwners, openCaseBook } from './support/case-book.ts'
import { makeCases } from './support/own-cases.ts'
import { expect, test } from './support/test.ts'

test.use({ isDeviceKept: true })

test('consonants that the keyboard joined find what they find one by one: while typed, by a link, in a suggestion filter', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeCases(colleague, '뷥샾릏퐄', 2)
  await openCaseBook(page, office.url)
  await expect(page.getByText('동기화됨')).toBeVisible({ timeout: 60_000 })
  const search = page.getByRole('searchbox', { name: '검색' })
  const ime = await hangulKeyboard(page)
  await search.click()
  await ime.compose('ㅂ', 'ㅄ')
  const onServer = await countCases(colleague, { search: 'ㅂㅅ' })
  await expect(page.getByRole('navigation', { name: '페이지' }).getByRole('status')).toHaveText(
    `총 ${onServer.toLocaleString('ko-KR')}건`,
  )
  await ime.accept('ㅄ')
  for (const consonant of ['ㄹ', 'ㅍ']) {
    await ime.compose(consonant)
    await ime.accept(consonant)
  }
  await expect(search).toHaveValue('ㅄㄹㅍ')
  await expectOwners(page, ['뷥샾릏퐄1', '뷥샾릏퐄2'])
  const found = await listCases(colleague, { search: 'ㅄㄹㅍ2' })
  expect(found.map(({ owner }) => owner)).toEqual(['뷥샾릏퐄2'])
  await page.goto(`${office.url}/services/real-estate?tab=table&search=ㅄㄹㅍ2`)
  await expectOwners(page, ['뷥샾릏퐄2'])
  await page.getByRole('button', { name: '필터 초기화' }).click()
  const manager = page.getByRole('search').getByRole('combobox', { name: '담당자', exact: true })
  await manager.fill('ㅄㄹ')
  await page.getByRole('option', { name: '박새론' }).click()
  await expect(manager).toHaveValue('박새론')
})
