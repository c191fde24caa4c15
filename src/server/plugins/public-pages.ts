import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyReply } from 'fastify'
import { demoAttribute } from '#contract/admin/demo-data.ts'
import { prerenderedPaths } from '#contract/app-paths.ts'
import { officePath } from '#contract/office/office-paths.ts'
import type { OfficeResponse } from '#contract/office/office-settings.ts'
import {
  type EmbeddedData,
  notFoundPath,
  rendererFile,
  type RenderPage,
  templateFile,
} from '#contract/site/public-page.ts'
import { isUnnamed, type Office } from '#domain/office/office-texts.ts'
import type { Config } from '#server/config/config.ts'
import type { DemoMark } from '#server/demo/demo-rows.ts'
import type { App, Deps } from '#server/deps.ts'
import { resolveOrigin } from '#server/http/own-origin.ts'
import { createPageCache, type Exchange, type SendPage } from '#server/http/page-cache.ts'
import type { CachedOffice } from '#server/office-profile/read-office.ts'

/**
 * Build files that name the office and are adapted to this one. The larger pictures of an installed
 * app and of shared links name nobody and stay as built.
 */
const officeFiles = [
  { name: 'manifest.webmanifest', type: 'application/manifest+json', made: renderManifest },
  { name: 'favicon.svg', type: 'image/svg+xml', made: renderIcon },
] as const

async function serveOfficeFiles(app: App, distDir: string, office: CachedOffice): Promise<void> {
  for (const { name, type, made: content } of officeFiles) {
    const file = join(distDir, name)
    if (!existsSync(file)) continue
    const built = await readFile(file, 'utf8')
    app.get(`/${name}`, { schema: { hide: true } }, async (_request, reply) =>
      reply.headers({ 'cache-control': 'no-cache', 'content-type': type }).send(content(built, await office.read())),
    )
  }
}

/** The manifest with the office's name for the installed app. */
function renderManifest(built: string, office: Office): string {
  const manifest: object = JSON.parse(built)
  // The screenshots show the fictional office.
  if (isUnnamed(office)) return JSON.stringify({ ...manifest, screenshots: undefined })
  return JSON.stringify({ ...manifest, name: office.name, short_name: office.seal_letters })
}

/** The icon with the office's letters inside the frame of the build's icon. */
function renderIcon(built: string, { seal_strokes }: Office): string {
  if (seal_strokes.length === 0) return built
  return built.replace(/ d="[^"]*"/, ` d="${seal_strokes.join('')}"`)
}

/** Pages whose text comes from the database. */
export interface DynamicPages {
  /** Route patterns as the router writes them. */
  readonly paths: readonly string[]
  /** Changes whenever one of these pages changes. */
  revision(): Promise<string>
  /**
   * The page at `url` (path and search). `undrawn`: an empty screen, which the app renders in the
   * browser; null: the same for a URL without a page.
   */
  find(url: string): Promise<DynamicPage | 'undrawn' | null>
}

/** Further data for built pages, by path. */
type ExtraPageData = Partial<Record<(typeof prerenderedPaths)[number], () => Promise<EmbeddedData>>>

export interface DynamicPage {
  /** The same for all URLs with the same content. */
  readonly path: string
  readData(): Promise<EmbeddedData>
}

export interface PublicPages {
  readonly dynamicPaths: DynamicPages['paths']
  sendPage(exchange: Exchange, path: (typeof prerenderedPaths)[number]): Promise<FastifyReply>
  sendDynamic(exchange: Exchange): Promise<FastifyReply>
  /** Sends the page for unknown URLs with status 404. */
  sendUnknown(exchange: Exchange): Promise<FastifyReply>
  /** HTML of a built page as visitors get it now, without headers, for extracting texts from it. */
  readPage(path: (typeof prerenderedPaths)[number]): Promise<string>
  /** Sends the app without page content: for staff, and for pages not worth rendering. */
  sendShell(exchange: Exchange, status: 200 | 404): Promise<FastifyReply>
}

/**
 * The public site as HTML that is readable before any script runs, rendered from the office and
 * blog data and again after every change of either. Null when `distDir` holds no build.
 */
export async function openPublicPages(
  deps: Deps,
  {
    distDir,
    ...allAnswers
  }: { distDir: string; demo: DemoMark; office: CachedOffice; extraData: ExtraPageData; dynamicPages: DynamicPages },
): Promise<PublicPages | null> {
  const renderer = join(distDir, rendererFile)
  if (!existsSync(renderer)) return null
  const template = await readFile(join(distDir, templateFile), 'utf8')
  const site: PageContext = {
    ...allAnswers,
    deps,
    template,
    send: createPageCache({ styleSource: hashStyles(template) }),
    render: requireRenderer(await import(pathToFileURL(renderer).href)),
    shell: await readFile(join(distDir, 'index.html'), 'utf8'),
  }
  return {
    dynamicPaths: allAnswers.dynamicPages.paths,
    sendPage: (exchange, path) => sendPage(site, exchange, path),
    sendDynamic: (exchange) => sendDynamicPage(site, exchange),
    sendUnknown: (exchange) => sendPage(site, exchange, notFoundPath),
    readPage: async (path) => {
      const office = { [officePath]: { ...(await allAnswers.office.read()), account: '' } }
      const data = { ...office, ...(await allAnswers.extraData[path]?.()) }
      return (await site.render({ path, origin: 'http://site', data, template })).html
    },
    sendShell: (exchange, status) => sendShell(site, exchange, status),
  }
}

