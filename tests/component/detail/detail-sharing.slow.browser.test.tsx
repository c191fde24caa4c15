import { describe, expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { expectGone, expectTexts, pressOn } from '../steps.ts'
import { cell, getActiveCell, isCellInputFocused, press } from '../table/table-steps.ts'
import { openDetail } from './detail-harness.tsx'
import {
  button,
  field,
  listActions,
  openRow,
  ownerColumn,
  panel,
  replaceText,
  title,
  unsavedDialog,
} from './detail-steps.ts'

describe('shared with the table', () => {
  test('text typed in the panel shows in the cell and can be reverted field by field', async () => {
    const detail = await openDetail()
    await openRow(3)
    await replaceText('소유자', '김가온')
    await expect.element(cell(3, ownerColumn)).toHaveTextContent('김가온, 저장 전')
    await replaceText('보수료', '5000')
    await expect.element(cell(3, 3)).toHaveTextContent('5,000, 저장 전')
    await pressOn(button('변경 2건'), 'Enter')
    await expect.element(panel().getByRole('list', { name: '저장하지 않은 변경' })).toMatchTextContent('33,000')
    await pressOn(button('소유자 되돌리기'), 'Enter')
    await expect.element(field('소유자')).toHaveFocus()
    await expect.element(field('소유자')).toHaveValue('소유자 4')
    await expect.element(cell(3, ownerColumn)).toHaveTextContent('소유자 4')
    await pressOn(button('보수료 변경 되돌리기'), 'Enter')
    await expectGone(button('저장'))
    expect(listActions(detail)).toEqual([])
  })

  test('취소 reverts every field at once', async () => {
    const detail = await openDetail()
    await openRow(3)
    await replaceText('소유자', '김가온')
    await panel().getByRole('tab', { name: '비고' }).click()
    await replaceText('비고 2', '급함')
    await expectTexts(panel().getByRole('tab'), '기본정보 (1)', '비고 (1)', '소유자 목록')
    await pressOn(button('취소'), 'Enter')
    await expect.element(field('비고 2')).toHaveValue('1-3')
    await expect.element(cell(3, ownerColumn)).toHaveTextContent('소유자 4')
    await expect.element(title()).toHaveFocus()
    expect(listActions(detail)).toEqual([])
  })

  test('an edit in the table is saved at once and shows in the panel', async () => {
    const detail = await openDetail()
    await openRow(3)
    await cell(3, ownerColumn).click()
    await commands.typeText('이도담')
    await press('Enter')
    await expect.poll(() => listActions(detail)).toEqual(['3:owner=이도담'])
    await expect.element(field('소유자')).toHaveValue('이도담')
    await expectGone(button('저장'))
  })

  test('an unsaved field stays unsaved when it is edited in the table', async () => {
    const detail = await openDetail()
    await openRow(3)
    await replaceText('소유자', '김가온')
    await cell(3, ownerColumn).click()
    await commands.typeText('이도담')
    await press('Enter')
    await expect.element(field('소유자')).toHaveValue('이도담')
    expect(listActions(detail)).toEqual([])
    await button('저장').click()
    await expect.poll(() => listActions(detail)).toEqual(['3:owner=이도담'])
  })

  test('with edits waiting for 저장, edits in the table become unsaved changes of the panel', async () => {
    const detail = await openDetail({ defersEdits: true })
    await openRow(3)
    await cell(3, ownerColumn).click()
    await commands.typeText('이도담')
    await press('Enter')
    await commands.typeText('박다온')
    await press('Enter')
    await expect.element(field('소유자')).toHaveValue('이도담')
    await expect.element(button('저장')).toBeVisible()
    await expect.element(page.getByText('저장하지 않은 변경이 2개 기록에 있습니다.')).toBeVisible()
    expect(listActions(detail)).toEqual([])
    await page.getByRole('button', { name: '저장' }).first().click()
    await expect.poll(() => listActions(detail)).toEqual(['3:owner=이도담 4:owner=박다온'])
    await expectGone(page.getByText(/저장하지 않은 변경이/))
  })

  test('the row of the open record is marked, also when the cell next to it is active', async () => {
    await openDetail()
    await openRow(3)
    const openRows = page.getByCss('[role=row][aria-current=true]')
    await expect.element(openRows).toMatchTextContent('소유자 4')
    await cell(5, ownerColumn).click()
    await expect.element(openRows).toMatchTextContent('소유자 4')
    await press('Space')
    await expect.element(openRows).toMatchTextContent('소유자 6')
    await press('Escape')
    await expectGone(openRows)
  })

  test('Escape in the table first gives up the editor and the selection, then closes the panel', async () => {
    await openDetail()
    await openRow(3)
    await cell(5, ownerColumn).click()
    await commands.typeText('이도담')
    await press('Escape')
    await expect.element(cell(5, ownerColumn)).toHaveTextContent('소유자 6')
    await expect.element(panel()).toBeVisible()
    await press('Shift+ArrowDown', 'Escape')
    await expect.element(panel()).toBeVisible()
    await press('Escape')
    await expectGone(panel())
    expect(isCellInputFocused()).toBe(true)
    expect(getActiveCell()).toBe('5-1')
  })

  test('Space in the table opens another record in the same panel', async () => {
    await openDetail()
    await openRow(3)
    await cell(5, ownerColumn).click()
    await press('Space')
    await expect.element(title()).toHaveTextContent('소유자 6')
    await expect.element(field('사업구간(그룹)')).toHaveFocus()
  })
})

describe('unsaved changes', () => {
  test('are asked about before the panel moves on: stay, discard or save', async () => {
    const detail = await openDetail()
    await openRow(3)
    await replaceText('소유자', '김가온')
    await press('Alt+PageDown')
    await expect.element(unsavedDialog()).toMatchTextContent('변경 1건')
    await expect.element(unsavedDialog().getByCss(':focus')).toBeInTheDocument()
    await press('Escape')
    await expectGone(unsavedDialog())
    await expect.element(title()).toHaveTextContent('소유자 4')
    await expect.element(field('소유자')).toHaveValue('김가온')
    await expect.element(field('소유자')).toHaveFocus()

    await press('Alt+PageDown')
    await pressOn(unsavedDialog().getByRole('button', { name: '저장 안 함' }), 'Enter')
    await expect.element(title()).toHaveTextContent('소유자 5')
    await expect.element(cell(3, ownerColumn)).toHaveTextContent('소유자 4')
    expect(listActions(detail)).toEqual([])

    await replaceText('소유자', '박다온')
    await press('Alt+PageDown')
    await expect.element(unsavedDialog().getByCss(':focus')).toBeInTheDocument()
    await press('Enter')
    await expect.element(title()).toHaveTextContent('소유자 6')
    await expect.poll(() => listActions(detail)).toEqual(['4:owner=박다온'])
    await expect.poll(() => getActiveCell()).toBe('5-1')
  })

  test('are asked about when Escape in the table closes the panel', async () => {
    await openDetail()
    await openRow(3)
    await replaceText('소유자', '김가온')
    await cell(5, ownerColumn).click()
    await press('Escape')
    await expect.element(unsavedDialog()).toBeVisible()
    await pressOn(unsavedDialog().getByRole('button', { name: '계속 입력' }), 'Enter')
    await expect.element(panel()).toBeVisible()
  })

  test('are asked about before the panel closes, and the focus returns to the table after the answer', async () => {
    await openDetail()
    await openRow(3)
    await replaceText('소유자', '김가온')
    await press('Tab', 'Escape')
    await pressOn(unsavedDialog().getByRole('button', { name: '저장 안 함' }), 'Enter')
    await expectGone(panel())
    await expect.poll(() => isCellInputFocused()).toBe(true)
    await expect.element(cell(3, ownerColumn)).toHaveTextContent('소유자 4')
  })

  test('an invalid text is explained under its field, and saving moves the focus to it', async () => {
    const detail = await openDetail()
    await openRow(3)
    await replaceText('등기예정일', '내년쯤')
    await press('Tab')
    await expect.element(field('등기예정일')).toHaveAccessibleDescription(/날짜는 2026-01-31 형식으로 입력해 주세요/)
    await expect.element(field('등기예정일')).toHaveAttribute('aria-invalid', 'true')
    await panel().getByRole('tab', { name: /비고/ }).click()
    await replaceText('비고 1', '급함')
    await press('Control+KeyS')
    await expect.element(field('등기예정일')).toHaveFocus()
    await expect.element(field('등기예정일')).toHaveValue('내년쯤')
    await expect.element(panel().getByText('확인할 항목이 1개 있습니다.')).toBeVisible()
    expect(listActions(detail)).toEqual([])
    await press('Control+KeyA')
    await commands.typeText('20261231')
    await press('Control+KeyS')
    await expect.poll(() => listActions(detail)).toEqual(['3:regi_date=2026-12-31 3:extra_0=급함'])
  })

  test('a refused change stays with its reason and can be saved again', async () => {
    const detail = await openDetail({ refusesEdits: true })
    await openRow(3)
    await replaceText('소유자', '김가온')
    await press('Control+KeyS')
    await expect.element(field('소유자')).toHaveAccessibleDescription(/이 기기에 저장하지 못했습니다/)
    await expect.element(cell(3, ownerColumn)).toHaveTextContent('김가온, 확인 필요')
    detail.acceptEdits()
    await pressOn(button('저장'), 'Enter')
    await expect.poll(() => listActions(detail)).toEqual(['3:owner=김가온'])
    await expect.element(title()).toHaveFocus()
  })
})

describe('a change by a colleague', () => {
  test('shows at once in a field that is not being edited', async () => {
    const detail = await openDetail()
    await openRow(3)
    detail.simulateChange(3, 'owner', '박다온')
    await expect.element(field('소유자')).toHaveValue('박다온')
    await expectGone(button('저장'))
  })

  test('keeps typed text, and the panel shows both values', async () => {
    const detail = await openDetail()
    await openRow(3)
    await replaceText('보수료', '5000')
    detail.simulateChange(3, 'fees', 770_000)
    await expect.element(field('보수료')).toHaveValue('5000')
    await expect.element(panel().getByText('그사이 저장된 값: 770,000')).toBeVisible()
    await pressOn(button('보수료: 내 값 유지'), 'Enter')
    await expectGone(panel().getByText(/그사이 저장된 값/))
    await press('Control+KeyS')
    await expect.poll(() => listActions(detail)).toEqual(['3:fees=5000'])
    expect(detail.actions[0]?.changes[0]?.old).toBe(770_000)
  })

  test('can be accepted instead, and an undecided edit names the value its author saw', async () => {
    const detail = await openDetail()
    await openRow(3)
    await replaceText('보수료', '5000')
    detail.simulateChange(3, 'fees', 770_000)
    await pressOn(button('보수료: 저장된 값 사용'), 'Enter')
    await expect.element(field('보수료')).toHaveValue('770,000')
    await expect.element(field('보수료')).toHaveFocus()
    await replaceText('소유자', '김가온')
    detail.simulateChange(3, 'owner', '박다온')
    await press('Control+KeyS')
    await expect.poll(() => listActions(detail)).toEqual(['3:owner=김가온'])
    expect(detail.actions[0]?.changes[0]?.old).toBe('소유자 4')
  })

  test('that conflicts is resolved in the panel as in the cell', async () => {
    const detail = await openDetail({ hasEveryState: true })
    await openRow(4)
    const card = panel().getByRole('group', { name: '겹친 수정' })
    await expect.element(card).toMatchTextContent('550,000')
    await pressOn(card.getByRole('button', { name: '상대 값 사용' }), 'Enter')
    expect(detail.settled.map(({ key, choice }) => `${key}:${choice}`)).toEqual(['fees:theirs'])
    await openRow(3)
    await expect.element(field('보수료')).toHaveAccessibleDescription(/0 이상으로 입력해 주세요/)
  })
})
