import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { AccountNote, formatClaimSum } from './claim-dialog.tsx'
import type { ProjectCosts } from './cost-report.tsx'

function makeProject(business_section: string, figures: Partial<ProjectCosts>): ProjectCosts {
  return { business_section, count: 0, fees: 0, fees_vat: 0, proof: 0, tax: 0, stamp: 0, sum: 0, ...figures }
}

test('says how many cases and how much a claim covers', () => {
  const rows = [makeProject('가온', { count: 3, sum: 500 }), makeProject('나래', { count: 12, sum: 91_371_130 })]
  expect(formatClaimSum(rows, makeProject('나래', {}))).toBe('12건 · 91,371,130원')
  expect(formatClaimSum(rows, makeProject('다온', {}))).toBe('0건 · 0원')
})

test('finds a group by its number, because two groups may share a name', () => {
  const rows = [
    makeProject('', { group_id: 'a', count: 1, sum: 10 }),
    makeProject('', { group_id: 'b', count: 2, sum: 20 }),
  ]
  expect(formatClaimSum(rows, makeProject('가온', { group_id: 'b' }))).toBe('2건 · 20원')
})

test('warns of a missing account only when the office is known to have none', () => {
  const render = (account: string | undefined) =>
    renderToStaticMarkup(createElement(AccountNote, { account, isSuperuser: false }))
  expect(render('')).toContain('최고관리자에게 관리 → 사무소에서 입력해 달라고 요청해 주세요.')
  expect([render(undefined), render('가온은행 000-00-0000 온결')]).toEqual(['', ''])
})