/** The routes of the public site; none without a build. */
export async function publicPageRoutes(
  app: App,
  { pages, distDir, office }: { pages: PublicPages | null; distDir: string; office: CachedOffice },
): Promise<void> {
  if (!pages) return
  for (const path of prerenderedPaths) {
    app.get(path, { schema: { hide: true } }, (request, reply) => pages.sendPage({ request, reply }, path))
  }
  for (const path of pages.dynamicPaths) {
    app.get(path.replaceAll('$', ':'), { schema: { hide: true } }, (request, reply) =>
      pages.sendDynamic({ request, reply }),
    )
  }
  // Devices cache the shell under this name (sw/app-files.ts).
  app.get('/index.html', { schema: { hide: true } }, (request, reply) => pages.sendShell({ request, reply }, 200))
  await serveOfficeFiles(app, distDir, office)
}

interface PageContext {
  deps: Deps
  demo: DemoMark
  office: CachedOffice
  extraData: ExtraPageData
  dynamicPages: DynamicPages
  send: SendPage
  render: RenderPage
  template: string
  shell: string
}

/** Validates the renderer, because even our build is a file from outside. */
function requireRenderer(module: unknown): RenderPage {
  if (typeof module !== 'object' || module === null || !('renderPage' in module))
    throw new Error('no renderPage in the build')
  const { renderPage } = module
  if (!isRenderPage(renderPage)) throw new Error('renderPage of the build is not a function')
  return renderPage
}

/**
 * CSP source of the template's style element. Never computed from a finished page, which contains
 * text written by people.
 */
function hashStyles(template: string): string {
  const styles = /<style>([\s\S]*?)<\/style>/.exec(template)?.[1] ?? ''
  return `'sha256-${createHash('sha256').update(styles).digest('base64')}'`
}

function isRenderPage(value: unknown): value is RenderPage {
  return typeof value === 'function'
}

/** Data that every page shows, and a revision that changes with it. */
async function readFrame(site: PageContext, { request }: Exchange) {
  const [isDemo, office] = await Promise.all([site.demo.read(), site.office.read()])
  const origin = resolveOrigin(request, site.deps.config)
  const shownOffice: OfficeResponse = { ...office, account: '' }
  return {
    origin,
    isDemo,
    data: { [officePath]: shownOffice },
    state: `${origin} ${isDemo} ${JSON.stringify(shownOffice)}`,
  }
}

async function sendPage(
  site: PageContext,
  exchange: Exchange,
  path: (typeof prerenderedPaths)[number] | typeof notFoundPath,
): Promise<FastifyReply> {
  const { origin, isDemo, data, state } = await readFrame(site, exchange)
  const ownData = path === notFoundPath ? undefined : await site.extraData[path]?.()
  const fullState = ownData === undefined ? state : `${state} ${JSON.stringify(ownData)}`
  return await site.send(exchange, { key: path, state: fullState }, async () => {
    const page = await site.render({ path, origin, data: { ...data, ...ownData }, template: site.template })
    const html = withDemoMark(page.html, isDemo)
    return { ...page, html: path === '/' ? withProofs(html, site.deps.config) : html }
  })
}

async function sendShell(site: PageContext, exchange: Exchange, status: 200 | 404): Promise<FastifyReply> {
  const { origin, isDemo, data, state } = await readFrame(site, exchange)
  exchange.reply.header('x-robots-tag', 'noindex')
  // Keeps the back office out of WebKit's page cache, also where the service worker answers
  // (measured over https). A cached page's transactions would hold up every later page's storage.
  const cacheControl = 'no-store'
  return await site.send(exchange, { key: `shell ${status}`, state, cacheControl }, async () => {
    const { html } = await site.render({ path: null, origin, data, template: site.shell })
    return { status, html: withDemoMark(html, isDemo) }
  })
}

/** Marks pages without demo data, because the demo notice is part of the built page. */
function withDemoMark(html: string, isDemo: boolean): string {
  return isDemo ? html : html.replace('<html ', `<html ${demoAttribute}="none" `)
}

/**
 * Meta tags that prove site ownership to search engines. config.ts only allows values that need no
 * escaping.
 */
function withProofs(html: string, { siteVerification }: Config): string {
  const tags = Object.entries(siteVerification).map(([name, content]) => `<meta name="${name}" content="${content}" />`)
  return html.replace('</head>', () => [...tags, '</head>'].join('\n'))
}

async function sendDynamicPage(site: PageContext, exchange: Exchange): Promise<FastifyReply> {
  const dynamicPage = await site.dynamicPages.find(exchange.request.url)
  if (!dynamicPage || dynamicPage === 'undrawn') return await sendShell(site, exchange, dynamicPage ? 200 : 404)
  const { path } = dynamicPage
  const { origin, isDemo, data, state } = await readFrame(site, exchange)
  return await site.send(exchange, { key: path, state: `${await site.dynamicPages.revision()} ${state}` }, async () => {
    const sources = { ...data, ...(await dynamicPage.readData()) }
    const page = await site.render({ path, origin, data: sources, template: site.template })
    return { ...page, html: withDemoMark(page.html, isDemo) }
  })
}
