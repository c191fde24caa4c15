import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isProse } from '#domain/text/prose-html.ts'
import { countPropertyRuns } from '#tests/support/runner/test-depth.ts'
import { renderMarkdown } from './render-markdown.ts'

const path = '/api/blog/pictures/'
const known = `${path}${'a'.repeat(64)}`

async function render(source: string) {
  return await renderMarkdown(source, {
    picturePath: path,
    readSizes: (paths) =>
      Promise.resolve(
        new Map(
          paths
            .filter((picturePath) => picturePath === known)
            .map((picturePath) => [picturePath, { width: 8, height: 6 }]),
        ),
      ),
  })
}

async function renderHtml(source: string): Promise<string> {
  const rendered = await render(source)
  if ('refused' in rendered) throw new Error(rendered.refused.message)
  return rendered.html
}

test('renders headings, lists, tables and emphasis of Korean text as HTML', async () => {
  expect(await renderHtml('# 기준\n\n**공탁(供託)**은 ~~옛~~ *새* 절차입니다.')).toBe(
    '<h2>기준</h2>\n<p><strong>공탁(供託)</strong>은 <s>옛</s> <em>새</em> 절차입니다.</p>\n',
  )
  expect(await renderHtml('| 집값 | 세율 |\n|:--|--:|\n| 6억 | 1% |')).toContain('<th scope="col">세율</th>')
  expect(await renderHtml('3. 접수\n4. 완료')).toContain('<ol start="3">')
})

test.each([
  ['1995. 12. 6. 제정', '<p>1995. 12. 6. 제정</p>\n'],
  ['7. 16. 시행', '<p>7. 16. 시행</p>\n'],
  ['3. 2.부터 접수합니다', '<p>3. 2.부터 접수합니다</p>\n'],
  ['98. 3. 1. 개정', '<p>98. 3. 1. 개정</p>\n'],
  ['1995.', '<p>1995.</p>\n'],
  ['제3조.', '<p>제3조.</p>\n'],
  ['1995. 12. 6. 제정\n2003. 7. 1. 개정', '<p>1995. 12. 6. 제정<br />\n2003. 7. 1. 개정</p>\n'],
  ['연혁은 다음과 같습니다.\n1. 9. 공포', '<p>연혁은 다음과 같습니다.<br />\n1. 9. 공포</p>\n'],
  ['- 4. 7. 공고\n- 5. 1. 시행', '<ul>\n<li>4. 7. 공고</li>\n<li>5. 1. 시행</li>\n</ul>\n'],
  ['> 2011. 3. 4. 선고', '<blockquote>\n<p>2011. 3. 4. 선고</p>\n</blockquote>\n'],
])('does not turn a date into a list: %j', async (source, html) => {
  expect(await renderHtml(source)).toBe(html)
})

test('keeps an intended list, and a date after it is not one of its entries', async () => {
  expect(await renderHtml('1. 접수\n2. 조사\n\n2026. 2. 3. 개정')).toBe(
    '<ol>\n<li>접수</li>\n<li>조사</li>\n</ol>\n<p>2026. 2. 3. 개정</p>\n',
  )
  expect(await renderHtml('1. 2026. 2. 3. 접수\n2. 2026. 3. 4. 완료')).toBe(
    '<ol>\n<li>2026. 2. 3. 접수</li>\n<li>2026. 3. 4. 완료</li>\n</ol>\n',
  )
  expect(await renderHtml('1. 5.5% 할인\n2) 다른 목록')).toContain('<ol>\n<li>5.5% 할인</li>')
})

test('an external link gets noopener and noreferrer; an internal link is unchanged', async () => {
  expect(await renderHtml('[대법원](https://www.scourt.go.kr)')).toContain(
    '<a href="https://www.scourt.go.kr" rel="noopener noreferrer">대법원</a>',
  )
  expect(await renderHtml('[공탁](/services/deposit)')).toContain('<a href="/services/deposit">공탁</a>')
})

test('reserves the space of a picture from this server before it loads', async () => {
  expect(await renderHtml(`![접수증](${known})`)).toContain(
    `<img src="${known}" alt="접수증" width="8" height="6" loading="lazy" />`,
  )
})

test.each([`![](https://example.com/a.png)`, `![](${path}${'b'.repeat(64)})`, '![](data:image/png;base64,AAAA)'])(
  'refuses any other picture: %s',
  async (source) => {
    const rendered = await render(source)
    const isShownAsText = !('refused' in rendered) && !rendered.html.includes('<img')
    expect('refused' in rendered || isShownAsText).toBe(true)
  },
)

