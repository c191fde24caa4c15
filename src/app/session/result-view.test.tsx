import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { problem } from '#contract/problem.ts'
import type { Result } from './api-result.ts'
import { ResultView } from './result-view.tsx'

function render(result: Result<string> | undefined): string {
  return renderToStaticMarkup(
    <ResultView result={result} noun="이 목록은">
      {(value) => <p>{value}</p>}
    </ResultView>,
  )
}

test('announces the result when it arrives', () => {
  expect(render(undefined)).toMatch(/<div aria-live="polite">.*불러오는 중/)
  expect(render({ ok: true, value: '세 건' })).toContain('<div aria-live="polite"><p>세 건</p></div>')
})

test('announces a refusal once, outside the live region', () => {
  const refused = render({ ok: false, problem: problem('not_permitted'), isUnreachable: false })
  expect(refused).toContain('<div aria-live="polite"></div><div role="alert"')
  expect(refused).toContain(problem('not_permitted').message)
})
