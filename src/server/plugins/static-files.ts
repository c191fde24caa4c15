import { existsSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyReply } from 'fastify'
import { isAppPath } from '#contract/app-paths.ts'
import { problem } from '#contract/problem.ts'
import type { App } from '#server/deps.ts'
import { sendProblem } from '#server/http/http-problem.ts'
import type { Exchange } from '#server/http/page-cache.ts'
import type { PublicPages } from './public-pages.ts'

/**
 * Serves the built app from `distDir` with the brotli files made at build, and decides about
 * unknown paths: a refusal below /api and /oauth, 404 for a file, the app's shell for URLs of its
 * router, and otherwise a not-found page (app/features/site/not-found-page.tsx) with status
 * 404. A redirect to / would tell search engines that every mistyped URL is the home page.
 */
export async function registerStaticFiles(
  app: App,
  { distDir, pages }: { distDir: string; pages: PublicPages | null },
): Promise<void> {
  const hasApp = existsSync(join(distDir, 'index.html'))
  if (hasApp) {
    await app.register(fastifyStatic, {
      root: distDir,
      preCompressed: true,
      redirect: false,
      dotfiles: 'ignore',
      cacheControl: false,
      schemaHide: true,
      setHeaders: (reply, path) => {
        // Names below assets/ contain a hash of their content; all other files must be revalidated
        // (sw.js, pages, manifest).
        const isHashed = path.startsWith(join(distDir, 'assets') + sep)
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
        // The picture of shared links may be shown on other sites.
        if (path === join(distDir, 'og.png')) reply.header('cross-origin-resource-policy', 'cross-origin')
      },
    })
  }
  app.setNotFoundHandler((request, reply) => handleUnknownPath({ request, reply }, { hasApp, pages }))
}

async function handleUnknownPath(
  { request, reply }: Exchange,
  { hasApp, pages }: { hasApp: boolean; pages: PublicPages | null },
): Promise<FastifyReply> {
  const path = request.url.split('?', 1)[0] ?? '/'
  const isPage = (request.method === 'GET' || request.method === 'HEAD') && !/^\/api(\/|$)/.test(path)
  if (!isPage) return sendProblem(reply, problem('not_found'))
  if (extname(path) !== '') return reply.code(404).type('text/plain; charset=utf-8').send('파일을 찾을 수 없습니다.')
  if (!hasApp)
    return reply
      .code(503)
      .type('text/plain; charset=utf-8')
      .send('앱이 아직 빌드되지 않았습니다. npm start로 시작해 주세요.')
  const isKnown = isAppPath(path)
  if (!pages)
    return reply
      .code(isKnown ? 200 : 404)
      .header('x-robots-tag', 'noindex')
      .sendFile('index.html')
  return isKnown ? await pages.sendShell({ request, reply }, 200) : await pages.sendUnknown({ request, reply })
}
