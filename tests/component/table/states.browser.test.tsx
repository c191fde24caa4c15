import { describe, expect, test } from 'vitest'
import { cleanup } from 'vitest-browser-react'
import { commands, page } from 'vitest/browser'
import { expectAccessible } from '../accessibility.ts'
import { expectGone } from '../steps.ts'
import { openTable, type TableOptions } from './table-harness.tsx'
import { box, cell, getActiveCell, isCellInputFocused, press, readText } from './table-steps.ts'

const fees = 3
const notice = page.getByCss('[data-anchored]')

test('passes axe in light and dark: rows in every state, the conflict card, an open list', async () => {
  await openTable({ rows: 12, hasEveryState: true, arrived: true })
  await expectAccessible()
  await cell(4, fees).click()
  await expect.element(page.getByRole('button', { name: '내 값 유지' })).toBeVisible()
  await expectAccessible()
  await cell(8, 5).dblClick()
  await expect.element(page.getByRole('listbox')).toBeVisible()
  await expectAccessible()
})

test('an opened list takes the focus, unless a dialog is open that has no focus yet', async () => {
  await openTable({ rows: 3 })
  expect(isCellInputFocused()).toBe(true)
  await cleanup()
  const dialog = document.body.appendChild(document.createElement('div'))
  dialog.setAttribute('role', 'dialog')
  await openTable({ rows: 3 })
  expect(isCellInputFocused()).toBe(false)
  dialog.remove()
})

describe('in place of rows', () => {
  test.for<[words: string, options: TableOptions]>([
    ['데이터가 없습니다', {}],
    ['데이터를 불러오는 중...', { status: 'loading' }],
    ['데이터를 불러오는데 문제가 발생했습니다.', { status: 'error' }],
    ['이 기기에 아직 내려받은 자료가 없습니다.', { status: 'never_fetched' }],
    ['연결되면 자동으로 내려받습니다.', { status: 'never_fetched', trouble: { kind: 'no_network' } }],
    ['서버가 응답하지 않습니다. 서버가 응답하면', { status: 'never_fetched', trouble: { kind: 'no_answer' } }],
    ['서버에서 오류가 발생했습니다. (507)', { status: 'never_fetched', trouble: { kind: 'failed', status: 507 } }],
  ])('the table shows "%s"', async ([words, options]) => {
    await openTable({ ...options, rows: 0 })
    await expect.element(page.getByText(words, { exact: false })).toBeVisible()
    await expectAccessible()
  })

  test('the table reports the progress of a first copy, and never that there are no rows', async () => {
    await openTable({ rows: 0, status: 'loading', copying: true })
    await expect.element(page.getByText('자료를 내려받는 중...', { exact: false })).toBeVisible()
    await expect.element(page.getByText('12,000 / 100,000', { exact: false })).toBeVisible()
    expect(page.getByText(/총 ?0건/).length).toBe(0)
    await expectAccessible()
  })
})

test('the bar shows count and progress next to the first rows of a running copy', async () => {
  await openTable({ rows: 50, copying: true })
  const bar = page.getByRole('navigation', { name: '페이지' })
  await expect.element(bar.getByText('총 50건', { exact: false })).toBeVisible()
  await expect.element(bar.getByText('자료를 내려받는 중...', { exact: false })).toBeVisible()
  await expect.poll(() => page.getByText('12,000 / 100,000', { exact: false }).length).toBe(1)
  await expectAccessible()
})

test('an error leaves the existing rows readable', async () => {
  await openTable({ status: 'error' })
  await expect.element(page.getByText('데이터를 불러오는데 문제가 발생했습니다.', { exact: false })).toBeVisible()
  expect(readText(cell(0, 1))).toBe('소유자 1')
})

test('a cell shows that its edit is not stored yet, and then what the stored edit waits for', async () => {
  const table = await openTable({ slow: true })
  const place = () => [box(cell(0, 1)).left, box(cell(0, 1)).top, box(cell(0, 1)).width]
  const placeBefore = place()
  await cell(0, 1).click()
  await commands.typeText('기다림')
  await press('Enter')
  await expect.poll(() => readText(cell(0, 1))).toBe('기다림, 저장 중')
  expect(place()).toEqual(placeBefore)
  await cell(0, 1).click()
  await expect.element(notice).toHaveTextContent('아직 이 기기에 저장하는 중입니다.')
  table.completeEdit()
  await expect.poll(() => readText(cell(0, 1))).toBe('기다림, 전송 대기')
  await expectGone(notice.getByText('아직 이 기기에 저장하는 중입니다.'))
})

