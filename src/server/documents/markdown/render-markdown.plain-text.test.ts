import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countPropertyRuns } from '#tests/support/runner/test-depth.ts'
import { renderMarkdown, toPlainText } from './render-markdown.ts'

/** A text in Markdown as staff write it, and what a reader reads. */
const cases: readonly (readonly [source: string, says: string])[] = [
  ['**공탁금**을 찾으세요', '공탁금을 찾으세요'],
  ['** 공탁금 **을 찾으세요', '공탁금 을 찾으세요'],
  ['**닫지 않은 굵게', '닫지 않은 굵게'],
  ['__밑줄__은 굵게', '밑줄은 굵게'],
  ['*기울임*과 *열린 것', '기울임과 열린 것'],
  ['~~지운 것~~', '지운 것'],
  ['# 제목', '제목'],
  ['## 제목', '제목'],
  ['##제목', '제목'],
  ['###제목###', '제목'],
  ['글 ## 제목', '글 제목'],
  ['    ## 들여쓴 제목', '들여쓴 제목'],
  ['> 인용', '인용'],
  ['>인용\n>> 겹', '인용 겹'],
  ['글\n    > 들여쓴 인용', '글 들여쓴 인용'],
  ['- [ ] 신분증\n- [x] 인감', '☐ 신분증 ☑ 인감'],
  ['1. [ ] 신분증', '1. ☐ 신분증'],
  ['- 신분증\n* 인감\n+ 도장', '신분증 인감 도장'],
  ['1. 접수\n2. 완료', '1. 접수 2. 완료'],
  ['[안내](/services/deposit)를 보세요', '안내를 보세요'],
  ['[안내](javascript:alert(1))', '안내'],
  ['[안내](우리 집)', '안내'],
  ['[안내]()', '안내'],
  ['`코드`와 **[링크](/blog)**', '코드와 링크'],
  ['```\n코드\n```', '코드'],
  ['| 항목 | 값 |\n| --- | --- |\n| **가** | ## 나 |', '항목 값 가 나'],
  ['가\n\n---\n\n나', '가 나'],
  ['주석[^1]', '주석1)'],
  ['==강조==', '강조'],
  ['**가** 나 **다', '가 나 다'],
]

test.each(cases)('%j becomes %j in a summary and in the post', async (source, says) => {
  expect(toPlainText(source)).toBe(says)
  const rendered = await renderMarkdown(source, { picturePath: '/p/', readSizes: () => Promise.resolve(new Map()) })
  const html = 'refused' in rendered ? '' : rendered.html
  const shown = html
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&gt;', '>')
    .replace(/\s+/g, '')
  // The numbers of a list are added by the browser.
  expect(shown).toBe(says.replace(/\s+|\b\d\. /g, ''))
})

test.each([
  '3 * 4 * 5',
  '가로*세로',
  '5>3 이고 a<b',
  '[공지] 휴무 안내',
  '#법무사 #등기',
  '2026. 1. 5. 시행',
  'C++ 과 C#',
  'a_b_c',
  'https://a.example/x__y',
  '50% ~ 60%',
  '제3조 (목적)',
  'x == y',
])('%j contains no mark and stays unchanged', (text) => {
  expect(toPlainText(text)).toBe(text)
})

/** Parts of a post copied into the field of the summary, in one line or cut at their end. */
test.each([
  ['> 첫 줄 > 둘째 줄', '첫 줄 둘째 줄'],
  ['글입니다. > 인용한 글', '글입니다. 인용한 글'],
  ['글입니다. >인용한 글', '글입니다. 인용한 글'],
  ['＞ 인용', '인용'],
  ['“> 인용”', '“인용”'],
  ['* 신분증 * 도장', '신분증 도장'],
  ['| 항목 | 값 | | --- | --- | | 가 | 나 |', '항목 값 가 나'],
  ['| 항목 | 값 |', '항목 값'],
  ['| 항목 | 값 |\n| --- |', '항목 값'],
  ['글 --- 글', '글 글'],
  ['자세한 것은 [안내](/serv', '자세한 것은 안내'],
  ['![그림](/p/a', '그림'],
  ['`닫지 않은 코드', '닫지 않은 코드'],
  ['&quot;인용&quot; &amp; &gt;', '"인용" & >'],
  ['<https://a.example>', 'https://a.example'],
  ['[안내][1]\n\n[1]: /blog', '안내'],
  ['[![그림](/a "제목")](/b)', '그림'],
  ['제목\n===\n글', '제목 글'],
  ['~~~\n코드\n~~~', '코드'],
])('%j becomes %j in a summary', (source, says) => {
  expect(toPlainText(source)).toBe(says)
})

test.each([
  '홈 > 부동산 등기 > 매매',
  '기간: 1월 - 3월',
  '“인용” ‘작은’ 「낫표」 『겹』',
  '5 > 3',
  '(>30%)',
  '가 | 나',
  '1번 * 2번',
])('%j is kept in a summary', (text) => {
  expect(toPlainText(text)).toBe(text)
})

test('shows escaped marks and code as written', () => {
  expect(toPlainText(String.raw`\*\*별\*\* \# 가 \[가\](나)`)).toBe('**별** # 가 [가](나)')
  expect(toPlainText('`**별**`')).toBe('**별**')
})

test('shows none of the marks around Korean words', () => {
  const word = fc.constantFrom('공탁', '등기 신청', '가.', '(주)', '갑구')
  const marks = fc.constantFrom(
    ...(['**', '** ', ' **', '__', '~~', '***'] as const),
    ...(['# ', '## ', '##', '### ', '> ', '>> ', '- ', '- [ ] ', '- [x] ', '* ', '1. '] as const).map(
      (mark) => `\n\n${mark}`,
    ),
    ...(['[가](/나)', '[가](나 다)', '![그림](/p/a)', '| 가 | 나 |\n|--|--|\n| 다 | 라 |'] as const).map(
      (snippet) => `\n\n${snippet}\n\n`,
    ),
    ' ',
    '\n',
  )
  const text = fc.array(fc.tuple(marks, word)).map((parts) => parts.flat().join(''))
  fc.assert(
    fc.property(text, (source) => {
      expect(toPlainText(source), JSON.stringify(source)).not.toMatch(/\*\*|~~|__|##|\]\(|\[[ x]\]|(?:^| )[>#] /)
    }),
    { numRuns: countPropertyRuns(300) },
  )
})
