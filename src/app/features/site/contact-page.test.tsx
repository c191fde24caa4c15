import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ContactPage } from './contact-page.tsx'

test('leads to the chat for those who do not want to wait for an answer', () => {
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
  const page = renderToString(
    <RouterContextProvider router={router as never}>
      <ContactPage />
    </RouterContextProvider>,
  )
  expect(page).toMatch(/<a href="\/features"[^>]*>AI 채팅<\/a>/)
})
