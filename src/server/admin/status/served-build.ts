import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { appBuildOf } from '#contract/app-build.ts'

/**
 * The app build that this process hands out, read from its page; null when there is none
 * (development, server-only tests).
 */
export function readServedBuild(distDir: string): string | null {
  const page = join(distDir, 'index.html')
  if (!existsSync(page)) return null
  const sources = readFileSync(page, 'utf8').matchAll(/<script\b[^>]*\bsrc="([^"]+)"/g)
  for (const [, source = ''] of sources) {
    const build = appBuildOf(source)
    if (build !== null) return build
  }
  return null
}
