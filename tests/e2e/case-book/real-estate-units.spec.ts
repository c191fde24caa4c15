import type { Page } from '@playwright/test'
import { toOfficeDay } from '#domain/dates/office-date.ts'
import { newId } from '#server/new-id.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { waitUntilCopied } from '../support/go-offline.ts'
import { expect, test } from '../support/test.ts'
import { makeUnits, openUnits, unitCell, unitEntryCell, unitGrid, unitRow } from '../support/units.ts'

test.use({ reusesDevice: true })

const labels = [
  '등기접수일',
  '사업구간',
  '등기목적',
  '동호수',
  '소유자',
  '전용면적(㎡)',
  '매매가(분양가)',
  '취득세·등록세',
  '이전 접수번호',
  '이전 보수',
  '설정 접수번호',
  '근저당 은행',
  '설정 보수',
]

test('reads 101-1203 as 101동 1203호, and finds the unit by either form, its owner, its group and 동', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeUnits(colleague, '입력단지', [{ dongho: '1001-1203', owner: '먼동이' }])
  await openUnits(page, office.url)
  await unitEntryCell(page, '사업구간').click()
  await page.keyboard.type('입력단지')
  await page.getByRole('option', { name: '입력단지', exact: true }).click()
  await unitEntryCell(page, '동호수').click()
  await page.keyboard.type('101-1203')
  await page.keyboard.press('Tab')
  await expect(unitEntryCell(page, '동호수')).toHaveText('101동 1203호')
  await page.keyboard.type('입력소유')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('성공적으로 추가되었습니다.')).toBeVisible()

  for (const search of ['입력소유 101-1203', '입력소유 101동1203호', 'ㅇㄹㅅㅇ']) {
    await searchFor(page, search)
    await expect(unitCell(unitRow(page, '101동 1203호'), '소유자')).toHaveText('입력소유')
    await expect(page.getByText('총 1건')).toBeVisible()
  }
  await searchFor(page, '입력단지')
  await expect(page.getByText('총 2건')).toBeVisible()
  await page.getByRole('combobox', { name: '동', exact: true }).fill('1001')
  await page.keyboard.press('Escape')
  await expect(unitRow(page, '1001동 1203호')).toBeVisible()
  await expect(page.getByText('총 1건')).toBeVisible()
  await expect(page).toHaveURL(/dong=(%22)?1001/)
})

test('shows a receipt number as 처리중 until it is 처리완료, and marks a unit filed today', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await page.setViewportSize({ width: 1920, height: 900 })
  const unit = { dongho: '101-101', owner: '접수인', regi_date: toOfficeDay(Date.now()) }
  await makeUnits(colleague, '접수단지', [unit])
  await openUnits(page, office.url, `?search=${encodeURIComponent('접수단지')}`)
  await expect(page.getByRole('tab', { name: '데이터' })).toHaveAttribute('aria-selected', 'true')
  const headers = await unitGrid(page).getByRole('columnheader').allInnerTexts()
  expect(headers.map((text) => text.trim()).filter((text) => labels.includes(text))).toEqual(labels)
  await expectAccessible(page)
  await expect(unitCell(unitRow(page, '101동 101호'), '등기접수일')).toHaveText(/오늘$/)
  await expect(unitRow(page, '101동 101호')).toHaveClass(/warn-wash/)
  const number = unitCell(unitRow(page, '101동 101호'), '이전 접수번호')
  await expect(number).toHaveText('')
  await number.click()
  await page.keyboard.type('제1234호')
  await page.keyboard.press('Enter')
  await expect(number).toHaveText('처리중')
  await number.click()
  await page.keyboard.press('F2')
  await expect(page.locator('[data-cell-input]')).toHaveValue('제1234호')
  await page.keyboard.press('Escape')

  await unitRow(page, '101동 101호').getByRole('button', { name: /상세$/ }).first().click()
  const panel = page.getByRole('region', { name: '세대 상세: 101동 101호 · 접수단지' })
  await panel.getByRole('tab', { name: '소유권이전' }).click()
  await panel.getByLabel('이전 처리상태').selectOption('처리완료')
  await panel.getByRole('button', { name: '저장' }).click()
  await expect(number).toHaveText('제1234호')
})

test('creates a missing bank from the cell of a unit and formats its number', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await page.setViewportSize({ width: 1920, height: 900 })
  await makeUnits(colleague, '은행단지', [{ dongho: '101-101' }])
  await openUnits(page, office.url, `?search=${encodeURIComponent('은행단지')}`)
  const cell = unitCell(unitRow(page, '101동 101호'), '근저당 은행')
  await cell.click()
  await page.keyboard.type('별빛은행')
  await page.getByRole('option', { name: "새 은행 '별빛은행' 만들기" }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: '법인등록번호' }).fill('1101110062432')
  await form.getByRole('button', { name: '저장' }).click()
  await expect(cell).toHaveText('별빛은행')
  await page.getByRole('tab', { name: '은행' }).click()
  await expect(page.getByRole('grid', { name: '은행' }).getByText('110111-0062432')).toBeVisible()
})

test('deletes a unit with its parts in one step, and undo restores them with their numbers', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const unit = newId()
  await makeUnits(colleague, '삭제단지', [{ id: unit, dongho: '101-101', owner: '삭제인' }])
  const land = { unit_id: unit, address: '달빛동 1-1' }
  expect((await colleague.send('POST', '/api/mysql/realestate/land/', land)).status).toBe(201)
  const number = '840404-1000004'
  const owner = { id: newId(), unit_id: unit, owner: '삭제인', owner_num: number }
  expect((await colleague.send('POST', '/api/mysql/realestate/owner/', owner)).status).toBe(201)
  await openUnits(page, office.url, `?search=${encodeURIComponent('삭제단지')}`)
  await waitUntilCopied(page)
  await unitCell(unitRow(page, '101동 101호'), '소유자').click()
  await unitRow(page, '101동 101호').getByRole('button', { name: /삭제$/ }).click()
  const question = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await expect(question.getByText('토지 1건, 소유자 1건도 함께 삭제됩니다.')).toBeVisible()
  await question.getByRole('button', { name: '삭제' }).click()
  const listParts = async () => {
    const lists = ['land', 'owner'].map((kind) =>
      colleague.get<unknown[]>(`/api/mysql/realestate/${kind}/list?group_data_id=${unit}`),
    )
    return (await Promise.all(lists)).map(({ length }) => length)
  }
  await expect.poll(listParts, { timeout: 30_000 }).toEqual([0, 0])
  await expect(unitRow(page, '101동 101호')).toHaveCount(0)
  await page.getByRole('button', { name: '되돌리기' }).last().click()
  await expect(unitRow(page, '101동 101호')).toBeVisible()
  await expect.poll(listParts, { timeout: 30_000 }).toEqual([1, 1])
  const revealRequest = { collection: 'unit-owners', id: owner.id, reason: '되돌린 번호 확인' }
  const { body } = await colleague.send('POST', '/api/mysql/realestate/reveal_number', revealRequest)
  expect(body).toEqual({ number })
})

async function searchFor(page: Page, text: string): Promise<void> {
  await page
    .getByRole('searchbox')
    .or(page.getByRole('textbox', { name: '검색' }))
    .first()
    .fill(text)
}
