import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { layoutPrintSheet } from '../print/layout-print-sheet.ts'
import { UnbrokenMarks } from './unbroken-marks.tsx'

const name = '가온누리해든솔빛부동산신탁(주)'

/** Number of lines the mark is spread over. */
function countLines(box: Element): number {
  const tops = [...box.querySelectorAll('span')].flatMap((span) =>
    [...span.getClientRects()].map(({ top }) => Math.round(top)),
  )
  return new Set(tops).size
}

test('never breaks a name within (주), in any width of box', async () => {
  await render(
    <div data-testid="box" style={{ overflowWrap: 'anywhere', wordBreak: 'keep-all' }}>
      <UnbrokenMarks text={name} />
    </div>,
  )
  const box = page.getByTestId('box').element() as HTMLElement
  for (let width = 50; width < 260; width += 3) {
    box.style.width = `${width}px`
    expect(countLines(box), `${width}px`).toBe(1)
  }
  expect(box.textContent).toBe(name)
})

test('never breaks it in print either', () => {
  const sheet = layoutPrintSheet({
    title: '목록',
    subtitleLines: [],
    printed: '',
    orientation: 'portrait',
    trailInfo: { rows: 1, fields: [] },
    blocks: [{ kind: 'entries', title: '기본', entries: [{ label: '소유자', text: name }], columnCount: 1 }],
  })
  document.body.append(sheet)
  const marks = [...sheet.querySelectorAll('[data-mark]')]
  sheet.remove()
  expect(marks.map(({ textContent }) => textContent)).toEqual(['(주)'])
})
