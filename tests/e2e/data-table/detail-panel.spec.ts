import { expectNoBarrier } from '../support/barriers.ts'
import { acts, button, field, lines, openRow, owner, panel, question, test, title, write } from './detail-steps.ts'
import { expect } from './harness-server.ts'
import { activePlace, cell, hangulKeyboard, isCellInputFocused } from './table-steps.ts'

test.describe('with the keys alone', () => {
  test('the panel opens on the record in focus, and Escape goes back to the cell it was opened from', async ({
    openDetail,
  }) => {
    const page = await openDetail()
    await openRow(page, 3)
    await expect(title(page)).toHaveText('소유자 4')
    await expect(field(page, '사업구간(그룹)')).toBeFocused()
    await expect(field(page, '등기예정일')).toHaveValue('')
    await expect(field(page, '보수료')).toHaveValue('33,000')
    await expect(button(page, '저장')).toHaveCount(0)
    await expect(button(page, '취소')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(panel(page)).toHaveCount(0)
    expect(await isCellInputFocused(page)).toBe(true)
    expect(await activePlace(page)).toBe('3-1')
  })

  test('all five types of field are typed, sent as one act, and nothing waits any more', async ({ openDetail }) => {
    const page = await openDetail()
    await openRow(page, 3)
    await page.keyboard.press('Control+A')
    await page.keyboard.type('ㄱㄹ')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(field(page, '사업구간(그룹)')).toHaveValue('가람동 도로확장')
    await page.keyboard.press('Enter')
    await expect(field(page, '소유자')).toBeFocused()
    await write(page, '소유자', '김가온')
    await page.keyboard.press('Enter')
    await page.keyboard.type('11/20')
    await page.keyboard.press('Enter')
    await expect(field(page, '등기예정일')).toHaveValue('2026-11-20')
    await write(page, '보수료', '1,234,000원')
    await write(page, '소유자 주소', '서울특별시')
    await page.keyboard.press('Enter')
    await page.keyboard.type('가상구')
    await field(page, '상태').focus()
    await page.keyboard.press('ArrowUp')
    await expect(field(page, '상태')).toHaveValue('2')
    await page.keyboard.press('Control+S')
    await expect
      .poll(() => acts(page))
      .toEqual([
        [
          '3:group_id=00000000-0000-7000-9000-000000000002',
          '3:owner=김가온',
          '3:regi_date=2026-11-20',
          '3:fees=1234000',
          '3:address=서울특별시\n가상구',
          '3:status=completed',
        ].join(' '),
      ])
    await expect(button(page, '저장')).toHaveCount(0)
    await expect(title(page)).toHaveText('김가온')
    await expect(cell(page, 3, 3)).toContainText('1,234,000')
  })

  test('Escape first takes back what is being typed, then closes', async ({ openDetail }) => {
    const page = await openDetail()
    await openRow(page, 2)
    await write(page, '소유자', '잘못 쓴 이름')
    await page.keyboard.press('Escape')
    await expect(field(page, '소유자')).toHaveValue('소유자 3')
    await expect(button(page, '저장')).toHaveCount(0)
    await expect(panel(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(panel(page)).toHaveCount(0)
  })

  test('Escape closes an open list before anything else', async ({ openDetail }) => {
    const page = await openDetail()
    await openRow(page, 2)
    await page.keyboard.press('Alt+ArrowDown')
    await expect(lines(page).first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(lines(page)).toHaveCount(0)
    await expect(panel(page)).toBeVisible()
  })

  test('previous and next walk through the result; the row of the table follows and the focus stays in the field', async ({
    openDetail,
  }) => {
    const page = await openDetail()
    await openRow(page, 0)
    await field(page, '보수료').focus()
    await expect(panel(page).getByText('1 / 200', { exact: true })).toBeVisible()
    await page.keyboard.press('Alt+PageUp')
    await expect(title(page)).toHaveText('소유자 1')
    for (let press = 0; press < 30; press += 1) await page.keyboard.press('Alt+PageDown')
    await expect(title(page)).toHaveText('소유자 31')
    await expect(panel(page).getByText('31 / 200', { exact: true })).toBeVisible()
    await expect(field(page, '보수료')).toBeFocused()
    await expect(cell(page, 30, owner)).toBeInViewport()
    expect(await activePlace(page)).toBe('30-1')
    await button(page, '이전 기록 (Alt+PageUp)').press('Enter')
    await expect(title(page)).toHaveText('소유자 30')
    await page.keyboard.press('Escape')
    expect(await activePlace(page)).toBe('29-1')
    expect(await isCellInputFocused(page)).toBe(true)
  })

  test('today comes with its key, as in a cell', async ({ openDetail }) => {
    const page = await openDetail()
    await openRow(page, 3)
    await field(page, '등기예정일').focus()
    await page.keyboard.press('Control+;')
    await expect(field(page, '등기예정일')).toHaveValue('2026-11-20')
  })
})

test.describe('Hangul', () => {
  test('a syllable is composed whole; Escape, Enter and the saving keys during it belong to the input method', async ({
    openDetail,
  }) => {
    const page = await openDetail()
    const ime = await hangulKeyboard(page)
    await openRow(page, 3)
    await field(page, '소유자').focus()
    await page.keyboard.press('Control+A')
    await ime.compose('ㅎ', '하', '한')
    for (const key of ['Escape', 'Enter', 'Tab']) await ime.press229(key, key)
    await expect(panel(page)).toBeVisible()
    await expect(field(page, '소유자')).toBeFocused()
    await expect(field(page, '소유자')).toHaveValue('한')
    await expect(cell(page, 3, owner)).toHaveText('소유자 4')
    await ime.accept('한')
    await ime.compose('ㄱ', '그', '글')
    await ime.accept('글')
    await expect(cell(page, 3, owner)).toContainText('한글')
    await page.keyboard.press('Control+S')
    await expect.poll(() => acts(page)).toEqual(['3:owner=한글'])
  })

  test('a press beside the field ends the syllable, whole and once', async ({ openDetail }) => {
    const page = await openDetail()
    const ime = await hangulKeyboard(page)
    await openRow(page, 3)
    await field(page, '소유자').focus()
    await page.keyboard.press('Control+A')
    await ime.compose('ㄱ', '가', '강')
    await field(page, '소유자 주소').click()
    await expect(field(page, '소유자')).toHaveValue('강')
    await expect(cell(page, 3, owner)).toContainText('강')
  })

  test('a list follows the syllable while it is being composed', async ({ openDetail }) => {
    const page = await openDetail()
    const ime = await hangulKeyboard(page)
    await openRow(page, 0)
    await page.keyboard.press('Control+A')
    await ime.compose('ㄴ', '나')
    await expect(lines(page)).toHaveText(['나래지구 택지개발미래신탁'])
    await ime.press229('Enter', 'Enter')
    await ime.accept('나')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(field(page, '사업구간(그룹)')).toHaveValue('나래지구 택지개발')
    await expect(cell(page, 0, 0)).toContainText('나래지구 택지개발')
  })
})

test('a tab shows either fields or one embedded component, which is given the record', async ({ openDetail }) => {
  const page = await openDetail()
  await openRow(page, 3)
  await panel(page).getByRole('tab', { name: '소유자 목록' }).click()
  await expect(panel(page).getByText('번호 제000004호의 소유자')).toBeVisible()
  await page.keyboard.press('Alt+PageDown')
  await expect(panel(page).getByText('번호 제000005호의 소유자')).toBeVisible()
})

test('a read-only field can be read and copied but not written', async ({ openDetail }) => {
  const page = await openDetail()
  await openRow(page, 3)
  await write(page, '접수번호', '제999999호')
  await expect(field(page, '접수번호')).toHaveValue('제000004호')
  await expect(button(page, '저장')).toHaveCount(0)
})

test('a record whose delete waits is only read', async ({ openDetail }) => {
  const page = await openDetail('states')
  await openRow(page, 6)
  await expect(panel(page).getByText('삭제가 전송을 기다리고 있어 수정할 수 없습니다.')).toBeVisible()
  await write(page, '소유자', '김가온')
  await expect(field(page, '소유자')).toHaveValue('소유자 7')
})

test('the panel can be made wider with the keys, and the device remembers it', async ({ openDetail }) => {
  const page = await openDetail()
  await openRow(page, 3)
  const before = (await panel(page).boundingBox())?.width ?? 0
  const edge = page.getByRole('separator', { name: '상세 너비' })
  for (let press = 0; press < 5; press += 1) await edge.press('ArrowLeft')
  const wide = (await panel(page).boundingBox())?.width ?? 0
  expect(wide - before).toBe(80)
  await page.reload()
  await openRow(page, 3)
  expect((await panel(page).boundingBox())?.width).toBe(wide)
})

test('on a small screen the panel fills it, and the table waits untouched behind', async ({ openDetail, page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openDetail()
  await openRow(page, 1)
  expect(await panel(page).boundingBox()).toMatchObject({ x: 0, y: 0, width: 390, height: 844 })
  for (let press = 0; press < 20; press += 1) {
    await page.keyboard.press('Tab')
    expect(await isCellInputFocused(page)).toBe(false)
  }
  await field(page, '소유자').focus()
  await page.keyboard.press('Escape')
  await expect(panel(page)).toHaveCount(0)
  await expect.poll(() => isCellInputFocused(page)).toBe(true)
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`nothing for axe to say, ${colorScheme}`, async ({ openDetail, page }) => {
    await page.emulateMedia({ colorScheme })
    await openDetail('states')
    await openRow(page, 4)
    await write(page, '등기예정일', '내년쯤')
    await write(page, '소유자', '김가온')
    await page.evaluate(() => window.detailHarness.arrive(4, 'owner', '박다온'))
    await button(page, '변경 2건').click()
    await expectNoBarrier(page)
    await page.keyboard.press('Escape')
    await question(page).waitFor()
    await expectNoBarrier(page, '[role=dialog]')
  })
}
