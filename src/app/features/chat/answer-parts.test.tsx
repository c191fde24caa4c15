import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { AnswerPart, ChangePart } from '#contract/chat/answer.ts'
import { AnswerParts, type StaffRenderers } from './answer-parts.tsx'

const renderers: StaffRenderers = {
  change: ({ caption }) => `card of ${caption}`,
  undo: () => 'the last change',
  json: () => 'tree',
}
const change: ChangePart = {
  kind: 'change',
  collection: 'deposit-cases',
  record_id: '01990000-0000-7000-8000-000000000001',
  version: 1,
  caption: '홍길동',
  field: 'status',
  label: '상태',
  before: 'pending',
  after: 'completed',
  before_text: '대기',
  after_text: '완료',
  link: { label: '사건 열기', href: '/services/deposit' },
}

function render(part: AnswerPart, staffRenderers?: StaffRenderers): string {
  return renderToStaticMarkup(
    <AnswerParts
      parts={[part]}
      isLast
      onAsk={() => undefined}
      {...(staffRenderers && { renderers: staffRenderers })}
    />,
  )
}

test('draws JSON as a tree, a plain one for visitors, and anything else as text', () => {
  expect(render({ kind: 'text', text: '{"a": [1, 2]}' }, renderers)).toContain('tree')
  expect(render({ kind: 'text', text: '[1]' }, renderers)).toContain('tree')
  expect(render({ kind: 'text', text: '{아님}' }, renderers)).toContain('{아님}')
  const plain = render({ kind: 'text', text: '{"공탁": {"합계": 3500, "비고": "<b>"}, "목록": [null]}' })
  expect(plain.match(/<details/g)).toHaveLength(2)
  for (const shown of ['공탁</summary>', '합계: </span>3500', '&lt;b&gt;', 'null']) expect(plain).toContain(shown)
  expect(render({ kind: 'text', text: '{아님}' })).toContain('{아님}')
  expect(render({ kind: 'text', text: `${'['.repeat(5000)}${']'.repeat(5000)}` })).toContain('details')
})

test('a telephone number in an answer is a link that calls it', () => {
  const html = render({ kind: 'text', text: '**전화와 방문**\n전화: 02-000-0000' })
  expect(html).toContain('<a href="tel:02-000-0000"')
  expect(html).toContain('<strong>전화와 방문</strong>')
})

test('a telephone number in a table is a link that calls it, and a date or an amount is not', () => {
  const html = render({
    kind: 'table',
    title: '퀵',
    columns: [
      { label: '이름', kind: 'text' },
      { label: '연락처', kind: 'text' },
      { label: '일자', kind: 'date' },
    ],
    rows: [['홍길동', '010-0000-0000', '2026-11-29']],
    count: 1,
  })
  expect(html).toContain('<a href="tel:010-0000-0000"')
  expect(html.match(/<a /g)).toHaveLength(1)
})

test('draws a proposed change for staff only', () => {
  expect(render(change, renderers)).toContain('card of 홍길동')
  expect(render(change)).not.toContain('홍길동')
})

test('offers to undo the last change to staff only', () => {
  expect(render({ kind: 'undo' }, renderers)).toContain('the last change')
  expect(render({ kind: 'undo' })).not.toContain('the last change')
})

test.each([
  '<img src=x onerror=alert(1)>',
  '<script>alert(1)</script>',
  '<a href="//evil.example">링크</a>',
  '![그림](https://evil.example/pixel.png)',
  '[여기](javascript:alert(1))',
  '**<b onclick=x>굵게</b>**',
])('turns no text into markup, a link or a picture: %s', (text) => {
  const cells: AnswerPart = {
    kind: 'table',
    title: text,
    columns: [{ label: text, kind: 'text' }],
    rows: [[text]],
    count: 1,
  }
  for (const part of [{ kind: 'text' as const, text }, cells])
    expect(render(part, renderers)).not.toMatch(/<(?:img|script|a|b|iframe)[\s>]/)
})

