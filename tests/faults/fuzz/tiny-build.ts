import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { rendererFile, templateFile } from '#contract/site/public-page.ts'

/**
 * A folder like the output of `vite build` with one-line pages, for server tests that need pages
 * but no build.
 */
export function makeTinyBuild(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'tiny-build-'))
  const writePage = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  writePage('index.html', '<!doctype html><title>앱</title>')
  writePage('assets/app-12345678.js', 'export {}')
  writePage(templateFile, '<style>p{color:red}</style>')
  writePage(rendererFile, renderer)
  return { folder, remove: () => rmSync(folder, { recursive: true }) }
}

const renderer = `export async function renderPage({ answers }) {
  const isFound = Object.values(answers).every((answer) => answer !== null)
  return { status: isFound ? 200 : 404, html: '<p>소식</p>' + JSON.stringify(answers) }
}`
