import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { formatClaimSum } from './claim-cases.tsx'
import { AccountNote } from './claim-dialog.tsx'

test('says how many cases and how much a claim covers', () => {
  expect(formatClaimSum([{ sum: 91_371_000 }, { sum: 130 }])).toBe('2건 · 91,371,130원')
  expect(formatClaimSum([])).toBe('0건 · 0원')
})

test('warns of a missing account only when the office is known to have none', () => {
  const render = (account: string | undefined) =>
    renderToStaticMarkup(createElement(AccountNote, { account, isSuperuser: false }))
  expect(render('')).toContain('최고관리자에게 관리 → 사무소에서 입력해 달라고 요청해 주세요.')
  expect([render(undefined), render('가온은행 000-00-0000 온결')]).toEqual(['', ''])
})
