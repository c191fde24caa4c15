import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { entryCell, expectOwners, findCaseRow, findCell } from '../support/case-book.ts'
import { expect, test } from '../support/empty-office.ts'
import { waitUntilCopied } from '../support/go-offline.ts'
import { listOwnCases } from '../support/own-cases.ts'
import { buildWorkbook, sheetType } from '../support/sheet-of.ts'
import { signIn } from '../support/sign-in.ts'

test.use({ reusesDevice: true })

test('leads the first user of an empty office to its first group and its first case', async ({
  office,
  newDevicePage: page,
}) => {
  await signIn(page, office.url, '최고관리자')
  await expect(page.getByText('시연용 가상 데이터')).toBeHidden()
  const steps = page.getByRole('region', { name: '사무소 준비' })
  await expect(page.getByRole('heading', { level: 1, name: '오늘' })).toBeVisible()
  await expect(steps).toContainText('5단계 중 0단계 완료')
  await expect(steps.getByRole('link', { name: '사무소 정보 입력하기' })).toBeVisible()
  // An office without a name has no letters for a logo, so no logo is shown.
  await expect(page.getByRole('navigation', { name: '업무' }).locator('svg.text-danger')).toHaveCount(0)
  await expectAccessible(page)
  const line = page.getByRole('link', { name: /^사무소 준비/ })
  await expect(line).toHaveCount(0)
  await steps.getByRole('link', { name: '사무소 정보 입력하기' }).click()
  await expect(page.getByRole('textbox', { name: '사무소 이름' })).toBeFocused()
  await page.goBack()
  await steps.getByRole('link', { name: '직원 초대' }).click()
  const invitation = page.getByRole('dialog', { name: '직원 초대' })
  await expect(invitation).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(invitation).toHaveCount(0)
  await page.getByRole('link', { name: '등기 관리' }).click()
  await page.getByRole('tab', { name: '사건부' }).click()
  await expect(line).toHaveText('사무소 준비 0/5 · 다음: 사무소 정보')
  await expect(steps).toHaveCount(0)
  await expect(page.getByText('시연용 가상 데이터')).toBeHidden()
  await expect(page.getByText('아직 등록된 사건이 없습니다.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: '사건 추가' }).click()
  await expect(page.locator('[data-cell-input]')).toBeFocused()

  await line.click()
  await steps.getByRole('link', { name: '사업구간', exact: true }).click()
  await expect(page).toHaveURL(/tab=group/)
  await expect(page.getByText('아직 등록된 사업구간이 없습니다.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: '사업구간 추가' }).last().click()
  const form = page.getByRole('dialog', { name: '사업구간 추가' })
  await form.getByRole('textbox', { name: /^사업구간명/ }).fill('첫날 1단지')
  await form.getByRole('combobox', { name: '신탁회사' }).fill('가온신탁')
  await form.getByRole('button', { name: '저장' }).click()
  await expect(page.getByText('사업구간이 성공적으로 추가되었습니다.')).toBeVisible()
  await expect(page.getByRole('grid', { name: '사업구간' }).getByText('첫날 1단지')).toBeVisible()

  await page.getByRole('tab', { name: '사건부' }).click()
  await entryCell(page, '사업구간(그룹)').click()
  await page.keyboard.type('첫날')
  await expect(page.getByRole('option', { name: '첫날 1단지' })).toBeVisible()
  await page.keyboard.press('Enter')
  await entryCell(page, '소유자').click()
  await page.keyboard.type('첫날소유')
  await page.keyboard.press('Control+Enter')
  await expect(findCaseRow(page, '첫날소유')).toContainText('첫날 1단지')
  await expect(line).toContainText('2/5')
  await line.click()
  await expect(steps.getByRole('listitem')).toHaveCount(5)
  await expect(steps.getByRole('listitem').nth(3)).toHaveText(/사건 완료/)
  await expectAccessible(page)

  // A search without results says so and offers a way back.
  await page.goto(`${office.url}/services/real-estate?tab=table&search=없는말`)
  await expect(page.getByText('검색어와 필터에 맞는 사건이 없습니다.')).toBeVisible()
  await page.getByRole('button', { name: '검색 조건 지우기' }).click()
  await expect(findCaseRow(page, '첫날소유')).toBeVisible()
})

test('shows the steps of an office without a name before its records have been copied', async ({
  office,
  newDevicePage: page,
}) => {
  office.network.setFaults(({ path }) =>
    /\/api\/sync\/.*\/rows/.test(path) ? { kind: 'status', status: 503 } : { kind: 'pass' },
  )
  await signIn(page, office.url, '최고관리자')
  await expect(page.getByRole('region', { name: '사무소 준비' })).toContainText('사무소 정보 입력하기')
  office.network.setFaults(() => ({ kind: 'pass' }))
})

test('creates a missing group from the entry line or a cell, also offline, and undo removes it', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await openBook(page, office.url)
  await makeFromEntryLine(page, '줄에서 2단지')
  await page.keyboard.press('Tab')
  await entryCell(page, '소유자').click()
  await page.keyboard.type('줄에서소유')
  await page.keyboard.press('Control+Enter')
  await expect(findCell(findCaseRow(page, '줄에서소유'), '사업구간(그룹)')).toHaveText('줄에서 2단지')

  await test.step('a cell gets the new group, and undo takes back both', async () => {
    const cell = findCell(findCaseRow(page, '줄에서소유'), '사업구간(그룹)')
    await cell.click()
    await page.keyboard.type('칸에서 9단지')
    await page.getByRole('option', { name: "새 사업구간 '칸에서 9단지' 만들기" }).click()
    await page.getByRole('dialog').getByRole('button', { name: '저장' }).click()
    await expect(cell).toHaveText('칸에서 9단지')
    await expect(page.locator('[data-cell-input]')).toBeFocused()
    await page.keyboard.press('Control+z')
    await expect(cell).toHaveText('줄에서 2단지')
    await page.keyboard.press('Control+z')
    await page.getByRole('tab', { name: '사업구간' }).click()
    await expect(page.getByRole('grid', { name: '사업구간' }).getByText('줄에서 2단지')).toBeVisible()
    await expect(page.getByText('칸에서 9단지')).toHaveCount(0)
    await page.getByRole('tab', { name: '사건부' }).click()
  })

  await test.step('creates a group and a case offline and sends them later', async () => {
    await waitUntilCopied(page)
    office.network.setReachable(false)
    await makeFromEntryLine(page, '끊긴 1단지')
    await entryCell(page, '소유자').click()
    await page.keyboard.type('끊긴소유')
    await page.keyboard.press('Control+Enter')
    await expect(findCell(findCaseRow(page, '끊긴소유'), '사업구간(그룹)')).toContainText('끊긴 1단지')
    office.network.setReachable(true)
    await expect
      .poll(async () => (await listOwnCases(colleague, '끊긴소유')).map(({ group }) => group.name), { timeout: 60_000 })
      .toEqual(['끊긴 1단지'])
  })

  // Enter without matches chooses the line that creates a record. Cancelling restores the typed
  // text.
  await entryCell(page, '사업구간(그룹)').click()
  await page.keyboard.type('맞지 않는 이름')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: '취소' }).click()
  await expect(page.locator('[data-cell-input]')).toBeFocused()
  await expect(page.locator('[data-cell-input]')).toHaveValue('맞지 않는 이름')
})

test('an import creates two unknown groups when a checkbox is ticked, and one undo removes everything', async ({
  office,
  staffPage: page,
}) => {
  await openBook(page, office.url, '?search=모름')
  await page.getByRole('button', { name: '엑셀 가져오기' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('엑셀 파일', { exact: true }).setInputFiles({
    name: '사건.xlsx',
    mimeType: sheetType,
    buffer: buildWorkbook([
      ['사업구간(그룹)', '소유자'],
      ['모름 1단지', '모름가'],
      ['모름 2단지', '모름나'],
      ['모름 1단지', '모름다'],
    ]),
  })
  const missing = dialog.getByRole('region', { name: '등록되지 않은 사업구간 2개' })
  await expect(missing).toContainText('모름 1단지, 모름 2단지')
  await expect(dialog.getByRole('button', { name: '오류 없는 0건만 가져오기' })).toBeDisabled()
  await missing.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: '3건 가져오기', exact: true }).click()
  await expect(page.getByText('엑셀 데이터가 성공적으로 입력되었습니다.')).toBeVisible()
  await expectOwners(page, ['모름가', '모름나', '모름다'])
  await expect(findCell(findCaseRow(page, '모름나'), '사업구간(그룹)')).toHaveText('모름 2단지')
  await page.getByRole('button', { name: /^실행 취소/ }).click()
  await expectOwners(page, [])
  await page.getByRole('tab', { name: '사업구간' }).click()
  await expect(page.getByRole('grid', { name: '사업구간' })).toBeVisible()
  await expect(page.getByText('모름 1단지')).toHaveCount(0)
})

test('creates a missing manager, company and department while a project is added', async ({
  office,
  staffPage: page,
}) => {
  await page.goto(`${office.url}/services/deposit?tab=project`)
  await page.getByRole('button', { name: '사업구간 추가' }).first().click()
  const form = (name: string) => page.getByRole('dialog', { name })
  await form('사업구간 추가')
    .getByRole('textbox', { name: /^사업구간명/ })
    .fill('사다리 1공구')
  await form('사업구간 추가').getByRole('button', { name: '새 관리자 만들기' }).click()
  await form('관리자 추가').getByRole('button', { name: '새 회사 만들기' }).click()
  await form('회사 추가')
    .getByRole('textbox', { name: /^회사명/ })
    .fill('사다리 회사')
  await form('회사 추가').getByRole('button', { name: '저장' }).click()
  await expect(form('관리자 추가').getByRole('combobox', { name: /^회사/ })).toHaveText(/사다리 회사/)
  await expect(form('관리자 추가').getByRole('combobox', { name: /^회사/ })).toBeFocused()
  await form('관리자 추가').getByRole('button', { name: '새 부서 만들기' }).click()
  await expect(form('부서 추가').getByRole('combobox', { name: /^회사/ })).toHaveText(/사다리 회사/)
  await form('부서 추가')
    .getByRole('textbox', { name: /^부서명/ })
    .fill('사다리 부서')
  await form('부서 추가').getByRole('button', { name: '저장' }).click()
  await form('관리자 추가').getByRole('textbox', { name: /^이름/ }).fill('사다리이')
  await form('관리자 추가').getByRole('button', { name: '저장' }).click()
  await form('사업구간 추가').getByRole('button', { name: '저장' }).click()
  await expect(page.getByRole('row').filter({ hasText: '사다리 1공구' })).toContainText('사다리이')
})

test('every empty list explains itself and leads to the first record', async ({ office, staffPage: page }) => {
  for (const [path, action, form] of [
    ['/services/deposit', '사건 추가', '사건 추가'],
    ['/services/deposit?tab=title', '목록 추가', '목록 추가'],
    ['/staff/card-report', '카드사용내역 추가', '카드사용내역 추가'],
  ] as const) {
    await page.goto(office.url + path)
    await expect(page.getByText(/^아직 등록된 .* 없습니다\.$/)).toBeVisible()
    await page.getByRole('button', { name: action, exact: true }).last().click()
    await expect(page.getByRole('dialog', { name: form })).toBeVisible()
    await page.keyboard.press('Escape')
  }
  await page.goto(`${office.url}/services/deposit?tab=report`)
  await page.getByRole('link', { name: '사건 추가하러 가기' }).click()
  await expect(page.getByRole('grid', { name: '공탁 사건', exact: true })).toBeVisible()
  await page.goto(`${office.url}/quick`)
  await page.getByRole('button', { name: '퀵 기록 추가' }).click()
  await expect(page.getByRole('combobox', { name: '기사명' })).toBeFocused()
})

async function openBook(page: Page, url: string, search = ''): Promise<void> {
  await page.goto(`${url}/services/real-estate?tab=table${search.replace(/^\?/, '&')}`)
  await expect(page.getByRole('grid', { name: '사건부' })).toBeVisible()
}

/**
 * Types a name that no group has, moves to the last line with an arrow and saves the form that it
 * opens.
 */
async function makeFromEntryLine(page: Page, name: string): Promise<void> {
  await entryCell(page, '사업구간(그룹)').click()
  await page.keyboard.type(name)
  await expect(page.getByRole('option', { name: `새 사업구간 '${name}' 만들기` })).toBeVisible()
  for (let index = 0; index < 60; index += 1) {
    if (await page.getByRole('option', { name: `새 사업구간 '${name}' 만들기`, selected: true }).count()) break
    await page.keyboard.press('ArrowDown')
  }
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: '사업구간 추가' })
  await expect(form.getByRole('textbox', { name: /^사업구간명/ })).toHaveValue(name)
  await form.getByRole('textbox', { name: /^사업구간명/ }).press('Enter')
  await expect(form).toHaveCount(0)
  await expect(entryCell(page, '사업구간(그룹)')).toHaveText(name)
  await expect(page.locator('[data-cell-input]')).toBeFocused()
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('shows the setup steps on a separate line, and help brings them back after they were dismissed', async ({
    office,
    newDevicePage: page,
  }) => {
    await signIn(page, office.url, '최고관리자')
    const steps = page.getByRole('region', { name: '사무소 준비' })
    await expect(steps).toBeVisible()
    const line = page.getByRole('link', { name: /^사무소 준비 \d\/5 · 다음: / })
    await expect(line).toHaveCount(0)
    await page.goto(`${office.url}/services/real-estate?tab=table`)
    await expect(line).toBeVisible()
    await expectAccessible(page)
    const [main, bar, status] = await Promise.all(
      [page.getByRole('main'), line, page.getByRole('contentinfo', { name: '연결과 전송 상태' })].map((part) =>
        part.boundingBox(),
      ),
    )
    expect(bar?.height).toBeGreaterThanOrEqual(44)
    expect(bar?.y).toBeGreaterThanOrEqual((main?.y ?? 0) + (main?.height ?? Infinity))
    expect(status?.y).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? Infinity))

    await line.click()
    await steps.getByRole('button', { name: '더 보지 않기' }).click()
    await expect(steps).toHaveCount(0)
    await expect(page.getByText('도움말에서 사무소 준비를 다시 볼 수 있습니다.')).toBeVisible()
    await page.getByRole('navigation', { name: '빠른 이동' }).getByRole('link').nth(1).click()
    await expect(line).toHaveCount(0)
    await page.getByRole('button', { name: '더보기' }).click()
    await page.getByRole('button', { name: '도움말' }).click()
    const help = page.getByRole('dialog', { name: '도움말' })
    await help.getByRole('link', { name: '사무소 준비 다시 보기' }).click()
    await expect(help).toHaveCount(0)
    await expect(steps).toBeVisible()
  })
})

