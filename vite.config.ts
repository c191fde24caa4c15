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

/** Files of earlier builds stay this long, for pages that were opened with them. */
const keepOldChunksMs = 30 * 24 * 60 * 60 * 1000

const webManifest: Partial<ManifestOptions> = {
  id: '/',
  // The server replaces names with the office's own (plugins/public-pages.ts).
  name: '법무사사무소',
  short_name: '법무사',
  description: '네트워크가 없어도 쓸 수 있는 법무사 사무소 업무 시스템',
  lang: 'ko',
  dir: 'ltr',
  // Staff start here; anyone not signed in is redirected to the home page, with the reason.
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

/** Files of the running build. Chunks of earlier builds in dist/ stay out of the precache. */
const writtenFiles = new Set<string>()
/** Public pages in the precache. */
const prerenderedPages: ListedFile[] = []
/**
 * Modules that visitors may need: reached from the entry without a dynamic import of a staff
 * screen.
 */
const visitorModules = new Set<string>()
const visitorScreens = /\/src\/app\/(?:features\/(?:site\/|chat\/(?!staff\/))|shell\/site-search\/)/
/** Visitor modules that every page needs: static imports of the entry. */
const everyPageModules = new Set<string>()
/**
 * Other visitor modules that no public page but the contact page needs. As separate chunks they
 * would be a few hundred bytes each.
 */
const contactModules = new Set<string>()

/**
 * `BUILD_COMPRESSION=off`, for tests, leaves out compression, which takes a third of the build; the
 * server then sends files uncompressed.
 */
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
      // Changing from autoUpdate to prompt later would leave users on old versions.
      registerType: 'prompt',
      manifest: webManifest,
      includeManifestIcons: false,
      integration: {
        // Pages are rendered first: a worker whose list names a missing page does not start.
        beforeBuildServiceWorker: async () => void prerenderedPages.push(...(await prerenderSite('dist'))),
      },
      injectManifest: {
        // Includes staff chunks; sw/index.ts fetches those only after a staff sign-in.
        globPatterns: ['index.html', 'favicon.svg', 'icon-192.png', 'assets/*.{js,css}', 'assets/site-*.woff2'],
        maximumFileSizeToCacheInBytes: 4 * 1024 * 1024,
        manifestTransforms: [
          (entries) => ({
            manifest: [
              ...entries.filter((entry) => !entry.url.startsWith('assets/') || writtenFiles.has(entry.url)),
              ...prerenderedPages,
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
    // Source maps contain the whole source, and everything in dist is public. Errors give positions
    // in the built code.
    sourcemap: false,
    emptyOutDir: false,
    // The CSP allows fonts and images from the server only, no data: URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // One file for every page: modules shared with staff screens would otherwise become
        // chunks of a few hundred bytes, which compress badly.
        codeSplitting: {
          groups: [
            { name: 'every-page', test: (id) => everyPageModules.has(id) },
            // Modules shared with other pages stay out.
            { name: 'contact', test: (id) => contactModules.has(id), includeDependenciesRecursively: false },
          ],
        },
        chunkFileNames: (chunk) => (isForVisitors(chunk) ? 'assets/[name]-[hash].js' : 'assets/staff-[name]-[hash].js'),
      },
    },
  },
  // A build must not load test projects, because they look for a browser.
  test: process.env['VITEST'] ? { projects: (await import('./tests/vitest-projects.ts')).testProjects } : {},
})

/** Finds the modules that visitors need; other chunks get names starting with `staff-`. */
function nameStaffChunks(): Plugin {
  return {
    name: 'name-staff-chunks',
    apply: 'build',
    buildEnd() {
      const entries = [...this.getModuleIds()].filter((id) => this.getModuleInfo(id)?.isEntry)
      const listImports = (id: string) => this.getModuleInfo(id)?.importedIds ?? []
      const listVisitorScreens = (id: string) =>
        (this.getModuleInfo(id)?.dynamicallyImportedIds ?? []).filter((imported) => visitorScreens.test(imported))
      collect(everyPageModules, entries, listImports)
      collect(visitorModules, entries, (id) => [...listImports(id), ...listVisitorScreens(id)])
      const pages = [...visitorModules].filter((id) => visitorScreens.test(id) && id.endsWith('-page.tsx'))
      const collectFrom = (start: readonly string[]) => {
        const reached = new Set<string>()
        collect(reached, start, (id) => [...listImports(id), ...listVisitorScreens(id)])
        return reached
      }
      const isContact = (id: string) => id.endsWith('/contact-page.tsx')
      const others = collectFrom(pages.filter((id) => !isContact(id)))
      for (const id of collectFrom(pages.filter(isContact)))
        if (!others.has(id) && !everyPageModules.has(id)) contactModules.add(id)
    },
    writeBundle(_options, bundle) {
      for (const [fileName, chunk] of Object.entries(bundle)) {
        writtenFiles.add(fileName)
        const importsStaffChunk = chunk.type === 'chunk' && !isStaffFile(fileName) && chunk.imports.some(isStaffFile)
        // Such a page would not open offline, and visitors would download staff code.
        if (importsStaffChunk)
          throw new Error(`${fileName} is for visitors and imports ${chunk.imports.filter(isStaffFile).join(', ')}`)
      }
    },
  }
}

/** Adds everything reached from `start`, including `start`, to `reached`. */
function collect(reached: Set<string>, start: readonly string[], next: (id: string) => readonly string[]): void {
  const pending = [...start]
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    // lucide's index imports every icon; the few that visitors see are in the entry itself.
    if (reached.has(id) || id.includes('/lucide-react/')) continue
    reached.add(id)
    pending.push(...next(id))
  }
}

