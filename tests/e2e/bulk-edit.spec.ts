import type { Locator, Page } from '@playwright/test'
import { hangulKeyboard } from './support/hangul-keyboard.ts'
import { preferTables } from './support/cards.ts'
import { cellOf, openCaseBook, rowOf } from './support/case-book.ts'
import { goOffline } from './support/go-offline.ts'
import { casesOf, makeCases } from './support/own-cases.ts'
import { refuseEdits } from './support/refuse-edits.ts'
import { expect, test } from './support/test.ts'

test.use({ isDeviceKept: true })

test('three ticked rows, two fields: seen, previewed, done and taken back in one step', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const before = await makeCases(colleague, '일괄', 4)
  await colleague.send('PUT', '/api/mysql/realestate/list/', { id: before[0]?.id, purpose: '근저당권설정' })
  await openCaseBook(page, office.url, '?search=일괄')
  await tick(page, '일괄1', '일괄2', '일괄3')
  await page.getByRole('button', { name: '일괄 수정 (3)' }).click()
  const dialog = page.getByRole('dialog', { name: '일괄 수정(3건 선택)' })
  await expect(dialog.getByRole('listitem').filter({ hasText: '등기목적' })).toContainText('값 2가지')
  await dialog.getByRole('button', { name: '미리보기' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('수정할 항목을 하나 이상 선택해 주세요.')

  await dialog.getByRole('button', { name: '등기목적 현재 값 보기' }).click()
  await dialog.getByRole('button', { name: /근저당권설정/ }).click()
  await dialog.getByRole('checkbox', { name: '보수료', exact: true }).check()
  await expect(dialog.getByRole('checkbox', { name: '부가세' })).toBeChecked()
  await dialog.getByRole('button', { name: '미리보기' }).click()
  await expect(dialog.getByText('새 값을 입력하거나 비우기를 선택해 주세요.')).toBeVisible()
  await dialog.getByLabel('보수료 새 값').fill('250,000')
  await dialog.getByRole('button', { name: '미리보기' }).click()
  await expect(dialog.getByLabel('미리보기 요약')).toContainText('바뀌는 행 3건')
  await expect(dialog.getByText('등기목적 2건 · 보수료 3건 · 부가세 3건')).toBeVisible()
  await expect(dialog.getByRole('table')).toContainText('25,000')
  await dialog.getByRole('button', { name: '3건 변경' }).click()

  await expect(page.getByText('3개 데이터가 일괄 변경되었습니다.')).toBeVisible()
  await expect(dialog).toBeHidden()
  // Hovered, a note stays.
  await page.getByRole('button', { name: '되돌리기' }).hover()
  const changed = ['근저당권설정', 250_000, 25_000]
  const plain = ['소유권이전', 100_000, 10_000]
  const values = async () =>
    (await casesOf(colleague, '일괄')).map(({ purpose, fees, fees_vat }) => [purpose, fees, fees_vat])
  await expect.poll(values).toEqual([changed, changed, changed, plain])
  await page.getByRole('button', { name: '되돌리기' }).click()
  await expect.poll(values).toEqual([['근저당권설정', 100_000, 10_000], plain, plain, plain])
  await expect(page.getByRole('button', { name: '다시 실행: 일괄 수정 (등기목적 외 2개 항목) (Ctrl+Y)' })).toBeEnabled()
})

test('all that match, over pages and over 300 rows, but for the exceptions; another number by now is asked again', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  test.slow()
  await Promise.all(['많은가', '많은나', '많은다', '많은라'].map((name) => makeCases(colleague, name, 80)))
  await openCaseBook(page, office.url, '?search=많은')
  await expect(page.getByText('동기화됨')).toBeVisible({ timeout: 60_000 })
  await page.getByRole('checkbox', { name: '이 화면의 행 모두 선택' }).click()
  await page.getByRole('button', { name: '검색 결과 320건 전체 선택' }).click()
  await page.getByRole('checkbox', { name: '3행 선택', exact: true }).click()
  await page.getByRole('button', { name: '다음 페이지' }).click()
  await expect(page.getByText('검색 결과 320건 전체 선택됨 (1건 제외)')).toBeVisible()
  await page.getByRole('button', { name: '일괄 수정 (319)' }).click()
  const dialog = page.getByRole('dialog', { name: '일괄 수정(319건 선택)' })
  await dialog.getByRole('checkbox', { name: '등기목적', exact: true }).check()
  await dialog.getByLabel('등기목적 새 값').fill('말소')
  await dialog.getByLabel('등기목적 새 값').press('Enter')
  await expect(dialog.getByRole('button', { name: '319건 변경' })).toBeVisible()
  await expect(dialog.getByRole('row')).toHaveCount(11)

  await makeCases(colleague, '많은또')
  await expect(page.getByText('새 기록 1건')).toBeAttached({ timeout: 60_000 })
  await dialog.getByRole('button', { name: '319건 변경' }).click()
  await expect(dialog.getByText('대상이 319건에서 320건으로 달라졌습니다.')).toBeVisible()
  await dialog.getByRole('button', { name: '320건 변경' }).click()
  // The note comes with the end of the dialog, when the server has taken all.
  await expect(page.getByText('320개 데이터가 일괄 변경되었습니다.')).toBeVisible({ timeout: 60_000 })
  const purposes = async () =>
    Object.entries(Object.groupBy(await casesOf(colleague, '많은'), ({ purpose }) => purpose ?? '')).map(
      ([purpose, list]) => [purpose, list?.length],
    )
  await expect.poll(purposes, { timeout: 60_000 }).toEqual(
    expect.arrayContaining([
      ['말소', 320],
      ['소유권이전', 1],
    ]),
  )
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: /^실행 취소: 일괄 수정/ }).click()
  await expect.poll(purposes, { timeout: 60_000 }).toEqual([['소유권이전', 321]])
})

