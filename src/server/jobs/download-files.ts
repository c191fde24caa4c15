import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Where the files of download tasks stand: `<data folder>/downloads/<task id>`. Several servers on one database must share that folder. */
export function downloadFiles(dataDir: string) {
  const folder = join(dataDir, 'downloads')
  const pathOf = (id: string) => join(folder, id)
  const unfinishedPathOf = (id: string) => join(folder, `${id}.part`)
  return {
    pathOf,
    /** A path to write to; nobody sees the file before `finish`. */
    async begin(id: string): Promise<string> {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      return unfinishedPathOf(id)
    },
    /** Bytes of the finished file. */
    async finish(id: string): Promise<number> {
      await rename(unfinishedPathOf(id), pathOf(id))
      return (await stat(pathOf(id))).size
    },
    /** Null when it is gone: swept, restored from a backup without files, or kept by another machine. */
    async sizeOf(id: string): Promise<number | null> {
      return await stat(pathOf(id)).then(
        ({ size }) => size,
        () => null,
      )
    },
    async remove(id: string): Promise<void> {
      await Promise.all([pathOf(id), unfinishedPathOf(id)].map((path) => rm(path, { force: true })))
    },
    /** Ids of all files here, finished or not. */
    async ids(): Promise<string[]> {
      const names = await readdir(folder).catch(() => [])
      return [...new Set(names.map((name) => name.replace(/\.part$/, '')))]
    },
  }
}

export type DownloadFiles = ReturnType<typeof downloadFiles>