/**
 * Decided by our own modules, because a staff chunk may contain parts of a package that visitors
 * load too. The bundler's helpers have no module; every chunk may need them.
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

/** Last step: renames the service worker, deletes chunks after 30 days, compresses all files. */
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
        await renameServiceWorker('dist')
        await deleteOldChunks('dist/assets')
        for (const folder of ['dist', 'dist/assets']) {
          await deleteSourceMaps(folder)
          await (isCompressed ? compressFiles(folder) : deleteStaleCompressed(folder))
        }
        // `npm start` serves compressed files, so it must not reuse this build.
        if (!isCompressed) await rm('dist/.built-from', { force: true })
        await refuseSourceMaps('dist')
      },
    },
  }
}

/** The plugin names the worker after sw/index.ts; the path that pages register is fixed. */
async function renameServiceWorker(dist: string) {
  await rename(join(dist, 'index.js'), join(dist, 'sw.js'))
}

/** Maps of earlier builds, which are never removed otherwise. */
async function deleteSourceMaps(folder: string) {
  const maps = (await readdir(folder)).filter((name) => /\.map(\.(br|gz))?$/.test(name))
  await Promise.all(maps.map((name) => rm(join(folder, name))))
}

/** Checks this build's files and the service worker, which is built separately. */
async function refuseSourceMaps(dist: string) {
  const files = [...writtenFiles, 'sw.js'].filter((file) => /\.(js|css|map)$/.test(file))
  const texts = await Promise.all(files.map((file) => readFile(join(dist, file), 'utf8')))
  const wrong = files.filter((file, index) => file.endsWith('.map') || texts[index]?.includes('sourceMappingURL'))
  if (wrong.length > 0) throw new Error(`source maps would be public: ${wrong.join(', ')}`)
}

async function deleteOldChunks(assets: string) {
  const oldest = Date.now() - keepOldChunksMs
  for (const name of await readdir(assets)) {
    const isCurrent = writtenFiles.has(`assets/${name.replace(/\.(br|gz)$/, '')}`)
    if (!isCurrent && (await stat(join(assets, name))).mtimeMs < oldest) await rm(join(assets, name))
  }
}

async function compressFiles(folder: string) {
  const names = (await readdir(folder)).filter((name) => /\.(js|css|html|svg|json|webmanifest|txt)$/.test(name))
  const compressed = await Promise.all(names.map((name) => compressFile(join(folder, name))))
  if (compressed.length === 0) throw new Error(`nothing to compress in ${folder}`)
}

async function compressFile(path: string) {
  const [isUpToDate, source] = await Promise.all([isNewer(`${path}.br`, path), readFile(path)])
  if (isUpToDate || source.length < 512) return
  const quality = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: source.length }
  await Promise.all([
    promisify(brotliCompress)(source, { params: quality }).then((data) => writeFile(`${path}.br`, data)),
    promisify(gzip)(source, { level: 9 }).then((data) => writeFile(`${path}.gz`, data)),
  ])
}

/** The server prefers compressed files, so an outdated one would hide the new file. */
async function deleteStaleCompressed(folder: string) {
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
