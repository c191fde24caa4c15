import { type AnyRouteMatch, createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { officePath } from '#contract/office/office-paths.ts'
import { type EmbeddedData, embeddedDataId, type RenderedPage, type RenderRequest } from '#contract/site/public-page.ts'
import { getOfficeTitle, isUnnamed, type KnownOffice } from '#domain/office/office-texts.ts'
import { isPost } from './features/site/blog-shape.ts'
import { escapeHtml, type HeadPage, renderPageHead } from './features/site/page-head.ts'
import { type PagePath, pageTitles } from './features/site/page-metadata.ts'
import { createTakeEmbedded } from './features/site/prerendered-page.ts'
import { createAppRouter } from './routes/router.tsx'
import { isOffice } from './session/office/follow-office.ts'
import { isNotFound } from './shell/screen-meta.ts'
import { getOffice, setRenderedOffice } from './ui/office/office-profile.ts'

/**
 * Renders a public page as a visitor sees it into a whole document (site/public-page.ts). Runs
 * in Node, at build time and in the server. main.tsx hydrates the result, so both must render the
 * same tree. Rethrows what a page or its loader throws.
 */
export async function renderPage({ path, origin, data, template }: RenderRequest): Promise<RenderedPage> {
  if (path === null) return { status: 200, html: renderShell(template, data) }
  const take = createTakeEmbedded(data)
  const router = createAppRouter({
    takeEmbedded(source) {
      const value = take(source)
      if (value === undefined) throw new Error(`${path} was rendered without ${source}`)
      return value
    },
    history: createMemoryHistory({ initialEntries: [path] }),
  })
  await router.load()
  // Rendered, it would be an error screen, which the page cache would keep as the page.
  const failed = router.state.matches.find(({ status }) => status === 'error')
  if (failed) throw failed.error
  // The office is module state. Nothing else renders between here and the page's head.
  applyOffice(data)
  const body = renderToString(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  )
  const page = toHeadPage(router.state.matches, { canonical: path, origin })
  return {
    status: 'notFound' in page ? 404 : 200,
    html: fillTemplate(template, { head: renderPageHead(page, getOffice()), body, data }),
  }
}

function applyOffice(data: EmbeddedData): KnownOffice {
  const office = data[officePath]
  if (!isOffice(office)) throw new Error('renderPage needs the office in its data')
  setRenderedOffice(office)
  return office
}

/** The page that the router matched. */
function toHeadPage(
  matches: readonly AnyRouteMatch[],
  { canonical, origin }: { canonical: string; origin: string },
): HeadPage {
  const last = matches.at(-1)
  const path: string = last?.fullPath ?? ''
  if (isNotFound(matches)) return { notFound: true, origin }
  if (isPagePath(path)) return { path, origin, canonical }
  const { value, documentTitle } = { value: null, documentTitle: '', ...last?.loaderData } as Record<string, unknown>
  return isPost(value) ? { post: value, origin } : { notFound: true, origin, title: String(documentTitle) }
}

function isPagePath(path: string): path is PagePath {
  return Object.hasOwn(pageTitles, path)
}

/** Document for screens that render in the browser only. */
function renderShell(template: string, data: EmbeddedData): string {
  const office = applyOffice(data)
  const name = getOfficeTitle(office)
  const contactText = isUnnamed(office) ? '' : ` 전화 ${escapeHtml(office.telephone)} (${escapeHtml(office.hours)})`
  const noscript = [
    `<noscript><h1>${escapeHtml(name)}</h1>`,
    `<p>이 누리집은 자바스크립트를 켜야 온전히 보입니다.${contactText}</p></noscript>`,
  ].join('')
  // Fills the wait for the scripts, which is long on a slow phone (theme.css).
  const loadingText = `<p data-starting="${escapeHtml(name)} · 불러오는 중..."></p>`
  const page = { head: `<title>${escapeHtml(name)}</title>`, data }
  return fillTemplate(template, page).replace('<div id="root"></div>', (root) => root + loadingText + noscript)
}

/**
 * Replaces with a function because the text may contain `$`. `body`: what a reader sees before any
 * script runs.
 */
function fillTemplate(template: string, { head, body, data }: { head: string; body?: string; data: object }): string {
  const { seal_letters: letters } = getOffice()
  const icon = `<meta name="apple-mobile-web-app-title" content="${escapeHtml(letters || getOfficeTitle(getOffice()))}" />`
  const root = body === undefined ? '<div id="root"></div>' : `<div id="root" data-prerendered>${body}</div>`
  const dataScript = `<script type="application/json" id="${embeddedDataId}">${asScriptText(data)}</script>`
  return template
    .replace(/<!-- head of the page -->[\s\S]*<!-- \/head of the page -->/, () => `${head}\n${icon}`)
    .replace(/<noscript>[\s\S]*<\/noscript>/, '')
    .replace('<div id="root"></div>', () => root + dataScript)
}

/** Escapes `<`, so that no text inside can close the script element. */
function asScriptText(value: object): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`)
}
