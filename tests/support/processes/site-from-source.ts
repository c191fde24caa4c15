import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { rendererFile, templateFile } from '#contract/site/public-page.ts'

const root = join(import.meta.dirname, '../../..')

/**
 * A `distDir` without a build: pages are rendered by the renderer's source, compiled by the test
 * runner. It has no scripts or styles, so it only shows what is readable before any script runs.
 */
export function buildSiteFromSource(): { distDir: string; remove: () => void } {
  const distDir = mkdtempSync(join(tmpdir(), 'site-'))
  mkdirSync(dirname(join(distDir, rendererFile)), { recursive: true })
  cpSync(join(root, 'public'), distDir, { recursive: true })
  for (const name of ['index.html', templateFile]) copyFileSync(join(root, 'index.html'), join(distDir, name))
  const moduleAt = (path: string) => JSON.stringify(pathToFileURL(join(root, path)).href)
  writeFileSync(join(distDir, rendererFile), `export { renderPage } from ${moduleAt('src/app/prerender.tsx')}\n`)
  return { distDir, remove: () => rmSync(distDir, { recursive: true, force: true }) }
}
