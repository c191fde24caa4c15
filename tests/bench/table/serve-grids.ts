import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build, preview } from 'vite'

export type GridName = 'our-table' | 'ag-grid' | 'glide-grid'
export const gridNames: readonly GridName[] = ['our-table', 'ag-grid', 'glide-grid']

export interface ServedGrids {
  urlOf(name: GridName): string
  /** KB of the page's scripts, brotli. Excludes style sheets, because ours is the whole app's. */
  measureWeight(name: GridName): number
  stop(): Promise<void>
}

/**
 * Builds a production page per grid, each separately so that its size is its own, and serves them.
 */
export async function serveGrids(names: readonly GridName[] = gridNames): Promise<ServedGrids> {
  const outDir = mkdtempSync(join(tmpdir(), 'ongyeol-bench-grids-'))
  const root = join(import.meta.dirname, '../pages/table')
  for (const name of names) {
    await build({
      configFile: false,
      root,
      base: './',
      logLevel: 'error',
      plugins: [react(), tailwindcss()],
      build: {
        outDir: join(outDir, name),
        emptyOutDir: true,
        target: 'es2023',
        chunkSizeWarningLimit: 4_000,
        rolldownOptions: { input: join(root, `${name}.html`) },
      },
    })
  }
  const server = await preview({
    configFile: false,
    root: outDir,
    logLevel: 'error',
    build: { outDir },
    preview: { host: '127.0.0.1', port: 0 },
  })
  const origin = server.resolvedUrls?.local[0] ?? ''
  return {
    urlOf: (name) => `${origin}${name}/${name}.html`,
    measureWeight: (name) => measureScripts(join(outDir, name, 'assets')),
    async stop() {
      await server.close()
      rmSync(outDir, { recursive: true, force: true })
    },
  }
}

function measureScripts(folder: string): number {
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'))
  const bytes = scripts.map((name) => brotliCompressSync(readFileSync(join(folder, name))).length)
  return bytes.reduce((sum, size) => sum + size, 0) / 1024
}
