import { RouterProvider, createMemoryHistory, type AnyRouteMatch } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { answersElementId, type RenderRequest, type RenderedPage } from '#contract/public-page.ts'
import { pageTitles, type PagePath } from './features/site/page-facts.ts'
import { pageHead, type HeadPage } from './features/site/page-head.ts'
import { createAppRouter } from './router.tsx'
import { isUnknownAddress } from './shell/screen-facts.ts'
import { takeFrom } from './features/site/given-answers.ts'
import { isPost } from './features/site/blog-shape.ts'

/**
 * A public page as a visitor sees it, as a whole document (contract/public-page.ts). Runs in Node, at build and in the server; main.tsx hydrates what it made, so both draw
 * the same tree. Throws what a page throws.
 */
export async function renderPage({ address, origin, answers, template }: RenderRequest): Promise<RenderedPage> {
  const router = createAppRouter({
    takeAnswer: takeFrom(answers),
    history: createMemoryHistory({ initialEntries: [address] }),
  })
  await router.load()
  const body = renderToString(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  )
  const page = shownPage(router.state.matches, { address, origin })
  return { status: 'notFound' in page ? 404 : 200, html: fill(template, { head: pageHead(page), body, answers }) }
}

/** What the router found at the address. */
function shownPage(
  matches: readonly AnyRouteMatch[],
  { address, origin }: { address: string; origin: string },
): HeadPage {
  const last = matches.at(-1)
  const path: string = last?.fullPath ?? ''
  if (isUnknownAddress(matches)) return { notFound: true, origin }
  if (isPagePath(path)) return { path, origin, canonical: address }
  const { value, documentTitle } = { value: null, documentTitle: '', ...last?.loaderData } as Record<string, unknown>
  return isPost(value) ? { post: value, origin } : { notFound: true, origin, title: String(documentTitle) }
}

function isPagePath(path: string): path is PagePath {
  return path in pageTitles
}

/** Replacements by function: a text may hold `$`. */
function fill(template: string, { head, body, answers }: { head: string; body: string; answers: object }): string {
  const given = `<script type="application/json" id="${answersElementId}">${asScriptText(answers)}</script>`
  return template
    .replace(/<!-- head of the page -->[\s\S]*<!-- \/head of the page -->/, () => head)
    .replace(/<noscript>[\s\S]*<\/noscript>/, '')
    .replace('<div id="root"></div>', () => `<div id="root" data-prerendered>${body}</div>${given}`)
}

/** No text inside can end the script element. */
function asScriptText(value: object): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`)
}
