import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { type ManifestOptions, VitePWA } from 'vite-plugin-pwa'
import { defineConfig } from 'vitest/config'
import { type ListedFile, prerenderSite } from './src/server/commands/prerender-site.ts'
import { siteFonts } from './src/server/commands/site-fonts.ts'

/** Files of earlier builds stay this long, for pages that are still open on them (research/sync.md §5 line 27). */
const keepOldChunksMs = 30 * 24 * 60 * 60 * 1000

const webManifest: Partial<ManifestOptions> = {
  id: '/',
  // The server puts the office's own in (plugins/public-pages.ts).
  name: '법무사사무소',
  short_name: '법무사',
  description: '네트워크가 없어도 쓸 수 있는 법무사 사무소 업무 시스템',
  lang: 'ko',
  dir: 'ltr',
  // Staff begin their day there; whoever is not signed in is led home and told why.
  start_url: '/staff',
  scope: '/',
  display: 'standalone',
  background_color: '#fbfaf7',
  theme_color: '#14505c',
  categories: ['business', 'productivity'],
  icons: [
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
  screenshots: [
    { src: '/screenshot-case-book.png', sizes: '1440x900', type: 'image/png', form_factor: 'wide', label: '사건부' },
  ],
  shortcuts: [
    { name: '사건부', url: '/services/real-estate?tab=table' },
    { name: '공탁', url: '/services/deposit' },
  ],
}

/** What the running build wrote, so that chunks of earlier builds in dist/ do not enter the precache. */
const written = new Set<string>()
/** The public pages that visitors' devices keep. */
const prerendered: ListedFile[] = []
/** Modules a visitor may come to need: reached from the entry without passing a door to the staff's side. */
const visitorModules = new Set<string>()
const visitorDoors = /\/src\/app\/(?:features\/(?:site\/|chat\/(?!staff\/))|shell\/site-search\/)/
/** Of them, what every page needs: imported by the entry, without a door in between. */
const everyPageModules = new Set<string>()
/** What of the rest only the contact page needs, the heaviest of them, and screens of staff: pieces of a few hundred bytes each. */
const contactModules = new Set<string>()

/** `BUILD_COMPRESSION=off`: builds made for tests leave out brotli at its highest quality, a third of the work; the server then sends files as they are. */
const isCompressed = process.env['BUILD_COMPRESSION'] !== 'off'

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    nameStaffChunks(),
    siteFonts(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'index.ts',
      injectRegister: false,
      // Going from autoUpdate to prompt later would strand people on old versions: prompt from the first day.
      registerType: 'prompt',
      manifest: webManifest,
      includeManifestIcons: false,
      integration: {
        // The worker does not start at all if its list names a page that was made after it.
        beforeBuildServiceWorker: async () => void prerendered.push(...(await prerenderSite('dist'))),
      },
      injectManifest: {
        // Staff chunks are listed too; sw/index.ts keeps them out of what visitors store and fetches them after a staff sign-in.
        globPatterns: ['index.html', 'favicon.svg', 'icon-192.png', 'assets/*.{js,css}', 'assets/site-*.woff2'],
        maximumFileSizeToCacheInBytes: 4 * 1024 * 1024,
        manifestTransforms: [
          (entries) => ({
            manifest: [
              ...entries.filter((entry) => !entry.url.startsWith('assets/') || written.has(entry.url)),
              ...prerendered,
            ],
            warnings: [],
          }),
        ],
      },
    }),
    finishBuild(),
  ],
  worker: {
    format: 'es',
    rolldownOptions: {
      output: {
        entryFileNames: 'assets/staff-[name]-[hash].js',
        chunkFileNames: 'assets/staff-[name]-[hash].js',
      },
    },
  },
  build: {
    target: 'es2023',
    // Nothing for strangers: maps hold the whole source, and whatever stands in dist is served. Errors name file, line and column of the built code.
    sourcemap: false,
    emptyOutDir: false,
    // The CSP takes fonts and images from the server only, never data: URLs made by the build.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // In one file: modules that the staff's screens share would each become a chunk of a few hundred bytes, which compresses badly and costs every visitor.
        codeSplitting: {
          groups: [
            { name: 'every-page', test: (id) => everyPageModules.has(id) },
            // What it needs and other pages need too stays theirs.
            { name: 'contact', test: (id) => contactModules.has(id), includeDependenciesRecursively: false },
          ],
        },
        chunkFileNames: (chunk) => (isForVisitors(chunk) ? 'assets/[name]-[hash].js' : 'assets/staff-[name]-[hash].js'),
      },
    },
  },
  // A build loads nothing of the tests, which look for a browser.
  test: process.env['VITEST'] ? { projects: (await import('./tests/vitest-projects.ts')).testProjects } : {},
})

