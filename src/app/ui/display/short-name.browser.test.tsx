import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { ShortLines, ShortName } from './short-name.tsx'

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
    const [, first, end] = [...paragraph.element().querySelectorAll('span > span')].map((part) => part as HTMLElement)
    expect(end?.textContent).toBe(`제${at + 1}공구`)
    expect(end?.scrollWidth).toBe(end?.clientWidth)
    expect(first?.scrollWidth).toBeGreaterThan(first?.clientWidth ?? 0)
    expect(end?.getBoundingClientRect().right).toBeLessThanOrEqual(paragraph.element().getBoundingClientRect().right)
  }
})

test('keeps the lot number or 동·호 of an address whole in a narrow column, and shows more when there is room', async () => {
  const lot = '가람도 솔빛시 해든구 별빛동 1-19 도로 340㎡'
  const home = '가람도 솔빛시 해든구 여울강변로 12, 101동 1203호 (달빛동, 솔빛더하임)'
  await render(
    <main style={{ fontSize: 13 }}>
      {[lot, home].flatMap((address) =>
        widths.map((width) => (
          <p key={`${address}${width}`} style={{ width }}>
            <ShortName text={address} />
          </p>
        )),
      )}
    </main>,
  )
  const paragraphs = [...document.querySelectorAll('p')]
  expect(paragraphs.map(({ textContent }) => textContent)).toEqual([
    ...widths.map(() => lot),
    ...widths.map(() => home),
  ])
  expect(paragraphs.map(listWholeParts)).toEqual([
    ['1-19'],
    [' 별빛동 ', '1-19'],
    [' 별빛동 ', '1-19'],
    ['가람도 솔빛시 해든구', ' 별빛동 ', '1-19', ' 도로 340㎡'],
    [],
    ['101동 1203호'],
    [' 12, ', '101동 1203호'],
    ['가람도 솔빛시 해든구 여울강변로', ' 12, ', '101동 1203호', ' (달빛동, 솔빛더하임)'],
  ])
})

test('a start without room for a letter vanishes, and leaves an ellipsis', async () => {
  await render(
    <main style={{ fontSize: 13 }}>
      {Array.from({ length: 60 }, (_, index) => (
        <p key={index} style={{ width: 90 + index }}>
          <ShortName text="가람도 솔빛시 별빛동 여울강변로 224, 112동 2303호" />
        </p>
      ))}
    </main>,
  )
  const starts = [...document.querySelectorAll('p')].map((paragraph) => paragraph.querySelector('.block'))
  const startWidths = starts.map((start) => start?.getBoundingClientRect().width ?? -1)
  expect(startWidths).toContain(0)
  expect(Math.max(...startWidths)).toBeGreaterThan(22)
  expect(startWidths.filter((width) => width !== 0 && width < 22)).toEqual([])
  const marks = starts.map((start) => {
    const outer = start?.parentElement ?? document.body
    return { room: outer.clientWidth, mark: parseFloat(getComputedStyle(outer, '::before').width) }
  })
  const marked = marks.filter(({ mark }) => mark > 0)
  expect(marked.length).toBeGreaterThan(5)
  expect(marked.filter(({ room }) => room > 24)).toEqual([])
})

test.each(['가람도 솔빛시 해든구 별빛동 402-26', '누리천동 402-26', '솔빛 도시계획도로 중로2-14호선'])(
  '%s has an ellipsis before its key wherever its start is cut',
  async (name) => {
    await render(
      <main style={{ fontSize: 13 }}>
        {Array.from({ length: 40 }, (_, index) => (
          <p key={index} style={{ width: 60 + 4 * index }}>
            <ShortName text={name} />
          </p>
        ))}
      </main>,
    )
    const paragraphs = [...document.querySelectorAll('p')]
    const looks = paragraphs.map((paragraph) => {
      const start = paragraph.querySelector<HTMLElement>('.block')
      const outer = start?.parentElement ?? paragraph
      const key = outer.nextElementSibling
      const isVanished = start?.clientWidth === 0
      const mark = isVanished ? parseFloat(getComputedStyle(outer, '::before').width) : 0
      const { bottom = 0 } = key?.getBoundingClientRect() ?? {}
      const isNearHidden = (key?.firstElementChild?.getBoundingClientRect().top ?? 0) > bottom - 2
      const room = outer.getBoundingClientRect().width
      return { isCut: isVanished || isNearHidden, mark, room }
    })
    expect(looks.some(({ isCut }) => isCut)).toBe(true)
    expect(looks.filter(({ isCut, mark }) => isCut && mark < 5)).toEqual([])
    expect(looks.filter(({ isCut, room }) => isCut && room > 24)).toEqual([])
  },
)

