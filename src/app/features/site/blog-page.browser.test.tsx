import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { press } from '#tests/component/table/table-steps.ts'
import { BlogSearch } from './blog-page.tsx'

const field = page.getByRole('searchbox', { name: '소식 검색' })

test('keeps text that is typed while the result of an earlier search arrives', async () => {
  const searches: string[] = []
  const searchBox = (search: string | null) => <BlogSearch search={search} onSearch={(text) => searches.push(text)} />
  const screen = await render(searchBox(null))
  await field.fill(' 취득세 ')
  await press('Enter')
  await field.fill('공탁금')
  await screen.rerender(searchBox('취득세'))
  await expect.element(field).toHaveValue('공탁금')
  await press('Enter')
  expect(searches).toEqual(['취득세', '공탁금'])
})

test('shows the search of the page that the way back leads to', async () => {
  const screen = await render(<BlogSearch search="취득세" onSearch={() => {}} />)
  await screen.rerender(<BlogSearch search="공탁금" onSearch={() => {}} />)
  await expect.element(field).toHaveValue('공탁금')
  await screen.rerender(<BlogSearch search={null} onSearch={() => {}} />)
  await expect.element(field).toHaveValue('')
})
