import { afterEach, describe, expect, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../accessibility.ts'
import { expectGone, focus, pressOn } from '../steps.ts'
import { cell, getActiveCell, ime, isCellInputFocused, press } from '../table/table-steps.ts'
import { createMemoryDrafts, openDetail } from './detail-harness.tsx'
import {
  button,
  field,
  listActions,
  openRow,
  options,
  ownerColumn,
  panel,
  replaceText,
  title,
  unsavedDialog,
} from './detail-steps.ts'

describe('keyboard only', () => {
  test('opens the focused record, and Escape returns to the cell it was opened from', async () => {
    await openDetail()
    await openRow(3)
    await expect.element(title()).toHaveTextContent('소유자 4')
    await expect.element(field('사업구간(그룹)')).toHaveFocus()
    await expect.element(field('등기예정일')).toHaveValue('')
    await expect.element(field('보수료')).toHaveValue('33,000')
    await expectGone(button('저장'))
    await expectGone(button('취소'))
    await press('Escape')
    await expectGone(panel())
    await expect.poll(isCellInputFocused).toBe(true)
    expect(getActiveCell()).toBe('3-1')
  })

  test.each([/비고/, '소유자 목록'])('saving in the question leads from %s to an invalid text', async (name) => {
    await openDetail()
    await openRow(3)
    await replaceText('등기예정일', '내년쯤')
    await press('Tab')
    await panel().getByRole('tab', { name }).click()
    await press('Escape')
    await pressOn(unsavedDialog().getByRole('button', { name: '저장', exact: true }), 'Enter')
    await expectGone(unsavedDialog())
    await expect.element(field('등기예정일')).toHaveFocus()
    await expect.element(panel().getByText('확인할 항목이 1개 있습니다.')).toBeVisible()
  })

  test('the line about invalid text goes with the last mark', async () => {
    await openDetail()
    await openRow(3)
    await replaceText('등기예정일', '내년쯤')
    await press('Control+KeyS')
    await expect.element(panel().getByText('확인할 항목이 1개 있습니다.')).toBeVisible()
    await replaceText('등기예정일', '2026-12-01')
    await press('Tab')
    await expectGone(panel().getByText('확인할 항목이 1개 있습니다.'))
  })

  test('saves all five types of field as one action and leaves nothing unsaved', async () => {
    const detail = await openDetail()
    await openRow(3)
    await press('Control+KeyA')
    await commands.typeText('ㄱㄹ')
    await press('ArrowDown', 'Enter')
    await expect.element(field('사업구간(그룹)')).toHaveValue('가람동 도로확장')
    await press('Enter')
    await expect.element(field('소유자')).toHaveFocus()
    await replaceText('소유자', '김가온')
    await press('Enter')
    await commands.typeText('11/20')
    await press('Enter')
    await expect.element(field('등기예정일')).toHaveValue('2026-11-20')
    await replaceText('보수료', '1,234,000원')
    await replaceText('소유자 주소', '서울특별시')
    await press('Enter')
    await commands.typeText('가상구')
    await focus(field('상태'))
    await press('ArrowUp')
    await expect.element(field('상태')).toHaveValue('completed')
    await press('Control+KeyS')
    await expect
      .poll(() => listActions(detail))
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
    await expectGone(button('저장'))
    await expect.element(title()).toHaveTextContent('김가온')
    await expect.element(cell(3, 3)).toHaveTextContent('1,234,000, 전송 대기')
  })

  test('Escape first reverts the typed text, then closes the panel', async () => {
    await openDetail()
    await openRow(2)
    await replaceText('소유자', '잘못 쓴 이름')
    await press('Escape')
    await expect.element(field('소유자')).toHaveValue('소유자 3')
    await expectGone(button('저장'))
    await expect.element(panel()).toBeVisible()
    await press('Escape')
    await expectGone(panel())
  })

  test('shows what waited for 저장 when the page ended, until it is cancelled', async () => {
    const drafts = createMemoryDrafts()
    await openDetail({ drafts })
    await openRow(2)
    await replaceText('소유자', '김가온')
    await openDetail({ drafts })
    await openRow(2)
    await expect.element(field('소유자')).toHaveValue('김가온')
    await expect.element(button('변경 1건')).toBeVisible()
    await button('취소').click()
    await openDetail({ drafts })
    await openRow(2)
    await expect.element(field('소유자')).toHaveValue('소유자 3')
    await expectGone(button('저장'))
  })

  test('Escape closes an open list before anything else', async () => {
    await openDetail()
    await openRow(2)
    await press('Alt+ArrowDown')
    await expect.element(options().first()).toBeVisible()
    await press('Escape')
    await expectGone(options())
    await expect.element(panel()).toBeVisible()
  })

  test('previous and next move through the result; the table follows and the focus stays in the field', async () => {
    await openDetail()
    await openRow(0)
    await focus(field('보수료'))
    await expect.element(panel().getByText('1 / 200')).toBeVisible()
    await press('Alt+PageUp')
    await expect.element(title()).toHaveTextContent('소유자 1')
    await userEvent.keyboard(`{Alt>}${'{PageDown}'.repeat(30)}{/Alt}`)
    await expect.element(title()).toHaveTextContent('소유자 31')
    await expect.element(panel().getByText('31 / 200')).toBeVisible()
    await expect.element(field('보수료')).toHaveFocus()
    await expect.element(cell(30, ownerColumn)).toBeInViewport()
    expect(getActiveCell()).toBe('30-1')
    await pressOn(button('이전 기록 (Alt+PageUp)'), 'Enter')
    await expect.element(title()).toHaveTextContent('소유자 30')
    await press('Escape')
    await expect.poll(isCellInputFocused).toBe(true)
    expect(getActiveCell()).toBe('29-1')
  })

  test('Ctrl+; writes today into a date field', async () => {
    await openDetail()
    await openRow(3)
    await focus(field('등기예정일'))
    await press('Control+Semicolon')
    await expect.element(field('등기예정일')).toHaveValue('2026-11-20')
  })
})

describe('Hangul', () => {
  test('composes a whole syllable; Escape, Enter and Tab during it belong to the input method', async () => {
    const detail = await openDetail()
    await openRow(3)
    await focus(field('소유자'))
    await press('Control+KeyA')
    await ime.compose('ㅎ', '하', '한')
    for (const key of ['Escape', 'Enter', 'Tab']) await ime.press229(key, key)
    await expect.element(panel()).toBeVisible()
    await expect.element(field('소유자')).toHaveFocus()
    await expect.element(field('소유자')).toHaveValue('한')
    await expect.element(cell(3, ownerColumn)).toHaveTextContent('소유자 4')
    await ime.accept('한')
    await ime.compose('ㄱ', '그', '글')
    await ime.accept('글')
    await expect.element(cell(3, ownerColumn)).toHaveTextContent('한글, 저장 전')
    await press('Control+KeyS')
    await expect.poll(() => listActions(detail)).toEqual(['3:owner=한글'])
  })

  test('a click on another field commits the syllable completely and once', async () => {
    await openDetail()
    await openRow(3)
    await focus(field('소유자'))
    await press('Control+KeyA')
    await ime.compose('ㄱ', '가', '강')
    await field('소유자 주소').click()
    await expect.element(field('소유자')).toHaveValue('강')
    await expect.element(cell(3, ownerColumn)).toHaveTextContent('강, 저장 전')
  })

  test('a list follows the syllable while it is being composed', async () => {
    await openDetail()
    await openRow(0)
    await press('Control+KeyA')
    await ime.compose('ㄴ', '나')
    await expect.element(options()).toHaveTextContent('나래지구 택지개발미래신탁')
    await ime.press229('Enter', 'Enter')
    await ime.accept('나')
    await press('ArrowDown', 'Enter')
    await expect.element(field('사업구간(그룹)')).toHaveValue('나래지구 택지개발')
    await expect.element(cell(0, 0)).toHaveTextContent('나래지구 택지개발, 저장 전')
  })
})

test('a tab shows fields or one embedded component, which follows the record', async () => {
  await openDetail()
  await openRow(3)
  await panel().getByRole('tab', { name: '소유자 목록' }).click()
  await expect.element(panel().getByText('번호 제000004호의 소유자')).toBeVisible()
  await press('Alt+PageDown')
  await expect.element(panel().getByText('번호 제000005호의 소유자')).toBeVisible()
})

test('a read-only field can be read and copied but not edited', async () => {
  await openDetail()
  await openRow(3)
  await replaceText('접수번호', '제999999호')
  await expect.element(field('접수번호')).toHaveValue('제000004호')
  await expectGone(button('저장'))
})

test('a record whose delete is queued is read-only', async () => {
  await openDetail({ hasEveryState: true })
  await openRow(6)
  await expect.element(panel().getByText('삭제가 전송을 기다리고 있어 수정할 수 없습니다.')).toBeVisible()
  await replaceText('소유자', '김가온')
  await expect.element(field('소유자')).toHaveValue('소유자 7')
})

test('resizes the panel with the keyboard, and the device remembers the width', async () => {
  await openDetail()
  await openRow(3)
  const measureWidth = () => panel().element().getBoundingClientRect().width
  const before = measureWidth()
  const edge = page.getByRole('separator', { name: '상세 너비' })
  for (let times = 0; times < 5; times += 1) await pressOn(edge, 'ArrowLeft')
  await expect.poll(measureWidth).toBe(before + 80)
  await openDetail()
  await openRow(3)
  expect(measureWidth()).toBe(before + 80)
})

describe('on a small screen', () => {
  afterEach(() => page.viewport(1440, 900))

  test('the panel fills the screen and the table behind it cannot be reached', async () => {
    await page.viewport(390, 844)
    await openDetail()
    await openRow(1)
    expect(panel().element().getBoundingClientRect()).toMatchObject({ x: 0, y: 0, width: 390, height: 844 })
    for (let times = 0; times < 20; times += 1) {
      await press('Tab')
      expect(isCellInputFocused()).toBe(false)
    }
    await pressOn(field('소유자'), 'Escape')
    await expectGone(panel())
    await expect.poll(isCellInputFocused).toBe(true)
  })
})

test('passes axe in the panel and its question, light and dark', { timeout: 60_000 }, async () => {
  const detail = await openDetail({ hasEveryState: true })
  await openRow(4)
  await replaceText('등기예정일', '내년쯤')
  await replaceText('소유자', '김가온')
  detail.simulateChange(4, 'owner', '박다온')
  await button('변경 2건').click()
  await expectAccessible()
  await press('Escape')
  await expectAccessible(await unsavedDialog().findElement())
})

test('says that a record does not exist, and the panel closes', async () => {
  await openDetail({ openedId: 'nowhere' })
  await expect.element(page.getByRole('alert')).toHaveTextContent('시험 기록을 찾을 수 없습니다.')
  await expectGone(page.getByRole('tab'))
  await button('상세 닫기').click()
  await expectGone(panel())
})
