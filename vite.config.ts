import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { type ManifestOptions, VitePWA } from 'vite-plugin-pwa'
import { defineConfig } from 'vitest/config'
import { finishBuild } from './src/server/commands/build/finish-build.ts'
import { type ListedFile, prerenderSite } from './src/server/commands/build/prerender-site.ts'
import { siteFonts } from './src/server/commands/build/site-fonts.ts'
import { createVisitorChunks } from './src/server/commands/build/visitor-chunks.ts'

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

const visitorChunks = createVisitorChunks()
/** Public pages in the precache. */
const prerenderedPages: ListedFile[] = []

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    visitorChunks.plugin,
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
        // Includes staff chunks and fonts; sw/index.ts fetches those only after a staff sign-in.
        globPatterns: ['index.html', 'favicon.svg', 'icon-192.png', 'assets/*.{js,css,woff2}'],
        maximumFileSizeToCacheInBytes: 4 * 1024 * 1024,
        manifestTransforms: [
          // Chunks of earlier builds in dist/ stay out.
          (entries) => ({
            manifest: [
              ...entries.filter(({ url }) => !url.startsWith('assets/') || visitorChunks.writtenFiles.has(url)),
              ...prerenderedPages,
            ],
            warnings: [],
          }),
        ],
      },
    }),
    finishBuild(visitorChunks.writtenFiles),
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
            { name: 'every-page', test: visitorChunks.isOnEveryPage },
            // Modules shared with other pages stay out.
            { name: 'contact', test: visitorChunks.isOnlyOnContactPage, includeDependenciesRecursively: false },
          ],
        },
        chunkFileNames: visitorChunks.nameChunk,
      },
    },
  },
  // A build must not load test projects, because they look for a browser.
  test: process.env['VITEST'] ? { projects: (await import('./tests/vitest-projects.ts')).testProjects } : {},
})
