import type { Page } from '@playwright/test'
import { addDays, officeDay } from '#domain/office-date.ts'
import { expectNoBarrier } from './support/barriers.ts'
import { newId } from '#server/new-id.ts'
import { goOffline, untilCopied } from './support/go-offline.ts'
import { sheetOf, sheetType, workbookOf } from './support/sheet-of.ts'
import { expect, test } from './support/test.ts'
import { makeUnits, openUnits, unitCell, unitEntryCell, unitGrid, unitRow } from './support/units.ts'
import { pressExport } from './support/take-out.ts'

test.use({ isDeviceKept: true })

const labels = [
  ...['등기접수일', '사업구간', '등기목적', '동호수', '소유자', '전용면적(㎡)', '매매가(분양가)', '취득세·등록세'],
  ...['이전 접수번호', '이전 보수', '설정 접수번호', '근저당 은행', '설정 보수'],
]

test('데이터 is the first tab, with the thirteen columns in their order', async ({ office, staffPage: page }) => {
  await page.setViewportSize({ width: 1920, height: 900 })
  await openUnits(page, office.url)
  await expect(page.getByRole('tab', { name: '데이터' })).toHaveAttribute('aria-selected', 'true')
  const headers = await unitGrid(page).getByRole('columnheader').allInnerTexts()
  const shown = headers.map((text) => text.trim()).filter((text) => labels.includes(text))
  expect(shown).toEqual(labels)
  await expectNoBarrier(page)
})

test('an old link with filters of the case book still opens the case book', async ({ office, staffPage: page }) => {
  await page.goto(`${office.url}/services/real-estate?business_manager=%EC%9C%A4%EB%82%98%EB%9E%98`)
  await expect(page.getByRole('grid', { name: '사건부' })).toBeVisible()
  await expect(page.getByRole('tab', { name: '사건부' })).toHaveAttribute('aria-selected', 'true')
})

test('a unit typed as 101-1203 in the entry line is 101동 1203호, found by either and by its group, 동 and 호', async ({
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
  await expect(page.getByText('추가 성공 (101동 1203호 · 입력단지)')).toBeVisible()

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

test('a unit is added in a form, and a number that another of its group bears is refused', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeUnits(colleague, '양식단지', [{ dongho: '101-101', owner: '먼저산이' }])
  await openUnits(page, office.url, `?search=${encodeURIComponent('양식단지')}`)
  await expect(unitRow(page, '101동 101호')).toBeVisible()
  await page.getByRole('button', { name: '세대 추가' }).first().click()
  const form = page.getByRole('dialog', { name: '세대 추가' })
  await form.getByRole('combobox', { name: /^사업구간/ }).selectOption('양식단지')
  await form.getByRole('textbox', { name: /^동호수/ }).fill('101 101')
  await form.getByRole('button', { name: '저장' }).click()
  await expect(page.getByText(/같은 사업구간에 같은 동호수의 세대가 이미 있습니다/).first()).toBeVisible({
    timeout: 30_000,
  })
})

test('units of one list and of its sheet stand in the order of their numbers', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeUnits(
    colleague,
    '순서단지',
    ['1001-101', '101-1203', '101-203', '99-1'].map((dongho) => ({ dongho })),
  )
  await openUnits(page, office.url, `?search=${encodeURIComponent('순서단지')}&sort=dongho`)
  const cells = unitGrid(page).locator('[role=gridcell][data-col="3"]:not([data-row="-1"])')
  const ordered = ['99동 1호', '101동 203호', '101동 1203호', '1001동 101호']
  await expect.poll(() => cells.allInnerTexts()).toEqual(ordered)
  const arriving = page.waitForEvent('download')
  await pressExport(page)
  const [header = [], ...rows] = await sheetOf(await arriving)
  expect(rows.slice(0, 4).map((row) => row[header.indexOf('동호수')])).toEqual(ordered)
})

test('a receipt number is 처리중 until it is 처리완료, and can be typed all the while', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeUnits(colleague, '접수단지', [{ dongho: '101-101', owner: '접수인' }])
  await openUnits(page, office.url, `?search=${encodeURIComponent('접수단지')}`)
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

test('a unit that is filed within two days is highlighted and says when', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const today = officeDay(Date.now())
  const days = [-1, 0, 1, 2, 3]
  await makeUnits(
    colleague,
    '임박단지',
    days.map((ahead) => ({ dongho: `${ahead + 10}호`, regi_date: addDays(today, ahead) })),
  )
  await openUnits(page, office.url, `?search=${encodeURIComponent('임박단지')}`)
  const said = ['', '오늘', '내일', '모레', '']
  for (const [at, word] of said.entries()) {
    const row = unitRow(page, `${at + 9}호`)
    await expect(unitCell(row, '등기접수일')).toHaveText(new RegExp(word === '' ? '\\d$' : `${word}$`))
    expect((await row.getAttribute('class'))?.includes('warn-wash')).toBe(word !== '')
  }
})

test('동호수 is changed without a network, its halves with it, and reaches the server @offline', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const group = await makeUnits(colleague, '끊김단지', [{ dongho: '101-101', owner: '끊긴이' }])
  await openUnits(page, office.url, `?search=${encodeURIComponent('끊김단지')}`)
  await goOffline(page, office)
  await unitCell(unitRow(page, '101동 101호'), '동호수').click()
  await page.keyboard.type('1002동 305')
  await page.keyboard.press('Enter')
  await expect(unitRow(page, '1002동 305호')).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(unitRow(page, '101동 101호')).toBeVisible()
  await page.keyboard.press('Control+y')
  await expect(unitRow(page, '1002동 305호')).toBeVisible()
  await openUnits(page, office.url, `?search=${encodeURIComponent('끊김단지')}&dong=1002`)
  await expect(unitRow(page, '1002동 305호')).toBeVisible()
  office.network.setReachable(true)
  const stored = async () =>
    (await colleague.get<{ results: { dong: string; ho: string }[] }>(`/api/mysql/realestate/unit/?group_id=${group}`))
      .results
  await expect.poll(stored, { timeout: 60_000 }).toMatchObject([{ dong: '1002동', ho: '305호' }])
})

