import type { Locator, Page } from '@playwright/test'
import { listApplications, makeReadyUnits, searchUnits } from '../support/applications.ts'
import { confirmDialog } from '../support/confirm-dialog.ts'
import { openHangulKeyboard } from '../support/hangul-keyboard.ts'
import { tabTo } from '../support/tab-to.ts'
import { expect, test } from '../support/test.ts'

test.use({ reusesDevice: true })

const form = (page: Page) => page.getByRole('dialog', { name: /^등기신청서 작성/ })

test('finds a unit, fills in its form and saves it by keyboard alone, and asks before discarding it', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const name = '자판신청'
  const [unit = ''] = await makeReadyUnits(colleague, name)
  await searchUnits(page, office.url, name)
  await page.getByRole('searchbox').focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+Shift+Space')
  const start = page.getByRole('button', { name: '신청서 작성 (1)' })
  await tabTo(page, start, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(form(page).getByLabel('신청 유형')).toBeFocused()

  await tabTo(page, form(page).getByLabel('등기원인일'))
  await page.keyboard.type('13월')
  await page.keyboard.press('Control+Enter')
  await expect(form(page).getByText('날짜를 확인해 주세요.')).toBeVisible()
  await expect(form(page).getByLabel('등기원인일')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(form(page).getByLabel('등기원인일')).toHaveValue('2026-05-04')
  await page.keyboard.press('Control+A')
  await page.keyboard.type('20260601')
  await page.keyboard.press('Enter')
  await expect(form(page).getByLabel('등기원인일')).toHaveValue('2026-06-01')

  await tabTo(page, form(page).getByRole('button', { name: '토지 추가' }))
  await page.keyboard.press('Enter')
  const land = form(page).getByRole('group', { name: '토지 1' })
  await expect(land.getByLabel('소재지번')).toBeFocused()
  await page.keyboard.type('달빛동 1-1')
  await tabTo(page, form(page).getByRole('button', { name: '권리자 추가' }))
  await page.keyboard.press('Enter')
  const second = form(page).getByRole('group', { name: '권리자 2' })
  await expect(second.getByLabel('성명')).toBeFocused()
  await page.keyboard.type('공유 둘')
  await page.keyboard.press('Tab')
  await page.keyboard.type('8501011000003')
  await expect(second.getByLabel('주민등록번호')).toHaveValue('850101-1******')
  await tabTo(page, second.getByLabel('주소'))
  await page.keyboard.type('솔빛시 달빛동')
  await tabTo(page, form(page).getByRole('button', { name: '권리자 추가' }))
  await page.keyboard.press('Enter')
  await tabTo(page, form(page).getByRole('button', { name: '권리자 3 삭제' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(form(page).getByRole('button', { name: '권리자 2 삭제' })).toBeFocused()

  const notes = form(page).getByRole('textbox', { name: '특이사항' })
  await tabTo(page, notes)
  await page.keyboard.press('Escape')
  const question = confirmDialog(page, '입력한 내용을 버리시겠습니까?')
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(notes).toBeFocused()
  await pressTwiceAtOnce(notes, 'Escape')
  await expect(question).toBeHidden()
  await expect(notes).toBeFocused()
  await expect(second.getByLabel('성명')).toHaveValue('공유 둘')

  const ime = await openHangulKeyboard(page)
  await ime.compose('ㅈ', '자', '잔')
  await ime.press229('Escape', 'Escape')
  await ime.press229('Enter', 'Enter')
  await expect(notes).toHaveValue('잔')
  await ime.accept('잔')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('신청서가 작성되었습니다.')).toBeVisible()
  await expect(start).toBeFocused()
  await expect
    .poll(() => listApplications(colleague, unit))
    .toMatchObject([{ registration_cause_date: '2026-06-01', special_notes: '잔' }])
})

/** Presses twice before the question can take the focus. */
async function pressTwiceAtOnce(target: Locator, key: string): Promise<void> {
  await target.evaluate((element, pressed) => {
    const press = () =>
      element.dispatchEvent(new KeyboardEvent('keydown', { key: pressed, bubbles: true, cancelable: true }))
    press()
    press()
  }, key)
}

test('asks before skipping or going back loses typed text, and moves the focus to the next form', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeReadyUnits(colleague, '자판묶음', 2)
  await searchUnits(page, office.url, '자판묶음')
  for (const row of [0, 1]) await page.locator(`[data-rowhead][data-row="${row}"]`).getByRole('checkbox').click()
  const start = page.getByRole('button', { name: '신청서 작성 (2)' })
  await start.press('Enter')
  const question = confirmDialog(page, '입력한 내용을 버리시겠습니까?')
  const notes = form(page).getByRole('textbox', { name: '특이사항' })
  await notes.fill('건너뛰지 않을 말')
  await form(page).getByRole('button', { name: '건너뛰기' }).click()
  await question.getByRole('button', { name: '취소' }).click()
  await expect(notes).toHaveValue('건너뛰지 않을 말')
  await notes.press('Control+Enter')
  await expect(form(page)).toHaveAccessibleName('등기신청서 작성 (2 / 2)')
  await expect(form(page).getByLabel('신청 유형')).toBeFocused()
  await notes.fill('돌아가며 버릴 말')
  await form(page).getByRole('button', { name: '이전', exact: true }).click()
  await question.getByRole('button', { name: '버리기' }).click()
  await expect(form(page)).toHaveAccessibleName('등기신청서 작성 (1 / 2)')
  await expect(notes).toHaveValue('건너뛰지 않을 말')
  await form(page).getByLabel('거래가액').fill('1억')
  await form(page).getByLabel('저장된 신청서').selectOption('새 신청서')
  await question.getByRole('button', { name: '취소' }).click()
  await expect(form(page).getByLabel('거래가액')).toHaveValue(/^1억|100,000,000$/)
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: '버리기' }).click()
  await expect(form(page)).toBeHidden()
  await expect(start).toBeFocused()
})