describe('removes everything executable', () => {
  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[a](javascript:alert(1))',
    '[a](JaVaScRiPt&#58;alert(1))',
    '[a](data:text/html,<script>alert(1)</script>)',
    '<a href="javascript:alert(1)">a</a>',
    '<svg><script>alert(1)</script></svg>',
    '<div style="position:fixed">a</div>',
    '[a](//evil.example)',
    '[a](vbscript:x)',
    '```"><script>alert(1)</script>\na\n```',
    '[x](https://a.example "onmouseover=alert(1)")',
    '<iframe src="https://evil.example"></iframe>',
  ])('%s', async (source) => {
    const html = await renderHtml(source)
    const tags = html.match(/<[^>]*>/g) ?? []
    for (const tag of tags) {
      expect(tag).not.toMatch(/^<\/?(script|svg|iframe|div|img|style)/i)
      expect(tag).not.toMatch(/\s(on\w+|style|class|id)=/i)
      expect(tag).not.toMatch(/href="(?!https:|\/(?!\/))/i)
    }
  })
})

const nestList = (mark: string) => Array.from({ length: 30 }, (_, depth) => `${mark.repeat(depth)}- 가`).join('\n')

test.each([
  ['quotes', '>'.repeat(60_000)],
  [
    'quotes that get deeper line by line',
    Array.from({ length: 240 }, (_, depth) => `${'> '.repeat(depth)}가`).join('\n'),
  ],
  ['lists', nestList('  ')],
])('refuses absurdly nested %s instead of truncating them', async (_case, source) => {
  const rendered = await render(source)
  expect('refused' in rendered && rendered.refused.message).toBe(
    '인용이나 목록이 너무 여러 겹입니다. 겹을 줄여 주세요.',
  )
})

const length = 60_000
const fill = (text: string) => text.repeat(Math.floor(length / text.length))
const backticks = Array.from({ length: 340 }, (_, count) => '`'.repeat(count)).join(' ')

/**
 * Inputs known to make Markdown parsers hang. Quadratic work on 60,000 characters would take
 * minutes, and the test would not end.
 */
test.each([
  ...[
    '[',
    '![',
    '*a ',
    '_a__',
    '***가',
    '[a](<',
    '&',
    '\\',
    '<',
    '<a:',
    '~~가',
    '**_~~`[![>- ',
    'a\n=',
    '==가',
    '__가 ',
    '##가\n',
    '- [ ] ',
    '[가]( ',
  ].map(fill),
  `${'['.repeat(length / 2)}${']'.repeat(length / 2)}`,
  backticks,
  `|${'-|'.repeat(9000)}\n|${'-|'.repeat(9000)}\n${'|\n'.repeat(10_000)}`,
  `${Array.from({ length: 3000 }, (_, place) => `[${place}]: /x\n`).join('')}${'[1] '.repeat(3000)}`,
])('renders a Markdown bomb of maximum length: %#', { timeout: 20_000 }, async (source) => {
  expect(await render(source)).toBeDefined()
})

test('a link with an ambiguous address loses it', async () => {
  expect(await render('[가](\u0000HTTPS://a.example)')).toMatchObject({ html: '<p><a>가</a></p>\n' })
})

test('the output contains only what pages can draw', async () => {
  const pieces = fc.oneof(
    fc.constantFrom(
      '# ',
      '> ',
      '- ',
      '3. ',
      '**',
      '*',
      '~~',
      '`',
      '```\n',
      '\n',
      '\n\n',
      '| a | b |\n|--|--|\n| c | d |\n',
      '---\n',
    ),
    fc.constantFrom(
      '[a](',
      '![b](',
      known,
      ')',
      '<',
      '>',
      '&',
      '"',
      "'",
      '\\',
      ' "제목")',
      '<https://a.example>',
      '<a@b.example>',
    ),
    fc.constantFrom(
      '/services?a=1&b=2#c',
      'HTTPS://A.example',
      'tel:02-1',
      '?q=가',
      '#x',
      'javascript:',
      '&#58;',
      '//evil.example',
    ),
    fc.string({ unit: 'binary', maxLength: 8 }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(pieces, { maxLength: 30 }), async (parts) => {
      const rendered = await render(parts.join(''))
      expect('refused' in rendered || isProse(rendered.html)).toBe(true)
    }),
    { numRuns: countPropertyRuns(3000) },
  )
})
