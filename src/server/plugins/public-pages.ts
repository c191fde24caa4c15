import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { builtPages } from '#contract/app-paths.ts'
import {
  builtPageFile,
  rendererFile,
  templateFile,
  unknownAddress,
  unknownOrigin,
  type GivenAnswers,
  type RenderPage,
} from '#contract/public-page.ts'
import type { FastifyReply } from 'fastify'
import { demoAttribute } from '#contract/demo-data.ts'
import type { Config } from '../config.ts'
import type { App, Deps } from '../deps.ts'
import type { DemoMark } from '../db/demo/demo-mark.ts'
import { keepPages, sendShell, type Exchange, type SendPage } from './kept-pages.ts'
import { originOf } from './own-origin.ts'

/** Pages whose text comes from the database. */
export interface LivingPages {
  /** Addresses as the router writes them. */
  readonly paths: readonly string[]
  /** Changes whenever one of these pages does. */
  revision(): Promise<string>
  /** What stands at `url` (path and search); null: an empty screen, which the app draws by itself. */
  find(url: string): Promise<LivingPage | null>
}

export interface LivingPage {
  /** The same for everything that shows the same. */
  readonly address: string
  readAnswers(): Promise<GivenAnswers>
}

export interface PublicPages {
  /** The page for addresses that nobody knows, with status 404. */
  sendUnknown(exchange: Exchange): Promise<FastifyReply>
}

/**
 * The public site as HTML that is readable before any script runs: pages made at build from the files of the build, the blog's drawn from the database and again after every
 * publication. Null when `distDir` holds no build; the app's shell then answers for all pages (static-files.ts).
 */
export async function registerPublicPages(
  app: App,
  deps: Deps,
  { distDir, demo, living }: { distDir: string; demo: DemoMark; living: LivingPages },
): Promise<PublicPages | null> {
  const renderer = join(distDir, rendererFile)
  if (!existsSync(renderer)) return null
  const template = await readFile(join(distDir, templateFile), 'utf8')
  const site: Site = {
    deps,
    demo,
    distDir,
    send: keepPages({ styleSource: styleSourceOf(template) }),
    render: rendererIn(await import(pathToFileURL(renderer).href)),
    template,
  }
  for (const path of builtPages) {
    app.get(path, { schema: { hide: true } }, (request, reply) => sendBuilt(site, { request, reply }, path))
  }
  for (const path of living.paths) {
    app.get(path.replaceAll('$', ':'), { schema: { hide: true } }, (request, reply) =>
      sendLiving(site, { request, reply }, living),
    )
  }
  return { sendUnknown: (exchange) => sendBuilt(site, exchange, unknownAddress) }
}

interface Site {
  deps: Deps
  demo: DemoMark
  distDir: string
  send: SendPage
  render: RenderPage
  template: string
}

/** The build is ours, and still a file from outside: what it says is looked at. */
function rendererIn(module: unknown): RenderPage {
  if (typeof module !== 'object' || module === null || !('renderPage' in module))
    throw new Error('no renderPage in the build')
  const { renderPage } = module
  if (!isRenderPage(renderPage)) throw new Error('renderPage of the build is no function')
  return renderPage
}

/** The style element of the build as the CSP names it. Never of a finished page: that holds text which people wrote. */
function styleSourceOf(template: string): string {
  const styles = /<style>([\s\S]*?)<\/style>/.exec(template)?.[1] ?? ''
  return `'sha256-${createHash('sha256').update(styles).digest('base64')}'`
}

function isRenderPage(value: unknown): value is RenderPage {
  return typeof value === 'function'
}

async function sendBuilt(site: Site, exchange: Exchange, path: string): Promise<FastifyReply> {
  const origin = originOf(exchange.request, site.deps.config)
  const isDemo = await site.demo.isPresent()
  return await site.send(exchange, { address: path, state: `${origin} ${isDemo}` }, async () => {
    const html = await readFile(join(site.distDir, builtPageFile(path)), 'utf8')
    const here = withDemoMark(html.replaceAll(unknownOrigin, origin), isDemo)
    return {
      status: path === unknownAddress ? 404 : 200,
      html: path === '/' ? withProofs(here, site.deps.config) : here,
    }
  })
}

/** Without demo data the page says so before it is drawn: the line about it is part of the page as it was built. */
function withDemoMark(html: string, isDemo: boolean): string {
  return isDemo ? html : html.replace('<html ', `<html ${demoAttribute}="none" `)
}

/** By these a search engine knows the site's owner. config.ts lets nothing through that would have to be escaped. */
function withProofs(html: string, { siteVerification }: Config): string {
  const tags = Object.entries(siteVerification).map(([name, content]) => `<meta name="${name}" content="${content}" />`)
  return html.replace('</head>', () => [...tags, '</head>'].join('\n'))
}

async function sendLiving(site: Site, exchange: Exchange, living: LivingPages): Promise<FastifyReply> {
  const found = await living.find(exchange.request.url)
  if (!found) return sendShell(exchange.reply, 404)
  const origin = originOf(exchange.request, site.deps.config)
  const { address } = found
  const isDemo = await site.demo.isPresent()
  const state = `${await living.revision()} ${origin} ${isDemo}`
  return await site.send(exchange, { address, state }, async () => {
    const page = await site.render({ address, origin, answers: await found.readAnswers(), template: site.template })
    return { ...page, html: withDemoMark(page.html, isDemo) }
  })
}
