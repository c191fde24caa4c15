import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { Tabs } from './tabs.tsx'

const tabs = ['데이터', '사건부', '리포트', '회사관리', '부서관리', '사업구간관리', '목록관리'].map((label) => ({
  key: label,
  label,
}))

async function openTabs(width: number, value: string) {
  await render(
    <div style={{ width }}>
      <Tabs label="탭" tabs={tabs} value={value} onValue={() => undefined}>
        <p>내용</p>
      </Tabs>
    </div>,
  )
  const list = page.getByRole('tablist').element()
  return { list, mask: () => getComputedStyle(list).maskImage }
}

test('tabs fade at the end where more of them follow', async () => {
  const { list, mask } = await openTabs(320, '데이터')
  await expect.poll(mask).toMatch(/rgb\(0, 0, 0\) 0px, rgb\(0, 0, 0\) calc\(100% - 40px\)/)
  list.scrollLeft = list.scrollWidth
  await expect.poll(mask).toMatch(/rgb\(0, 0, 0\) 40px, rgb\(0, 0, 0\) (?:100%|calc\(100% - 0px\))/)
})

test('tabs that fit have no fade', async () => {
  const { mask } = await openTabs(1000, '데이터')
  expect(mask()).toBe('none')
})
