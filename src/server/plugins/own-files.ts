import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isUnnamed, type Office } from '#domain/office-words.ts'
import type { KnownOffice } from '../db/office/read-office.ts'
import type { App } from '../deps.ts'

/** Files of the build that say whose they are, as they are for this office. The larger pictures of an installed app and of shared links are the build's and name nobody. */
const ownFiles = [
  { name: 'manifest.webmanifest', type: 'application/manifest+json', made: manifestOf },
  { name: 'favicon.svg', type: 'image/svg+xml', made: iconOf },
] as const

export async function serveOwnFiles(app: App, distDir: string, office: KnownOffice): Promise<void> {
  for (const { name, type, made } of ownFiles) {
    const file = join(distDir, name)
    if (!existsSync(file)) continue
    const built = await readFile(file, 'utf8')
    app.get(`/${name}`, { schema: { hide: true } }, async (_request, reply) =>
      reply.headers({ 'cache-control': 'no-cache', 'content-type': type }).send(made(built, await office.read())),
    )
  }
}

/** What an installed app is called. */
function manifestOf(built: string, office: Office): string {
  const manifest: object = JSON.parse(built)
  // Its pictures show the fictional one.
  if (isUnnamed(office)) return JSON.stringify({ ...manifest, screenshots: undefined })
  return JSON.stringify({ ...manifest, name: office.name, short_name: office.seal_letters })
}

/** The letters of the mark, in the frame that the build's icon has. */
function iconOf(built: string, { seal_strokes }: Office): string {
  if (seal_strokes.length === 0) return built
  return built.replace(/ d="[^"]*"/, ` d="${seal_strokes.join('')}"`)
}