test('a refused value shows the reason on focus', async () => {
  await openTable({ hasEveryState: true })
  await cell(3, fees).click()
  await expect.element(notice).toHaveTextContent('보수료: 0 이상으로 입력해 주세요.')
  await cell(7, 1).click()
  await expect.element(notice).toHaveTextContent('현재 조건과 맞지 않음 · 새로고침하면 이동합니다')
})

test('a conflict shows both values and the author, and is resolved by mouse or by Enter', async () => {
  const table = await openTable({ hasEveryState: true })
  await expect.element(cell(4, fees)).toMatchTextContent('44,000')
  await expect.element(cell(4, fees)).toMatchTextContent('550,000')
  await cell(4, fees).click()
  await expect.element(notice).toMatchTextContent('김온결')
  await page.getByRole('button', { name: '상대 값 사용' }).click()
  await press('Enter')
  await expect.element(page.getByRole('button', { name: '내 값 유지' })).toHaveFocus()
  await press('Enter')
  expect(isCellInputFocused()).toBe(true)
  expect(table.settled.map(({ key, opId, choice }) => [key, opId, choice])).toEqual([
    ['fees', 'op-4', 'theirs'],
    ['fees', 'op-4', 'mine'],
  ])
})

test('the paging bar shows the page of the top row, jumps, and explains an invalid page', async () => {
  const table = await openTable()
  await expect.element(page.getByText('1 / 50 페이지')).toBeVisible()
  await page.getByRole('button', { name: /^3 ?페이지$/ }).click()
  await expect.element(cell(40, 1)).toBeVisible()
  await expect.element(page.getByText('3 / 50 페이지')).toBeVisible()
  await page.getByRole('button', { name: '마지막 페이지' }).click()
  await expect.element(page.getByText('50 / 50 페이지')).toBeVisible()
  await expect.element(cell(999, 1)).toBeVisible()
  for (const typed of ['셋', '51']) {
    await page.getByRole('textbox', { name: '페이지 이동' }).fill(typed)
    await press('Enter')
  }
  expect(table.messages.map(({ text }) => text)).toEqual([
    '올바른 페이지 번호를 입력하세요.',
    '1부터 50 사이의 페이지 번호를 입력하세요.',
  ])
  await page.getByRole('combobox', { name: '페이지당', exact: false }).selectOptions('100')
  await expect.element(page.getByText('10 / 10 페이지')).toBeVisible()
})

test('the paging bar stays on one line next to the side menu of a small laptop', async () => {
  await page.viewport(1102, 560)
  await openTable({ rows: 620, modes: true })
  const bar = page.getByRole('navigation', { name: '페이지' })
  await expect.element(bar.getByRole('button', { name: '단축키 (F1)' })).toBeVisible()
  expect(bar.element().getBoundingClientRect().height).toBeLessThan(48)
})

test.each([
  { width: 780, hidden: ['단축키 (F1)'], kept: ['이동', '첫 페이지'] },
  { width: 640, hidden: ['이동'], kept: ['다음 페이지'] },
])(
  'the paging bar of $width px stays on one line and gives up rare controls first',
  async ({ width, hidden, kept }) => {
    await page.viewport(width, 700)
    await openTable({ rows: 620, modes: true })
    const bar = page.getByRole('navigation', { name: '페이지' })
    const measureHeight = () => bar.element().getBoundingClientRect().height
    await expect.poll(measureHeight).toBeLessThan(48)
    for (const name of hidden) await expect.element(bar.getByRole('button', { name })).not.toBeInTheDocument()
    for (const name of kept) await expect.element(bar.getByRole('button', { name, exact: true })).toBeVisible()
  },
)

test('new records wait behind a button until somebody asks for them', async () => {
  await openTable({ arrived: true })
  const button = page.getByRole('button', { name: '새 기록 3건 · 새로고침' })
  await button.click()
  await expect.poll(() => button.length).toBe(0)
})

test('a drag on a border sets the width, a double click fits it', async () => {
  await openTable()
  const header = page.getByRole('columnheader', { name: '소유자' })
  const { right, left, top } = box(header)
  await commands.moveMouse({ x: right - 3, y: top + 10 })
  await commands.mouseButton('down')
  await commands.moveMouse({ x: right + 77, y: top + 10, steps: 4 })
  await commands.mouseButton('up')
  await expect.poll(() => Math.round(box(header).width)).toBe(Math.round(right - left) + 80)
  expect(Math.round(box(cell(3, 1)).width)).toBe(Math.round(right - left) + 80)
  await header.dblClick({ position: { x: box(header).width - 3, y: 10 } })
  await expect.poll(() => box(header).width).toBeLessThan(150)
  expect(box(header).left).toBe(left)
  expect(getActiveCell()).toBe('-1-0')
})
