import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'
import { prerenderedPaths } from '#contract/app-paths.ts'
import { officePath } from '#contract/office/office-paths.ts'
import { privacyPath } from '#contract/retention/privacy-notice.ts'
import { notFoundPath, rendererFile, type RenderPage, templateFile } from '#contract/site/public-page.ts'
import { newOffice } from '#domain/office/office.ts'
import { defaultPrivacyNotice } from '#domain/retention/privacy-notice.ts'

/** A file of the build in the service worker's list of files. */
export interface ListedFile {
  url: string
  revision: string
  size: number
}

/**
 * Bundles the renderer of the public pages into `dist` for the server, which renders them with the
 * office of its database (plugins/public-pages.ts). Then renders the pages that visitors' devices
 * cache. It runs after the app's build and before the service worker's, which lists those pages by
 * the content rendered here.
 */
export async function prerenderSite(dist: string): Promise<ListedFile[]> {
  const renderer = join(dist, rendererFile)
  await buildRenderer(dirname(renderer))
  const template = await inlineStyles(dist, await readFile(join(dist, 'index.html'), 'utf8'))
  await writeFile(join(dist, templateFile), template)
  const { renderPage } = (await import(pathToFileURL(renderer).href)) as { renderPage: RenderPage }
  const listed: ListedFile[] = []
  const origin = 'https://origin.invalid'
  const office = { [officePath]: { ...newOffice, seal_strokes: [], fees: [], taxes: [] } }
  for (const path of [...prerenderedPaths, notFoundPath]) {
    const data = path === '/privacy' ? { ...office, [privacyPath]: defaultPrivacyNotice } : office
    const { status, html } = await renderPage({ path, origin, data, template })
    if (status !== (path === notFoundPath ? 404 : 200)) throw new Error(`${path} was rendered with status ${status}`)
    if (!shellPages.has(path)) listed.push(toListedFile(path, html))
  }
  return listed
}

/**
 * Pages that visitors' devices don't cache. On the services pages staff see another screen, so a
 * device that may be theirs must get the empty shell; the 404 page is nobody's destination.
 */
const shellPages = new Set<string>(['/services/real-estate', '/services/deposit', notFoundPath])

/**
 * Inlines the style sheet. A separate one would cost another round trip (half a second on a slow
 * phone) for 10 KB. The CSP allows it by its hash (plugins/public-pages.ts).
 */
async function inlineStyles(dist: string, html: string): Promise<string> {
  const link = /<link rel="stylesheet"[^>]* href="\/(assets\/[^"]+\.css)">/
  const file = link.exec(html)?.[1]
  if (file === undefined) throw new Error('index.html names no style sheet')
  const styles = await readFile(join(dist, file), 'utf8')
  if (styles.includes('</style')) throw new Error(`${file} contains </style`)
  return html.replace(link, () => `<style>${styles}</style>`)
}

function toListedFile(path: string, html: string): ListedFile {
  return { url: path, revision: createHash('md5').update(html).digest('hex'), size: Buffer.byteLength(html) }
}

/** A single file, so that a running server never misses a chunk while a newer build is made. */
async function buildRenderer(outDir: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [visitorsOnly()],
    ssr: { noExternal: true },
    build: {
      ssr: 'src/app/prerender.tsx',
      outDir,
      emptyOutDir: true,
      target: 'node24',
      copyPublicDir: false,
      rolldownOptions: {
        output: { codeSplitting: false, entryFileNames: 'prerender.js' },
        // "use client" has no meaning here.
        onLog: (level, log, handle) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && handle(level, log),
      },
    },
  })
}

/** Replaces modules that visitors' pages never render, such as the back office, with empty ones. */
function visitorsOnly(): Plugin {
  return {
    name: 'visitors-only',
    enforce: 'pre',
    resolveDynamicImport(specifier) {
      const isPage = typeof specifier === 'string' && /(^|\/)features\/site\/|^\.\/read-(blog|privacy)/.test(specifier)
      return isPage ? null : { id: specifier, external: true }
    },
  }
}
