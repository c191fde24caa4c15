import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { test as base } from '@playwright/test'
import type { Page } from '@playwright/test'
import { createServer } from 'vite'

/** Serves the table on a page of its own, once per worker; `openTable(query)` opens it and waits for rows or for the state asked for. */
export const test = base.extend<{ openTable: (query?: string) => Promise<Page> }, { harnessUrl: string }>({
  harnessUrl: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a fixture needs from this pattern.
    async ({}, use) => {
      const server = await createServer({
        configFile: false,
        root: fileURLToPath(new URL('./harness', import.meta.url)),
        cacheDir: fileURLToPath(new URL('../../../node_modules/.cache/table-harness', import.meta.url)),
        logLevel: 'error',
        plugins: [react(), tailwindcss()],
        server: {
          host: '127.0.0.1',
          port: 0,
          hmr: false,
          watch: null,
          fs: { allow: [fileURLToPath(new URL('../../..', import.meta.url))] },
        },
      })
      await server.listen()
      const address = server.httpServer?.address()
      const port = typeof address === 'object' && address ? address.port : 0
      await use(`http://127.0.0.1:${port}/`)
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
