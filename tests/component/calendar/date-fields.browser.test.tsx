import { useState } from 'react'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { DateField, TypedMomentField } from '#app/ui/fields/date-field.tsx'
import { getOfficeToday } from '#app/ui/office/office-today.ts'
import { expectAccessible } from '../accessibility.ts'
import { expectGone, expectTexts, pressOn } from '../steps.ts'
import { press } from '../table/table-steps.ts'
import { calendar, findDay } from './calendar-steps.ts'

function RequiredDay() {
  const [day, setDay] = useState('2026-10-02')
  return (
    <main>
      <h1>휴가 신청</h1>
      <DateField label="시작일" isRequired value={day} onValue={setDay} />
    </main>
  )
}

function Period() {
  const [[from, to], setPeriod] = useState(['', ''])
  return (
    <div className="flex gap-4">
      <DateField label="시작일" value={from} onValue={(day) => setPeriod([day, to])} otherEnd={to} />
      <DateField label="종료일" value={to} onValue={(day) => setPeriod([from, day])} otherEnd={from} />
    </div>
  )
}

function Moment() {
  const [moment, setMoment] = useState('2026-11-20 14:05')
  return <TypedMomentField label="등록일시" value={moment} onValue={setMoment} />
}

const field = (label: string) => page.getByRole('textbox', { name: label, exact: false })

test('a field without a day looks empty', async () => {
  await render(<Period />)
  for (const label of ['시작일', '종료일']) {
    await expect.element(field(label)).toHaveValue('')
    expect(field(label).element().getAttribute('placeholder')).not.toMatch(/\d/)
  }
})

test('names holidays, colors them like Sundays, and passes axe', async () => {
  await render(<RequiredDay />)
  await pressOn(field('시작일'), 'Alt+ArrowDown')
  await expect.element(findDay('2026-10-05')).toHaveAccessibleDescription('대체공휴일(개천절)')
  await expect.element(findDay('2026-10-02')).toHaveAccessibleDescription('')
  await expect.element(calendar()).toMatchTextContent('3일 개천절 · 5일 대체공휴일(개천절) · 9일 한글날')
  const readColor = (day: string) => getComputedStyle(findDay(day).element()).color
  expect(readColor('2026-10-05')).toBe(readColor('2026-10-04'))
  expect(readColor('2026-10-06')).not.toBe(readColor('2026-10-04'))
  expect(findDay('2026-10-06').element().getBoundingClientRect().height).toBe(32)
  const selectedDay = calendar().getByRole('gridcell', { selected: true })
  await expect.element(selectedDay).toHaveAccessibleName('2026년 10월 2일 금요일')
  await expectAccessible(calendar().element())
  await findDay('2026-10-06').click()
  await expect.element(field('시작일')).toHaveValue('2026-10-06')
})

test('clears only optional days', async () => {
  const required = await render(<RequiredDay />)
  await pressOn(field('시작일'), 'Alt+ArrowDown')
  await expect.element(findDay('2026-10-02')).toHaveFocus()
  await expectGone(calendar().getByRole('button', { name: '지우기' }))
  await required.unmount()
  await render(<Period />)
  await page.getByRole('button', { name: '달력 열기' }).first().click()
  await calendar().getByRole('button', { name: '이전 달' }).click()
  await calendar().getByRole('button', { name: '오늘' }).click()
  await expect.element(field('시작일')).toHaveValue(getOfficeToday())
  await page.getByRole('button', { name: '달력 열기' }).first().click()
  await calendar().getByRole('button', { name: '지우기' }).click()
  await expect.element(field('시작일')).toHaveValue('')
})

test('reads half-typed text first, and the second calendar of a period shows the days between', async () => {
  await render(<Period />)
  await field('시작일').fill('26/11/3')
  await pressOn(field('시작일'), 'Alt+ArrowDown')
  await expect.element(findDay('2026-11-03')).toHaveFocus()
  await findDay('2026-11-05').click()
  await expect.element(field('시작일')).toHaveValue('2026-11-05')
  await expect.element(field('시작일')).toHaveFocus()
  await expectGone(calendar())
  await field('종료일').fill('2026-11-09')
  await pressOn(field('종료일'), 'Alt+ArrowDown')
  await expectTexts(calendar().getByCss('[data-between] [aria-hidden]'), '5', '6', '7', '8', '9')
  await expect.element(findDay('2026-11-09')).toHaveFocus()
  await press('ArrowRight', 'Space')
  await expect.element(field('종료일')).toHaveValue('2026-11-10')
})

test('keeps the time when another day is chosen', async () => {
  await render(<Moment />)
  await pressOn(field('등록일시'), 'Alt+ArrowDown')
  await findDay('2026-11-18').click()
  await expect.element(field('등록일시')).toHaveValue('2026-11-18 14:05')
})
