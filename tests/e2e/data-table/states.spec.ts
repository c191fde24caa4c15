import { expectNoBarrier } from '../support/barriers.ts'
import { expect, test } from './harness-server.ts'
import { activePlace, cell, isCellInputFocused } from './table-steps.ts'

const fees = 3

for (const scheme of ['light', 'dark'] as const) {
  test(`axe finds nothing in the ${scheme} scheme: rows in every state, the conflict card, an open list`, async ({
    openTable,
    page,
  }) => {
    test.slow()
    await page.emulateMedia({ colorScheme: scheme })
    await openTable('rows=12&states&arrived')
    await expectNoBarrier(page)
    await cell(page, 4, fees).click()
    await page.getByRole('button', { name: '내 값 유지' }).waitFor()
    await expectNoBarrier(page)
    await cell(page, 8, 5).dblclick()
    await page.locator('[role=listbox]').waitFor()
    await expectNoBarrier(page)
  })
}

for (const [query, words] of [
  ['rows=0', '데이터가 없습니다'],
  ['rows=0&status=loading', '데이터를 불러오는 중...'],
  ['rows=0&status=error', '데이터를 불러오는데 문제가 발생했습니다.'],
  ['rows=0&status=never_fetched', '이 기기에 아직 내려받은 자료가 없습니다.'],
] as const) {
  test(`the table says "${words}" in place of rows (${query})`, async ({ openTable }) => {
    const page = await openTable(query)
    await expect(page.getByText(words)).toBeVisible()
    await expectNoBarrier(page)
  })
}

test('while a first copy runs the table says how far it is, and never that there are none', async ({ openTable }) => {
  const page = await openTable('rows=0&status=loading&copying')
  await expect(page.getByText('자료를 내려받는 중...')).toBeVisible()
  await expect(page.getByText('12,000 / 100,000')).toBeVisible()
  await expect(page.getByText(/총 ?0건/)).toHaveCount(0)
  await expectNoBarrier(page)
})

test('beside the first rows of a copy that runs the bar says how many there are and how far it is', async ({
  openTable,
}) => {
  const page = await openTable('rows=50&copying')
  const bar = page.getByRole('navigation', { name: '페이지' })
  await expect(bar.getByText('총 50건')).toBeVisible()
  await expect(bar.getByText('자료를 내려받는 중...')).toBeVisible()
  await expect(page.getByText('12,000 / 100,000')).toHaveCount(1)
  await expectNoBarrier(page)
})

test('an error behind rows that are there leaves them readable', async ({ openTable }) => {
  const page = await openTable('status=error')
  await expect(page.getByText('데이터를 불러오는데 문제가 발생했습니다.')).toBeVisible()
  await expect(cell(page, 0, 1)).toHaveText('소유자 1')
})

test('a refused value says why on focus', async ({ openTable }) => {
  const page = await openTable('states')
  await cell(page, 3, fees).click()
  await expect(page.locator('[data-anchored]')).toHaveText('보수료: 0 이상으로 입력해 주세요.')
  await cell(page, 7, 1).click()
  await expect(page.locator('[data-anchored]')).toHaveText('현재 조건과 맞지 않음 · 새로고침하면 이동합니다')
})

test('a conflict shows both values and who, and is settled by mouse or by Enter', async ({ openTable }) => {
  const page = await openTable('states')
  await expect(cell(page, 4, fees)).toContainText('44,000')
  await expect(cell(page, 4, fees)).toContainText('550,000')
  await cell(page, 4, fees).click()
  await expect(page.locator('[data-anchored]')).toContainText('김온결')
  await page.getByRole('button', { name: '상대 값 사용' }).click()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: '내 값 유지' })).toBeFocused()
  await page.keyboard.press('Enter')
  expect(await isCellInputFocused(page)).toBe(true)
  const settled = await page.evaluate(() => window.harness.settled.map(({ key, opId, choice }) => [key, opId, choice]))
  expect(settled).toEqual([
    ['fees', 'op-4', 'theirs'],
    ['fees', 'op-4', 'mine'],
  ])
})

test('the paging bar shows the page of the top row, jumps, and says what is wrong with a page', async ({
  openTable,
}) => {
  const page = await openTable('rows=1000')
  await expect(page.getByText('1 / 50 페이지')).toBeVisible()
  await page.getByRole('button', { name: /^3 ?페이지$/ }).click()
  await expect(cell(page, 40, 1)).toBeVisible()
  await expect(page.getByText('3 / 50 페이지')).toBeVisible()
  await page.getByRole('button', { name: '마지막 페이지' }).click()
  await expect(page.getByText('50 / 50 페이지')).toBeVisible()
  await expect(cell(page, 999, 1)).toBeVisible()
  const jump = page.getByRole('textbox', { name: '페이지 이동' })
  for (const typed of ['셋', '51']) {
    await jump.fill(typed)
    await jump.press('Enter')
  }
  expect(await page.evaluate(() => window.harness.messages.map((message) => message.text))).toEqual([
    '올바른 페이지 번호를 입력하세요.',
    '1부터 50 사이의 페이지 번호를 입력하세요.',
  ])
  await page.getByRole('combobox', { name: '페이지당' }).selectOption('100')
  await expect(page.getByText('10 / 10 페이지')).toBeVisible()
})

test('new records wait behind a bar until they are asked for', async ({ openTable }) => {
  const page = await openTable('arrived')
  await page.getByRole('button', { name: '새 기록 3건 · 새로고침' }).click()
  await expect(page.getByRole('button', { name: '새 기록 3건 · 새로고침' })).toHaveCount(0)
})

test('a drag on a border sets the width, a double click fits it', async ({ openTable }) => {
  const page = await openTable()
  const header = page.getByRole('columnheader', { name: '소유자', exact: true })
  const box = await header.boundingBox()
  if (!box) throw new Error('no header')
  await page.mouse.move(box.x + box.width - 3, box.y + 10)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width + 77, box.y + 10, { steps: 4 })
  await page.mouse.up()
  expect(Math.round((await header.boundingBox())?.width ?? 0)).toBe(210)
  expect(Math.round((await cell(page, 3, 1).boundingBox())?.width ?? 0)).toBe(210)
  await page.mouse.dblclick(box.x + 210 - 3, box.y + 10)
  await expect.poll(async () => (await header.boundingBox())?.width ?? 0).toBeLessThan(150)
  expect(await activePlace(page)).toBe('-1-0')
})