test('saves the details of an empty office, proposes its marks from the name, and finishes the first step', async ({
  office,
  newDevicePage: page,
}) => {
  await signIn(page, office.url, '최고관리자')
  const steps = page.getByRole('region', { name: '사무소 준비' })
  await steps.getByRole('link', { name: '사무소 정보 입력하기' }).click()
  const form = page.getByRole('form', { name: '사무소' })
  const box = (name: RegExp) => form.getByRole('textbox', { name })
  await box(/^사무소 이름/).pressSequentially('첫날 법무사사무소')
  await expect(box(/^문서번호 약칭/)).toHaveValue('첫날법무')
  await expect(box(/^도장 글자/)).toHaveValue('첫날')
  await expect(page.getByRole('figure')).toContainText('문서번호 첫날법무')
  await expect(page.getByRole('figure').getByRole('img', { name: '그린 직인' })).toHaveText('첫날')
  await box(/^문서번호 약칭/).fill('첫날등기')
  await box(/^사무소 이름/).fill('첫날 법무사 사무소')
  await expect(box(/^문서번호 약칭/)).toHaveValue('첫날등기')
  await box(/^직함/).fill('법무사')
  await box(/^법무사 성명/).fill('박새론')
  await box(/^주소/).fill('서울특별시 (가상의 주소)')
  await box(/^전화/).fill('02-123-4567')
  await box(/^상담 시간/).fill('평일 09:00–18:00')
  await form.getByRole('button', { name: '저장', exact: true }).click()
  await expect(page.getByText('사무소 정보가 저장되었습니다.')).toBeVisible()
  await page.getByRole('link', { name: '오늘', exact: true }).click()
  await expect(steps.getByRole('listitem').first()).toHaveText(/완료/)
})
