import { expect, test } from './harness-server.ts'
import { cell } from './table-steps.ts'

test('several columns sort one after the other: by Shift, by key, by menu; each shows its way and its rank', async ({
  openTable,
}) => {
  const page = await openTable('layout')
  const header = (name: string) => page.getByRole('columnheader', { name, exact: true })
  const asked = () => page.evaluate(() => JSON.stringify(window.harness.sort))
  const ranks = () => page.locator('[role=columnheader] .tabular').allInnerTexts()
  await header('등기예정일').click()
  await header('보수료').click({ modifiers: ['Shift'] })
  await expect.poll(asked).toBe(sorts('regi_date asc', 'fees asc'))
  expect(await ranks()).toEqual(['1', '2'])
  await expect(header('등기예정일')).toHaveAttribute('aria-sort', 'ascending')
  await expect(header('보수료')).toHaveAttribute('aria-sort', 'none')
  await expect(header('보수료')).toHaveAttribute('aria-description', '정렬 2순위, 오름차순')
  await header('보수료').click({ modifiers: ['Shift'] })
  await expect.poll(asked).toBe(sorts('regi_date asc', 'fees desc'))

  // By key: 소유자 comes in last, descends, and leaves again.
  await cell(page, 0, 1).click()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Shift+Enter')
  await expect.poll(asked).toBe(sorts('regi_date asc', 'fees desc', 'owner asc'))
  await page.keyboard.press('Shift+Enter')
  await expect.poll(asked).toBe(sorts('regi_date asc', 'fees desc', 'owner desc'))
  await page.keyboard.press('Shift+Enter')
  await expect.poll(asked).toBe(sorts('regi_date asc', 'fees desc'))

  // A right click opens the menu too; of several, a column turns round in its place.
  const choose = async (column: string, entry: string) => {
    await header(column).click({ button: 'right' })
    await page.getByRole('menuitem', { name: entry }).click()
    await expect(page.getByRole('menu')).toHaveCount(0)
  }
  await choose('등기예정일', '내림차순')
  await expect.poll(asked).toBe(sorts('regi_date desc', 'fees desc'))
  await choose('소유자', '정렬에 추가')
  await choose('등기예정일', '정렬에서 빼기')
  await expect.poll(asked).toBe(sorts('fees desc', 'owner asc'))
  await choose('소유자', '기본 순서')
  await expect.poll(asked).toBe('[]')
  expect(await ranks()).toEqual([])

  // Where whole columns are selected, Shift goes on selecting.
  await header('소유자').click({ modifiers: ['Control'] })
  await header('보수료').click({ modifiers: ['Shift'] })
  expect(await asked()).toBe('[]')
})

/** Sorts as the source is asked for them. */
function sorts(...written: string[]): string {
  return JSON.stringify(
    written.map((each) => ({ field: each.split(' ')[0] ?? '', direction: each.endsWith('desc') ? 'desc' : 'asc' })),
  )
}
