import { randomUUID } from 'node:crypto'
import { existsSync, lstatSync, mkdirSync, readlinkSync, realpathSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { type Account, isReachable, systemFolder } from './postgres-program.ts'

/**
 * Where the cluster of a data folder stands: `dataDir/postgres`, unless the account that PostgreSQL must run under cannot get there (a checkout
 * below /root). Then it stands under /var/lib and `dataDir/postgres` is a link to it, so that the operator finds it.
 */
export function placeForCluster(dataDir: string, account: Account | undefined): string {
  const wanted = join(realpathSync(dataDir), 'postgres')
  const linked = linkTarget(wanted)
  if (linked !== undefined) return linked
  if (account === undefined || existsSync(wanted) || isReachable(wanted, account)) return wanted
  // A name of its own each time: a data folder that was deleted and made anew must not find the old cluster again.
  const target = join(systemFolder, `data-${randomUUID()}`, 'postgres')
  mkdirSync(join(target, '..'), { recursive: true, mode: 0o711 })
  symlinkSync(target, wanted)
  return target
}

function linkTarget(path: string): string | undefined {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  return stat?.isSymbolicLink() ? readlinkSync(path) : undefined
}