test.each(['누리군 하늘면 달맞이리 120-17 도로 3361㎡', '누리군 하늘면 별빛리 235-33 대 50㎡'])(
  '%s starts at the edge, and an ellipsis at its start or end is never cut itself',
  async (name) => {
    await render(
      <main style={{ fontSize: 13 }}>
        {Array.from({ length: 120 }, (_, index) => (
          <p key={index} style={{ width: 60 + 2 * index }}>
            <ShortName text={name} />
          </p>
        ))}
      </main>,
    )
    const paragraphs = [...document.querySelectorAll('p')]
    const looks = paragraphs.map((paragraph) => {
      const [start, tail] = [...paragraph.querySelectorAll<HTMLElement>('.block')]
      const outer = start?.parentElement ?? paragraph
      const [mark, box] = [getComputedStyle(outer, '::before'), paragraph.getBoundingClientRect()]
      return {
        hang: Math.round(outer.getBoundingClientRect().left + Number.parseFloat(mark.left) - box.left),
        overflow: Math.round((paragraph.firstElementChild?.scrollWidth ?? 0) - paragraph.clientWidth),
        tailRoom: tail && tail.scrollWidth > tail.clientWidth ? tail.clientWidth : 0,
      }
    })
    expect(looks.filter(({ hang, overflow }) => hang !== 0 || overflow > 0)).toEqual([])
    expect(looks.filter(({ tailRoom }) => tailRoom > 0 && tailRoom < 16)).toEqual([])
    expect(looks.some(({ tailRoom }) => tailRoom >= 16)).toBe(true)
  },
)

test('an address loses its start and keeps its road; a name keeps its start', async () => {
  await render(
    <main style={{ fontSize: 13 }}>
      {['가람도 솔빛시 별빛동 여울강변로 224, 112동 2303호', '가온–솔빛 고속도로 건설공사 제1공구'].map((name) => (
        <p key={name} style={{ width: 180 }}>
          <ShortName text={name} />
        </p>
      ))}
    </main>,
  )
  const [address, section] = [...document.querySelectorAll('p')].map((paragraph) => {
    const text = paragraph.querySelector('bdi')?.firstChild ?? paragraph
    const length = text.textContent?.length ?? 0
    const box = paragraph.getBoundingClientRect()
    const isShown = (at: number) => {
      const range = document.createRange()
      range.setStart(text, at)
      range.setEnd(text, at + 1)
      const letter = range.getBoundingClientRect()
      return letter.left >= box.left && letter.right <= box.right
    }
    return { first: isShown(0), last: isShown(length - 1) }
  })
  expect(address).toEqual({ first: false, last: true })
  expect(section?.first).toBe(true)
})

const widths = [50, 90, 130, 600]

/** The parts of a name that aren't cut. */
function listWholeParts(paragraph: HTMLElement): string[] {
  const { right, top } = paragraph.getBoundingClientRect()
  return [...paragraph.querySelectorAll('span')]
    .filter((part) => part.querySelector('span') === null && part.scrollWidth <= part.clientWidth)
    .filter((part) => {
      const box = part.getBoundingClientRect()
      return box.width > 0 && box.right <= right + 0.5 && box.top < top + 5
    })
    .map(({ textContent }) => textContent)
}

test('highlights search matches on both sides of the cut', async () => {
  await render(
    <p>
      <ShortName text="가온 도로 제1공구" matchRanges="0-2,6-8" />
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

test('cuts each of several lines with an ellipsis and keeps the end of each', async () => {
  const lines = ['솔빛 도시계획도로 개설공사 중로2-14호선', '윤새론 차장 · 수용재결분(2026-03)']
  await render(
    <main style={{ width: 130 }}>
      <ShortLines text={lines.join('\n')} />
    </main>,
  )
  for (const line of lines) {
    const shown = page.getByTitle(line)
    await expect.element(shown).toHaveTextContent(line)
    const box = shown.element()
    expect(box.scrollWidth).toBe(box.clientWidth)
    expect(box.clientWidth).toBeLessThanOrEqual(130)
  }
})
