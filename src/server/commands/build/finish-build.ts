import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/** Files of earlier builds stay this long, for pages that were opened with them. */
const keepOldChunksMs = 30 * 24 * 60 * 60 * 1000

/**
 * `BUILD_COMPRESSION=off`, for tests, leaves out compression, which takes a third of the build; the
 * server then sends files uncompressed.
 */
const isCompressed = process.env['BUILD_COMPRESSION'] !== 'off'

/**
 * Last step: renames the service worker, deletes old chunks, compresses all files. `writtenFiles`:
 * those of the running build.
 */
export function finishBuild(writtenFiles: ReadonlySet<string>): Plugin {
  return {
    name: 'finish-build',
    apply: 'build',
    enforce: 'post',
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler(error) {
        if (error) return
        await renameServiceWorker('dist')
        await deleteOldChunks('dist/assets', writtenFiles)
        for (const folder of ['dist', 'dist/assets']) {
          await deleteSourceMaps(folder)
          await (isCompressed ? compressFiles(folder) : deleteStaleCompressed(folder))
        }
        // `npm start` serves compressed files, so it must not reuse this build.
        if (!isCompressed) await rm('dist/.built-from', { force: true })
        await refuseSourceMaps('dist', writtenFiles)
      },
    },
  }
}

/** The plugin names the worker after sw/index.ts; the path that pages register is fixed. */
async function renameServiceWorker(dist: string) {
  await rename(join(dist, 'index.js'), join(dist, 'sw.js'))
}

/** Maps of earlier builds, which are never removed otherwise. */
async function deleteSourceMaps(folder: string) {
  const maps = (await readdir(folder)).filter((name) => /\.map(\.(br|gz))?$/.test(name))
  await Promise.all(maps.map((name) => rm(join(folder, name))))
}

/** Checks this build's files and the service worker, which is built separately. */
async function refuseSourceMaps(dist: string, writtenFiles: ReadonlySet<string>) {
  const files = [...writtenFiles, 'sw.js'].filter((file) => /\.(js|css|map)$/.test(file))
  const texts = await Promise.all(files.map((file) => readFile(join(dist, file), 'utf8')))
  const withMaps = files.filter((file, index) => file.endsWith('.map') || texts[index]?.includes('sourceMappingURL'))
  if (withMaps.length > 0) throw new Error(`source maps would be public: ${withMaps.join(', ')}`)
}

async function deleteOldChunks(assets: string, writtenFiles: ReadonlySet<string>) {
  const oldest = Date.now() - keepOldChunksMs
  for (const name of await readdir(assets)) {
    const isCurrent = writtenFiles.has(`assets/${name.replace(/\.(br|gz)$/, '')}`)
    if (!isCurrent && (await stat(join(assets, name))).mtimeMs < oldest) await rm(join(assets, name))
  }
}

async function compressFiles(folder: string) {
  const names = (await readdir(folder)).filter((name) => /\.(js|css|html|svg|json|webmanifest|txt)$/.test(name))
  const compressed = await Promise.all(names.map((name) => compressFile(join(folder, name))))
  if (compressed.length === 0) throw new Error(`nothing to compress in ${folder}`)
}

async function compressFile(path: string) {
  const [isUpToDate, source] = await Promise.all([isNewer(`${path}.br`, path), readFile(path)])
  if (isUpToDate || source.length < 512) return
  const quality = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: source.length }
  await Promise.all([
    promisify(brotliCompress)(source, { params: quality }).then((data) => writeFile(`${path}.br`, data)),
    promisify(gzip)(source, { level: 9 }).then((data) => writeFile(`${path}.gz`, data)),
  ])
}

/** The server prefers compressed files, so an outdated one would hide the new file. */
async function deleteStaleCompressed(folder: string) {
  for (const name of await readdir(folder)) {
    if (!/\.(br|gz)$/.test(name)) continue
    const path = join(folder, name)
    const isCurrent = await isNewer(path, path.slice(0, -'.br'.length)).catch(() => false)
    if (!isCurrent) await rm(path)
  }
}

async function isNewer(path: string, than: string): Promise<boolean> {
  const [one, other] = await Promise.all([stat(path).catch(() => null), stat(than)])
  return one !== null && one.mtimeMs >= other.mtimeMs
}
