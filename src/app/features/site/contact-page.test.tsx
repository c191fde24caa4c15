import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ContactPage } from './contact-page.tsx'

test('leads to the chat for those who do not want to wait for an answer', () => {
  expect(renderToString(<ContactPage />)).toMatch(/<a href="\/features"[^>]*>AI 채팅<\/a>/)
})
