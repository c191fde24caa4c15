import { expect, test } from 'vitest'
import { quickColumns } from './use-quick-screen.ts'

/** Width for columns in a window of 768 px, next to the row number and the row's buttons. */
const uprightWidth = 634

test('an upright tablet shows the amount, the balance and both ends of a ride without a swipe', () => {
  const columns = quickColumns({}, 'upright')
  const shown = columns.filter(({ key }) => key !== 'memo')
  expect(shown.map(({ key }) => key)).toEqual([
    'created_at',
    'status',
    'rider',
    'amount',
    'balance',
    'sender',
    'receiver',
  ])
  expect(shown.reduce((sum, { width }) => sum + width, 0)).toBeLessThanOrEqual(uprightWidth)
  expect(columns).toHaveLength(quickColumns({}, 'wide').length)
})
