import { afterEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { expectTexts } from '#tests/component/steps.ts'
import { FigureTable } from './figure-table.tsx'

afterEach(() => page.viewport(1440, 900))

const keys = ['건수', '보수료', '부가세', '제증명', '공과금', '증지·인지', '합계']
const columns = keys.map((label) => ({
  key: label === '합계' ? 'sum' : label,
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
      rows={[{ rowName: '가온–솔빛 고속도로 제1공구', figures: null, action: <button type="button">비용청구</button> }]}
      total={null}
      actionLabel="비용청구"
    />,
  )
}

test.each([390, 768, 1024])('shows the button and the sum of a row without scrolling at %i pixels', async (width) => {
  await open(width)
  await expect.element(page.getByRole('button', { name: '비용청구' })).toBeInViewport({ ratio: 1 })
  await expect.element(page.getByRole('columnheader', { name: '합계' })).toBeInViewport({ ratio: 1 })
})

test('columns that compare two years stay next to each other', async () => {
  const labels = ['접수 2026', '접수 2025', '증감', '보수액 2026', '보수액 2025']
  const years = labels.map((label) => ({ key: label, label, isStrong: label.endsWith('2026'), text: () => '1' }))
  await render(<FigureTable caption="월별" heading="월" columns={years} rows={[]} total={null} />)
  await expectTexts(page.getByRole('columnheader'), '월', ...labels)
})

test('shades the edge as long as columns are hidden behind it', async () => {
  await open(390)
  const findEdge = () => document.querySelector('[data-hidden-end]')
  await expect.poll(findEdge).not.toBeNull()
  page.getByRole('region', { name: '합계' }).element().scrollTo({ left: 9999 })
  await expect.poll(findEdge).toBeNull()
})
