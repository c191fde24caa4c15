import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { ShortName } from './short-name.tsx'

const sections = ['가온–솔빛 고속도로 건설공사 제1공구', '가온–솔빛 고속도로 건설공사 제2공구']

test('keeps sections of one road distinct when only half of their names fits', async () => {
  await render(
    <main>
      {sections.map((name) => (
        <p key={name} style={{ width: 120 }}>
          <ShortName text={name} />
        </p>
      ))}
    </main>,
  )
  for (const [at, name] of sections.entries()) {
    const paragraph = page.getByRole('paragraph').nth(at)
    await expect.element(paragraph).toHaveTextContent(name)
    const [first, end] = [...paragraph.element().querySelectorAll('span > span')].map((part) => part as HTMLElement)
    expect(end?.textContent).toBe(`제${at + 1}공구`)
    expect(end?.scrollWidth).toBe(end?.clientWidth)
    expect(first?.scrollWidth).toBeGreaterThan(first?.clientWidth ?? 0)
    expect(end?.getBoundingClientRect().right).toBeLessThanOrEqual(paragraph.element().getBoundingClientRect().right)
  }
})

test('highlights search matches on both sides of the cut', async () => {
  await render(
    <p>
      <ShortName text="가온 도로 제1공구" found="0-2,6-8" />
    </p>,
  )
  const marks = [...page.getByRole('paragraph').element().querySelectorAll('mark')].map((mark) => mark.textContent)
  expect(marks).toEqual(['가온', '제1'])
})

test('shows a name of several lines in one line, so that nothing between its ends is lost', async () => {
  await render(
    <p style={{ width: 400 }}>
      <ShortName text={'오이든 대리\n해든 주차장\n수용분(2026-03)'} />
    </p>,
  )
  const paragraph = page.getByRole('paragraph').element()
  expect(paragraph.textContent).toBe('오이든 대리 해든 주차장 수용분(2026-03)')
})