test('a sheet of units that is taken out, changed and brought back changes what was changed', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeUnits(colleague, '엑셀단지', [
    { dongho: '101-101', owner: '하나', transfer_ownership_receipt_num: '제7호' },
    { dongho: '101-102', owner: '둘' },
  ])
  await openUnits(page, office.url, `?search=${encodeURIComponent('엑셀단지')}&sort=dongho`)
  await expect(page.getByText('총 2건')).toBeVisible()
  const [file] = await Promise.all([page.waitForEvent('download'), pressExport(page)])
  const [header = [], ...rows] = await sheetOf(file)
  const at = (title: string) => header.indexOf(title)
  const [first = [], second = []] = rows
  // What a sheet holds is the number itself, whatever the screen shows of it.
  expect([first[at('동호수')], first[at('이전 접수번호')]]).toEqual(['101동 101호', '제7호'])
  second[at('동호수')] = '101-201'
  await page.getByRole('button', { name: '엑셀 가져오기' }).click()
  const dialog = page.getByRole('dialog')
  await dialog
    .getByLabel('엑셀 파일', { exact: true })
    .setInputFiles({ name: '세대.xlsx', mimeType: sheetType, buffer: workbookOf([header, first, second]) })
  await expect(dialog.getByText('101동 201호')).toBeVisible()
  await dialog
    .getByRole('button', { name: /반영|가져오기/ })
    .last()
    .click()
  await expect(unitRow(page, '101동 201호')).toBeVisible({ timeout: 30_000 })
  await expect(unitCell(unitRow(page, '101동 101호'), '소유자')).toHaveText('하나')
})

test('a bank that is not there yet is made from the cell of a unit, its number written one way', async ({
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

test('a unit goes with its parts in one act, and comes back with them and their numbers', async ({
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
  await untilCopied(page)
  await unitCell(unitRow(page, '101동 101호'), '소유자').click()
  await unitRow(page, '101동 101호').getByRole('button', { name: /삭제$/ }).click()
  const question = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await expect(question.getByText('토지 1건, 소유자 1건도 함께 삭제됩니다.')).toBeVisible()
  await question.getByRole('button', { name: '삭제' }).click()
  const parts = async () => {
    const lists = ['land', 'owner'].map((kind) =>
      colleague.get<unknown[]>(`/api/mysql/realestate/${kind}/list?group_data_id=${unit}`),
    )
    return (await Promise.all(lists)).map(({ length }) => length)
  }
  await expect.poll(parts, { timeout: 30_000 }).toEqual([0, 0])
  await expect(unitRow(page, '101동 101호')).toHaveCount(0)
  await page.getByRole('button', { name: '되돌리기' }).last().click()
  await expect(unitRow(page, '101동 101호')).toBeVisible()
  await expect.poll(parts, { timeout: 30_000 }).toEqual([1, 1])
  const asked = { collection: 'unit-owners', id: owner.id, reason: '되돌린 번호 확인' }
  const { body } = await colleague.send('POST', '/api/mysql/realestate/reveal_number', asked)
  expect(body).toEqual({ number })
})

async function searchFor(page: Page, text: string): Promise<void> {
  await page
    .getByRole('searchbox')
    .or(page.getByRole('textbox', { name: '검색' }))
    .first()
    .fill(text)
}
