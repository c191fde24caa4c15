import { copyFileSync, cpSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { rendererFile, templateFile } from '#contract/site/public-page.ts'

const root = join(import.meta.dirname, '../..')

/**
 * A `distDir` without a build: the pages are drawn by the renderer's source, which the test runner compiles. It has no scripts and no styles, so it is for what a reader
 * gets before any script runs.
 */
export function siteOfSource(): { distDir: string; remove: () => void } {
  const distDir = mkdtempSync(join(tmpdir(), 'site-'))
  mkdirSync(dirname(join(distDir, rendererFile)), { recursive: true })
  cpSync(join(root, 'public'), distDir, { recursive: true })
  for (const name of ['index.html', templateFile]) copyFileSync(join(root, 'index.html'), join(distDir, name))
  const moduleAt = (path: string) => JSON.stringify(pathToFileURL(join(root, path)).href)
  // The build has all pages in one file: none may have to be loaded while it is drawn.
  const pages = globSync('src/app/features/site/*-page.tsx', { cwd: root }).map((path) => `import ${moduleAt(path)}`)
  const renderer = [...pages, `export { renderPage } from ${moduleAt('src/app/prerender.tsx')}`, '']
  writeFileSync(join(distDir, rendererFile), renderer.join('\n'))
  return { distDir, remove: () => rmSync(distDir, { recursive: true, force: true }) }
}
