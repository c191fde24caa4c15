import { afterEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { FigureTable } from './figure-table.tsx'

afterEach(() => page.viewport(1440, 900))

const keys = ['건수', '보수료', '부가세', '제증명', '공과금', '증지·인지', '합계']
const columns = keys.map((label) => ({
  key: label,
  label,
  isStrong: label === '합계',
  text: () => (label === '건수' ? '67' : '839,167,600'),
}))

async function open(width: number) {
  await page.viewport(width, 844)
  await render(
    <FigureTable
      caption="합계"
      columns={columns}
      rows={[{ section: '가온–솔빛 고속도로 제1공구', figures: null, action: <button type="button">비용청구</button> }]}
      total={null}
      actionLabel="비용청구"
    />,
  )
}

test.each([390, 768, 1024])(
  'shows the button and the sum of a section without scrolling at %i pixels',
  async (width) => {
    await open(width)
    await expect.element(page.getByRole('button', { name: '비용청구' })).toBeInViewport({ ratio: 1 })
    await expect.element(page.getByRole('columnheader', { name: '합계' })).toBeInViewport({ ratio: 1 })
  },
)

test('shades the edge as long as columns are hidden behind it', async () => {
  await open(390)
  const edge = () => document.querySelector('[data-hidden-end]')
  await expect.poll(edge).not.toBeNull()
  page.getByRole('region', { name: '합계' }).element().scrollTo({ left: 9999 })
  await expect.poll(edge).toBeNull()
})
