import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import type { DiskStatus, ServerStatus } from '#contract/admin/server-status.ts'
import type { Config } from '../../config.ts'

/**
 * Disks of this machine that hold the office's folders. A folder that is missing (an unplugged
 * stick) is left out.
 */
export async function readDisks({ dataDir, backupDir }: Config): Promise<DiskStatus[]> {
  const folders = [
    { folder: 'data' as const, path: dataDir },
    ...(backupDir === undefined ? [] : [{ folder: 'backup' as const, path: backupDir }]),
  ]
  const disks = await Promise.all(folders.map(({ folder, path }) => readDisk(folder, path)))
  return disks.filter((disk) => disk !== null)
}

/**
 * Expiry of the TLS certificate that this process serves; null when it serves none (TLS ends at a
 * proxy, or there is none).
 */
export function readCertificateEnd({ tls }: Pick<Config, 'tls'>): Date | null {
  return tls === undefined ? null : new X509Certificate(readFileSync(tls.certPath)).validToDate
}

export function certificateStatus(end: Date | null, now: Date): ServerStatus['certificate'] {
  if (end === null) return null
  return { ends_at: end.toISOString(), days_left: Math.floor((end.getTime() - now.getTime()) / 86_400_000) }
}

async function readDisk(folder: DiskStatus['folder'], path: string): Promise<DiskStatus | null> {
  try {
    const { bavail, blocks, bsize } = await statfs(path)
    return { folder, free: bavail * bsize, total: blocks * bsize }
  } catch {
    return null
  }
}
