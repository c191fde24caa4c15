import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'
import { builtPages } from '#contract/app-paths.ts'
import { privacyPath } from '#contract/keeping/privacy-words.ts'
import { newPrivacyFacts } from '#domain/keeping/privacy-facts.ts'
import { officePath } from '#contract/office/office-words.ts'
import { rendererFile, templateFile, unknownAddress, type RenderPage } from '#contract/site/public-page.ts'
import { newOffice } from '#domain/office/office.ts'

/** A file of the build as the service worker's list of files names it. */
export interface ListedFile {
  url: string
  revision: string
  size: number
}

/**
 * Leaves the renderer of the public pages in `dist` for the server, which draws them with the office of its database (plugins/public-pages.ts), and draws once by itself those that
 * visitors' devices keep, after the app's own build and before its service worker's: the worker lists them under what they were drawn as here.
 */
export async function prerenderSite(dist: string): Promise<ListedFile[]> {
  const renderer = join(dist, rendererFile)
  await buildRenderer(dirname(renderer))
  const template = await withStyles(dist, await readFile(join(dist, 'index.html'), 'utf8'))
  await writeFile(join(dist, templateFile), template)
  const { renderPage } = (await import(pathToFileURL(renderer).href)) as { renderPage: RenderPage }
  const listed: ListedFile[] = []
  const origin = 'https://origin.invalid'
  const office = { [officePath]: { ...newOffice, seal_strokes: [], fees: [] } }
  for (const path of [...builtPages, unknownAddress]) {
    const answers = path === '/privacy' ? { ...office, [privacyPath]: newPrivacyFacts } : office
    const { status, html } = await renderPage({ address: path, origin, answers, template })
    if (status !== (path === unknownAddress ? 404 : 200))
      throw new Error(`${path} was drawn as a page with status ${status}`)
    if (!shellPages.has(path)) listed.push(listedAs(path, html))
  }
  return listed
}

/** Not kept by visitors' devices: where staff see another screen, the empty shell must answer on a device that may be theirs; and nobody goes to 404. */
const shellPages = new Set<string>(['/services/real-estate', '/services/deposit', unknownAddress])

/**
 * A page is drawn as soon as its HTML is there: a style sheet of its own would cost another round trip, half a second on a slow phone, and weighs 10 KB. The CSP names it by
 * its hash (plugins/public-pages.ts).
 */
async function withStyles(dist: string, html: string): Promise<string> {
  const link = /<link rel="stylesheet"[^>]* href="\/(assets\/[^"]+\.css)">/
  const file = link.exec(html)?.[1]
  if (file === undefined) throw new Error('index.html names no style sheet')
  const styles = await readFile(join(dist, file), 'utf8')
  if (styles.includes('</style')) throw new Error(`${file} would end its element`)
  return html.replace(link, () => `<style>${styles}</style>`)
}

function listedAs(path: string, html: string): ListedFile {
  return { url: path, revision: createHash('md5').update(html).digest('hex'), size: Buffer.byteLength(html) }
}

/** One file with everything in it: a server that runs on while a newer build is made must not miss a chunk of its own. */
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
        // "use client" says nothing here.
        onLog: (level, log, handle) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && handle(level, log),
      },
    },
  })
}

/** Nothing that a visitor's page does not draw: the back office stays a name that is never loaded. */
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
