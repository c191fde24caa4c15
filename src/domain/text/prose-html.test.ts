import { expect, test } from 'vitest'
import { measureCpuMs } from '#tests/support/runner/measure-cpu.ts'
import { anchorHeadings, isProse, isProseLink } from './prose-html.ts'

const picture = `/api/blog/pictures/${'a'.repeat(64)}`

test.each([
  '',
  '글만 있고 표시는 없습니다.\n',
  '<h2>기준</h2>\n<p><strong>공탁</strong>은 <s>옛</s> <em>새</em> 절차입니다.<br />끝 &lt;</p>',
  '<ol start="3"><li>접수</li></ol><hr />',
  '<a href="https://www.scourt.go.kr/?a=1&amp;b=2" rel="noopener noreferrer" title="대&quot;법원">대법원</a>',
  '<a href="/services/deposit">공탁</a><a href="tel:02-1">전화</a><a href="?a=1">여기</a><a>빈 줄</a>',
  `<img src="${picture}" alt="" width="8" height="6" loading="lazy" />`,
  '<table><thead><tr><th scope="col">세율</th></tr></thead><tbody><tr><td>1%</td></tr></tbody></table>',
])('accepts a post as the server writes it: %s', (html) => {
  expect(isProse(html)).toBe(true)
})

test.each([
  '<script>alert(1)</script>',
  '<SCRIPT src="/x"></SCRIPT>',
  '<p onclick="alert(1)">가</p>',
  '<p/onclick="alert(1)">가</p>',
  '<p style="position:fixed">가</p>',
  '<img src="x" onerror="alert(1)">',
  `<img src="${picture}" onerror="alert(1)" />`,
  `<img src='${picture}' alt="" />`,
  '<img src="https://evil.example/a.png" />',
  '<img src="data:image/svg+xml,x" />',
  '<iframe srcdoc="가"></iframe>',
  '<svg><use href="#a"></use></svg>',
  '<a href="javascript:alert(1)">가</a>',
  '<a href=javascript:alert(1)>가</a>',
  '<a href="java&#115;cript:alert(1)">가</a>',
  '<a href="javascript&colon;alert(1)">가</a>',
  '<a href=" javascript:alert(1)">가</a>',
  '<a href="java\tscript:alert(1)">가</a>',
  '<a href="//evil.example">가</a>',
  '<a href="/\\evil.example">가</a>',
  '<a title="<script>">가</a>',
  '<p title="가">나</p>',
  '<!-- 가 --><p>나</p>',
  '<p>가</p><![CDATA[x]]>',
  '<p',
  '가 > 나 <',
  '<h1>가</h1>',
])('refuses anything else: %s', (html) => {
  expect(isProse(html)).toBe(false)
})

test.each([
  ['https://www.scourt.go.kr/?a=1&b=2', true],
  ['tel:02-1', true],
  ['/services/deposit', true],
  ['?q="가"', true],
  ['가나다', true],
  ['javascript:alert(1)', false],
  ['\uFFFDHTTPS://a.example', false],
  ['//evil.example', false],
])('a link of a post may lead to %j: %s', (url, isAllowed) => {
  expect(isProseLink(url)).toBe(isAllowed)
})

test('checks a text of maximum length without delay', () => {
  for (const text of ['<', '<a href="', '<a title="" ', '<img ', '<p>', 'a'.repeat(9)]) {
    expect(measureCpuMs(() => isProse(text.repeat(Math.floor(400_000 / text.length))))).toBeLessThan(2000)
  }
})

test('headings of a post get anchors by their position, and nothing else changes', () => {
  expect(anchorHeadings('<p>앞</p><h2>하나</h2><h3>둘</h3><h4>셋</h4>')).toBe(
    '<p>앞</p><h2 id="part-1">하나</h2><h3 id="part-2">둘</h3><h4>셋</h4>',
  )
})