test('formats numbers and dates in tables and counts the rows not shown', () => {
  const html = render({
    kind: 'table',
    title: '공탁 사건',
    count: 1200,
    columns: [
      { label: '등기접수일', kind: 'date' },
      { label: '보수료', kind: 'won' },
    ],
    rows: [['2026-11-25', 1234567]],
    total: ['합계', 7654321],
    link: { label: '열기', href: '/services/deposit?filters=%5B%5D' },
  })
  for (const shown of [
    '2026.11.25',
    '1,234,567',
    '7,654,321',
    '1,200건 중 1건',
    'href="/services/deposit?filters=%5B%5D"',
  ])
    expect(html).toContain(shown)
})

test('links each row to its record by its first cell', () => {
  const html = render({
    kind: 'table',
    title: '공탁 사건',
    count: 2,
    columns: [{ label: '사업구간', kind: 'text' }],
    rows: [['하늘 공구'], [null]],
    rowLinks: ['a', 'b'].map((id) => ({ label: '사건 열기', href: `/services/deposit?open=${id}` })),
  })
  expect(html).toMatch(/<a href="\/services\/deposit\?open=a"[^>]*>하늘 공구<\/a>/)
  expect(html).toMatch(/<a href="\/services\/deposit\?open=b"[^>]*>사건 열기<\/a>/)
})

test('offers staff the rows that a change may mean, except those that have the value', () => {
  const choice: AnswerPart = {
    kind: 'table',
    title: '공탁 사건',
    count: 2,
    columns: [{ label: '사업구간', kind: 'text' }],
    rows: [['하늘 공구'], ['바다 공구']],
    rowChanges: [change, null],
  }
  expect(render(choice, renderers).match(/<button/g)).toHaveLength(1)
  expect(render(choice, renderers)).toContain('aria-label="홍길동, 하늘 공구 선택"')
  expect(render(choice, renderers)).toContain('이미 그 값')
  expect(render(choice)).not.toMatch(/<button|이미 그 값/)
})

test('each choice is named by what tells its record apart', () => {
  const details = ['하늘 공구 · 달빛동 1-2 · 대기', '바다 공구 · 별빛동 3-4 · 완료']
  const html = render(
    {
      kind: 'table',
      title: '공탁 사건',
      count: 2,
      columns: [{ label: '소유자', kind: 'text' }],
      rows: [['홍길동'], ['홍길동']],
      rowChanges: details.map((text) => ({ ...change, details: text })),
    },
    renderers,
  )
  for (const text of details) expect(html).toContain(`aria-label="홍길동, ${text} 선택"`)
})

test('labels the cells of a wide table, whose rows are cards on a phone', () => {
  const labels = ['사업구간', '소유자', '상태', '등기접수일']
  const renderTable = (columns: readonly string[]) =>
    render({
      kind: 'table',
      title: '공탁 사건',
      count: 1,
      columns: columns.map((label) => ({ label, kind: 'text' as const })),
      rows: [columns.map((label) => `${label} 값`)],
    })
  expect(renderTable(labels)).toMatch(/<span aria-hidden="true"[^>]*>상태<\/span>상태 값/)
  expect(renderTable(labels.slice(0, 3))).not.toContain('<span aria-hidden="true"')
})

test('sources are no landmark, because every answer has some', () => {
  const html = render({ kind: 'sources', title: '출처', links: [{ label: '문의하기', href: '/contact' }] })
  expect(html).not.toMatch(/<nav|role="(?:navigation|region)"|<section/)
  expect(html).toContain('<ul aria-label="출처">')
})

test('no number of a table breaks at any width', () => {
  const html = render({
    kind: 'table',
    title: '공탁 사건',
    columns: [
      { label: '사업구간', kind: 'text' },
      { label: '건수', kind: 'number' },
      { label: '보수료', kind: 'won' },
    ],
    rows: [['누리천 정비 2차', 67, 63_900_000]],
    total: ['합계', 291, 179_890_000],
    count: 1,
  })
  const cells = [...html.matchAll(/<td class="([^"]*)">([\d,]+)<\/td>/g)]
  expect(cells.map(([, , text]) => text)).toEqual(['67', '63,900,000', '291', '179,890,000'])
  for (const [, classes = ''] of cells) expect(classes.split(' ')).toContain('whitespace-nowrap')
})
