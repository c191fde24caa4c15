import { globSync } from 'node:fs'
import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { test as base } from '@playwright/test'
import type { Page } from '@playwright/test'
import { build, preview } from 'vite'

const projectRoot = join(import.meta.dirname, '../../..')
const root = join(import.meta.dirname, 'harness')

/**
 * Serves the table on pages of its own, once per worker; `openTable(query)` opens it and waits for rows or for the state asked for. The pages are built
 * first: a test that opens one asks for a handful of files and not for some hundred.
 */
export const test = base.extend<{ openTable: (query?: string) => Promise<Page> }, { harnessUrl: string }>({
  harnessUrl: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a fixture needs from this pattern.
    async ({}, use, { parallelIndex }) => {
      const outDir = join(projectRoot, `node_modules/.cache/table-harness-${parallelIndex}`)
      const config = { configFile: false, root, logLevel: 'error', mode: 'development' } as const
      const input = globSync('*.html', { cwd: root }).map((name) => join(root, name))
      await build({
        ...config,
        plugins: [react(), tailwindcss()],
        define: { 'process.env.NODE_ENV': '"development"' },
        build: { outDir, emptyOutDir: true, minify: false, rolldownOptions: { input } },
      })
      const server = await preview({ ...config, build: { outDir }, preview: { host: '127.0.0.1', port: 0 } })
      const [url = ''] = server.resolvedUrls?.local ?? []
      await use(url)
      await server.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  openTable: async ({ page, harnessUrl }, use) => {
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(String(error)))
    await use(async (query = '') => {
      await page.goto(`${harnessUrl}?${query}`)
      await page.getByRole('grid', { name: '시험 기록' }).waitFor()
      if (!query.includes('rows=0')) await page.locator('[role=gridcell][data-row="0"]').first().waitFor()
      return page
    })
    base.expect(faults).toEqual([])
  },
})
export const { expect } = base