test('without a network it is kept and closes; with one it goes by itself, and what a colleague changed elsewhere stays @offline', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const [made] = await makeCases(colleague, '일괄끊긴', 2)
  await openCaseBook(page, office.url, '?search=일괄끊긴')
  await goOffline(page, office)
  await colleague.send('PUT', '/api/mysql/realestate/list/', { id: made?.id, fees: 777_000, fees_vat: 77_700 })
  await tick(page, '일괄끊긴1', '일괄끊긴2')
  await page.getByRole('button', { name: '일괄 수정', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: /^일괄 수정/ })
  await dialog.getByRole('checkbox', { name: '등기목적', exact: true }).check()
  await dialog.getByRole('checkbox', { name: '등기목적 비우기' }).check()
  await dialog.getByRole('button', { name: '미리보기' }).click()
  await expect(dialog.getByText('(비어 있음)')).toHaveCount(2)
  await dialog.getByRole('button', { name: '2건 변경' }).click()
  await expect(page.getByText('2개 데이터가 일괄 변경되었습니다. · 저장됨(전송 대기)')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(cellOf(rowOf(page, '일괄끊긴2'), '등기목적')).not.toContainText('소유권이전')
  office.network.setReachable(true)
  await page.getByRole('button', { name: '새로고침' }).click()
  await expect
    .poll(async () => (await casesOf(colleague, '일괄끊긴')).map(({ purpose, fees }) => [purpose, fees]))
    .toEqual([
      [null, 777_000],
      [null, 100_000],
    ])
})

test('a row that the server refuses is listed with the reason and goes through when it is tried again', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const context = page.context()
  const [, second] = await makeCases(colleague, '돌려보낸', 3)
  await openCaseBook(page, office.url, '?search=돌려보낸')
  await refuseEdits(context, { message: '마감된 사건입니다.', of: second?.id ?? '-' })
  await tick(page, '돌려보낸1', '돌려보낸2', '돌려보낸3')
  await page.getByRole('button', { name: '일괄 수정', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: /^일괄 수정/ })
  await dialog.getByRole('checkbox', { name: '등기목적', exact: true }).check()
  await dialog.getByLabel('등기목적 새 값').fill('새 목적')
  await dialog.getByRole('button', { name: '미리보기' }).click()
  await dialog.getByRole('button', { name: '3건 변경' }).click()
  const refused = dialog.getByRole('region', { name: '저장되지 않은 행' })
  await expect(refused).toContainText('돌려보낸2')
  await expect(refused).toContainText('마감된 사건입니다.')
  await expect(dialog.getByText('3건을 변경했습니다.')).toBeVisible()
  await context.unrouteAll()
  await refused.getByRole('button', { name: '돌려보낸2 다시 시도' }).click()
  await expect(dialog).toBeHidden({ timeout: 60_000 })
  await expect
    .poll(async () => (await casesOf(colleague, '돌려보낸')).map(({ purpose }) => purpose))
    .toEqual(['새 목적', '새 목적', '새 목적'])
})