/** Finds out which modules visitors need, so that every other chunk gets a name starting with `staff-`. */
function nameStaffChunks(): Plugin {
  return {
    name: 'name-staff-chunks',
    apply: 'build',
    buildEnd() {
      const entries = [...this.getModuleIds()].filter((id) => this.getModuleInfo(id)?.isEntry)
      const imported = (id: string) => this.getModuleInfo(id)?.importedIds ?? []
      const throughDoors = (id: string) =>
        (this.getModuleInfo(id)?.dynamicallyImportedIds ?? []).filter((door) => visitorDoors.test(door))
      collect(everyPageModules, entries, imported)
      collect(visitorModules, entries, (id) => [...imported(id), ...throughDoors(id)])
      const pages = [...visitorModules].filter((id) => visitorDoors.test(id) && id.endsWith('-page.tsx'))
      const reachedFrom = (start: readonly string[]) => {
        const reached = new Set<string>()
        collect(reached, start, (id) => [...imported(id), ...throughDoors(id)])
        return reached
      }
      const isContact = (id: string) => id.endsWith('/contact-page.tsx')
      const others = reachedFrom(pages.filter((id) => !isContact(id)))
      for (const id of reachedFrom(pages.filter(isContact)))
        if (!others.has(id) && !everyPageModules.has(id)) contactModules.add(id)
    },
    writeBundle(_options, bundle) {
      for (const [fileName, chunk] of Object.entries(bundle)) {
        written.add(fileName)
        const isWrong = chunk.type === 'chunk' && !isStaffFile(fileName) && chunk.imports.some(isStaffFile)
        // Such a page would not open offline, and a visitor would load what is meant for staff.
        if (isWrong)
          throw new Error(`${fileName} is for visitors and imports ${chunk.imports.filter(isStaffFile).join(', ')}`)
      }
    },
  }
}

/** Everything that is reached from `start`, itself included. */
function collect(reached: Set<string>, start: readonly string[], next: (id: string) => readonly string[]): void {
  const open = [...start]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    // The icons' barrel reaches every icon; the few that visitors see are in the entry itself.
    if (reached.has(id) || id.includes('/lucide-react/')) continue
    reached.add(id)
    open.push(...next(id))
  }
}

/**
 * Our own modules decide. Of a package that visitors load too, a chunk of staff may hold parts that
 * only staff use. The bundler's own helpers have no module; every chunk may need them.
 */
function isForVisitors(chunk: { name: string; facadeModuleId: string | null; moduleIds: string[] }): boolean {
  if (chunk.name === 'rolldown-runtime') return true
  const ids = chunk.facadeModuleId ? [chunk.facadeModuleId] : chunk.moduleIds
  const own = ids.filter((id) => !id.includes('/node_modules/'))
  return (own.length > 0 ? own : ids).some((id) => visitorModules.has(id))
}

function isStaffFile(fileName: string): boolean {
  return fileName.startsWith('assets/staff-')
}

/** Last step: the service worker gets its address, old chunks go after 30 days, and everything is compressed once for all answers. */
function finishBuild(): Plugin {
  return {
    name: 'finish-build',
    apply: 'build',
    enforce: 'post',
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler(error) {
        if (error) return
        await placeServiceWorker('dist')
        await dropOldChunks('dist/assets')
        for (const folder of ['dist', 'dist/assets']) {
          await dropSourceMaps(folder)
          await (isCompressed ? compressFiles(folder) : dropStaleCompressed(folder))
        }
        // What `npm start` serves is compressed: it does not take this build for its own.
        if (!isCompressed) await rm('dist/.built-from', { force: true })
        await refuseSourceMaps('dist')
      },
    },
  }
}

/** The plugin names the worker after its source, sw/index.ts; the address that pages register must never change, so it gets a speaking one. */
async function placeServiceWorker(dist: string) {
  await rename(join(dist, 'index.js'), join(dist, 'sw.js'))
}

/** Builds used to write them, and nothing but what a build removes leaves dist. */
async function dropSourceMaps(folder: string) {
  const maps = (await readdir(folder)).filter((name) => /\.map(\.(br|gz))?$/.test(name))
  await Promise.all(maps.map((name) => rm(join(folder, name))))
}

/** Looks at what this build wrote and at the service worker, which is built by itself. */
async function refuseSourceMaps(dist: string) {
  const files = [...written, 'sw.js'].filter((file) => /\.(js|css|map)$/.test(file))
  const texts = await Promise.all(files.map((file) => readFile(join(dist, file), 'utf8')))
  const wrong = files.filter((file, place) => file.endsWith('.map') || texts[place]?.includes('sourceMappingURL'))
  if (wrong.length > 0) throw new Error(`strangers could read the source: ${wrong.join(', ')}`)
}

async function dropOldChunks(assets: string) {
  const oldest = Date.now() - keepOldChunksMs
  for (const name of await readdir(assets)) {
    const isCurrent = written.has(`assets/${name.replace(/\.(br|gz)$/, '')}`)
    if (!isCurrent && (await stat(join(assets, name))).mtimeMs < oldest) await rm(join(assets, name))
  }
}

async function compressFiles(folder: string) {
  const names = (await readdir(folder)).filter((name) => /\.(js|css|html|svg|json|webmanifest|txt)$/.test(name))
  const pressed = await Promise.all(names.map((name) => compressFile(join(folder, name))))
  if (pressed.length === 0) throw new Error(`nothing to compress in ${folder}: the build wrote elsewhere`)
}

async function compressFile(path: string) {
  const [isPressed, source] = await Promise.all([isNewer(`${path}.br`, path), readFile(path)])
  if (isPressed || source.length < 512) return
  const quality = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: source.length }
  await Promise.all([
    promisify(brotliCompress)(source, { params: quality }).then((data) => writeFile(`${path}.br`, data)),
    promisify(gzip)(source, { level: 9 }).then((data) => writeFile(`${path}.gz`, data)),
  ])
}

/** The server prefers them to the file itself. */
async function dropStaleCompressed(folder: string) {
  for (const name of await readdir(folder)) {
    if (!/\.(br|gz)$/.test(name)) continue
    const path = join(folder, name)
    const isCurrent = await isNewer(path, path.slice(0, -'.br'.length)).catch(() => false)
    if (!isCurrent) await rm(path)
  }
}

async function isNewer(path: string, than: string): Promise<boolean> {
  const [one, other] = await Promise.all([stat(path).catch(() => null), stat(than)])
  return one !== null && one.mtimeMs >= other.mtimeMs
}
