import { createServer, type IncomingMessage, request as sendRequest, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { prerenderedPaths } from '#contract/app-paths.ts'
import type { Office } from './office-kinds.ts'

/** Serves a later build of the office while `work` runs, then restores the network. */
export async function withNextBuild(office: Office, work: (next: NextBuild) => Promise<void>): Promise<void> {
  const next = await serveNextBuild(office.origin)
  try {
    office.network.setTarget(next.url)
    await work(next)
  } finally {
    office.network.setReachable(true)
    office.network.setTarget(office.origin)
    await next.close()
  }
}

interface NextBuild {
  url: string
  /**
   * From now on sw.js and the page it stores belong to a later build; a page that runs it carries
   * the mark.
   */
  publish(): void
  close(): Promise<void>
}

/** A page of Playwright, or a tab that another driver drives. */
interface ScriptedPage {
  evaluate<Result>(work: () => Result): Promise<Result>
  evaluate<Arg, Result>(work: (arg: Arg) => Result, arg: Arg): Promise<Result>
}

/** Checks for an update as the app does hourly and when its window comes to the front. */
export function checkForUpdate(page: ScriptedPage): Promise<void> {
  return page.evaluate(() => {
    document.dispatchEvent(new Event('visibilitychange'))
  })
}

/** True when the page is of the later build; false while a page is loading. */
export function isRunningNextBuild(page: ScriptedPage): Promise<boolean> {
  return page.evaluate((mark) => document.querySelector(mark) !== null, nextBuildMark).catch(() => false)
}

/** Selector of the mark in pages of the later build. */
const nextBuildMark = 'meta[name=build-under-test]'

/**
 * Simulates a later build by changing a few bytes: the service worker lists its pages under other
 * revisions, and those pages carry a mark. Everything else comes from the server unchanged.
 */
async function serveNextBuild(origin: string): Promise<NextBuild> {
  const state = { isPublished: false }
  const server = createServer((incoming, outgoing) => {
    const path = (incoming.url ?? '/').split('?', 1)[0]
    const change = state.isPublished ? findPageEdit(path ?? '/') : null
    void pass(incoming, outgoing, { origin, change })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    publish: () => {
      state.isPublished = true
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

const pages = new Set<string>(['/index.html', ...prerenderedPaths])

function findPageEdit(path: string): ((text: string) => string) | null {
  if (pages.has(path)) return (text) => text.replace('<head>', '<head><meta name="build-under-test" />')
  return path === '/sw.js' ? withOtherRevisions : null
}

function withOtherRevisions(text: string): string {
  const changed = text.replaceAll(/[0-9a-f]{32}(?=","url":"(?:index\.html|\/[a-z/]*)")/g, (revision) =>
    [...revision].toReversed().join(''),
  )
  if (changed === text) throw new Error('sw.js lists its pages in an unknown format')
  return changed
}

interface BuildProxyState {
  origin: string
  change: ((text: string) => string) | null
}

async function pass(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { origin, change }: BuildProxyState,
): Promise<void> {
  const { 'accept-encoding': encoding, 'if-none-match': _tag, 'if-modified-since': _since, ...kept } = incoming.headers
  const headers = change || encoding === undefined ? kept : incoming.headers
  const onward = sendRequest(new URL(incoming.url ?? '/', origin), { method: incoming.method, headers, agent: false })
  onward.on('error', () => incoming.socket.destroy())
  onward.on('response', (response) => void giveBack(response, outgoing, change))
  incoming.pipe(onward)
}

async function giveBack(
  response: IncomingMessage,
  outgoing: ServerResponse,
  change: BuildProxyState['change'],
): Promise<void> {
  if (!change) {
    outgoing.writeHead(response.statusCode ?? 502, response.headers)
    response.pipe(outgoing)
    outgoing.on('close', () => response.destroy())
    return
  }
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  const { 'content-length': _length, etag: _etag, 'last-modified': _modified, ...headers } = response.headers
  outgoing.writeHead(response.statusCode ?? 502, headers)
  outgoing.end(change(Buffer.concat(chunks).toString('utf8')))
}