test('by keys alone, in Hangul: ticked in the table, opened, filled in, seen and done', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeCases(colleague, '일괄자판', 3)
  await openCaseBook(page, office.url, '?search=일괄자판')
  const ime = await hangulKeyboard(page)
  // What was written down last stands first.
  await cellOf(rowOf(page, '일괄자판3'), '소유자').click()
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Control+Shift+Space')
  await page.keyboard.press('Shift+F2')
  const dialog = page.getByRole('dialog', { name: '일괄 수정(2건 선택)' })
  await expect(dialog).toBeVisible()
  const tickOfPurpose = dialog.getByRole('checkbox', { name: '등기목적', exact: true })
  for (let tabs = 0; tabs < 30; tabs += 1) {
    if (await tickOfPurpose.evaluate((element) => element === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Space')
  const field = dialog.getByLabel('등기목적 새 값')
  await expect(field).toBeVisible()
  for (let tabs = 0; tabs < 4; tabs += 1) {
    if (await field.evaluate((element) => element === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  await ime.compose('ㅅ', '사', '상')
  await ime.accept('상')
  await ime.compose('ㅅ', '소', '속')
  await ime.press229('Enter', 'Enter')
  await ime.press229('Escape', 'Escape')
  await expect(field).toHaveValue('상속')
  await ime.accept('속')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: '뒤로' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('2개 데이터가 일괄 변경되었습니다.')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect
    .poll(async () => (await casesOf(colleague, '일괄자판')).filter(({ purpose }) => purpose === '상속').length)
    .toBe(2)
  await page.keyboard.press('Control+z')
  await expect
    .poll(async () => (await casesOf(colleague, '일괄자판')).filter(({ purpose }) => purpose === '상속').length)
    .toBe(0)
})

test('nothing ticked: the note says so beside pager, entry line and status line. Nothing found: the empty table offers to reset the filters', async ({
  office,
  staffPage: page,
}) => {
  await preferTables(page)
  await openCaseBook(page, office.url)
  await page.getByRole('button', { name: '일괄 수정', exact: true }).click()
  await expect(page.getByText('선택된 항목이 없습니다.')).toBeVisible()
  for (const [width, height] of [
    [1024, 768],
    [390, 844],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    if (width < 640) await page.getByRole('button', { name: '더 많은 작업' }).click()
    await page.getByRole('button', { name: '일괄 수정', exact: true }).click()
    const note = page.getByRole('region', { name: '알림' })
    await expect(note.getByText('선택된 항목이 없습니다.')).toBeVisible()
    const told = await note.boundingBox()
    const beside = [
      page.getByRole('navigation', { name: '페이지' }),
      page.getByRole('contentinfo', { name: '연결과 전송 상태' }),
      page.getByRole('row').nth(1),
    ]
    for (const part of beside) expect(isOver(told, await part.boundingBox()), `${width} × ${height}`).toBe(false)
  }
  await page.getByRole('searchbox', { name: '검색' }).fill('이런사람은없다')
  await expect(page.getByText('데이터가 없습니다')).toBeVisible()
  await page.getByRole('button', { name: '검색 조건 지우기' }).click()
  await expect(page.getByRole('row').nth(3)).toBeVisible()
})

async function tick(page: Page, ...owners: string[]): Promise<void> {
  for (const owner of owners) await rowOf(page, owner).getByRole('checkbox').click()
}

type Box = Awaited<ReturnType<Locator['boundingBox']>>

function isOver(one: Box, other: Box): boolean {
  if (!one || !other) throw new Error('not on the screen')
  return one.y < other.y + other.height && other.y < one.y + one.height
}