test('Escape in the unit window closes its dialogs, and the focus stays near added and deleted lines', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const [unit = ''] = await makeReadyUnits(colleague, '자판창')
  await page.goto(`${office.url}/popup/real-estate-units/${unit}`)
  const owners = page.getByRole('region', { name: '소유자' })
  for (const [opener, title] of [
    [/번호 보기$/, '번호 보기'],
    [/^번호로 찾기$/, '번호로 찾기'],
  ] as const) {
    await owners.getByRole('button', { name: opener }).press('Enter')
    await expect(page.getByRole('dialog', { name: title })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: title })).toBeHidden()
    await expect(owners.getByRole('button', { name: opener })).toBeFocused()
  }
  await owners.getByRole('button', { name: /번호 보기$/ }).press('Enter')
  await page.keyboard.press('Tab')
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: '보기', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('900101-1000002')).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('button', { name: '닫기' }).last()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(owners.getByRole('button', { name: /번호 보기$/ })).toBeFocused()

  await owners.getByRole('button', { name: '소유자 추가' }).press('Enter')
  await expect(owners.getByRole('group', { name: '소유자 2' }).getByLabel('성명')).toBeFocused()
  await page.keyboard.type('공유 둘')
  await owners.getByRole('button', { name: '소유자 2 삭제' }).press('Enter')
  await expect(owners.getByRole('button', { name: '소유자 1 삭제' })).toBeFocused()
  const lands = page.getByRole('region', { name: '토지' })
  await lands.getByRole('button', { name: '토지 추가' }).press('Enter')
  await expect(lands.getByLabel('소재지번')).toBeFocused()
  await lands.getByRole('button', { name: '토지 1 삭제' }).press('Enter')
  await expect(lands.getByRole('button', { name: '토지 추가' })).toBeFocused()
})
