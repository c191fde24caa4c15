import { expect, test } from 'vitest'
import { formatWon } from '#domain/money/won.ts'
import { openTable } from './table-harness.tsx'
import { cell } from './table-steps.ts'

const fees = 3

test.each([4_812_345_678, -9_999_999_999, 999_999_999_999_999])('shows all digits of %d won', async (amount) => {
  const { source } = await openTable()
  const row = source.rowAt(2)
  if (!row) throw new Error('no row')
  source.replaceRow({ ...row, record: { ...row.record, fees: amount } })
  const shown = formatWon(amount)
  await expect.element(cell(2, fees)).toHaveTextContent(shown)
  const text = cell(2, fees).element().querySelector('span')
  expect(text?.scrollWidth).toBeLessThanOrEqual(text?.clientWidth ?? 0)
  const [outer, inner] = [cell(2, fees).element().getBoundingClientRect(), text?.getBoundingClientRect()]
  expect(inner?.left).toBeGreaterThanOrEqual(outer.left)
  expect(inner?.right).toBeLessThanOrEqual(outer.right)
  const usual = cell(1, fees).element().querySelector('span')
  expect(getComputedStyle(usual ?? document.body).fontSize).toBe('13.5px')
})
