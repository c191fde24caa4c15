import { randomUUID } from 'node:crypto'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { EmbeddedDatabaseError } from './embedded-database-error.ts'
import { type Account, isReachable, systemFolder } from './postgres-program.ts'

/**
 * Location of a data folder's cluster: `dataDir/postgres`, unless the account PostgreSQL must run
 * under cannot get there (a checkout below /root). Then it is under /var/lib, and
 * `dataDir/postgres` links to it, so that the operator finds it.
 */
export function clusterLocation(dataDir: string, account: Account | undefined, system = systemFolder): string {
  const wanted = join(realpathSync(dataDir), 'postgres')
  const linked = linkTarget(wanted)
  if (linked !== undefined) {
    claim(linked, wanted)
    return linked
  }
  if (account === undefined || existsSync(wanted) || isReachable(wanted, account)) return wanted
  // A random name, so that a data folder that was deleted and created again does not find the old
  // cluster.
  const target = join(system, `data-${randomUUID()}`, 'postgres')
  mkdirSync(dirname(target), { recursive: true, mode: 0o711 })
  claim(target, wanted)
  symlinkSync(target, wanted)
  return target
}

/**
 * HAZARD: copying a data folder copies the link and not the data, and two servers, each with the
 * lock of its own folder, would share one cluster. So the cluster stores its owner folder; a folder
 * that was moved takes its cluster along.
 */
function claim(target: string, owner: string): void {
  const record = join(dirname(target), 'owner')
  const present = existsSync(record) ? readFileSync(record, 'utf8') : owner
  if (present !== owner && linkTarget(present) === target) {
    throw new EmbeddedDatabaseError(
      `${dirname(owner)}은(는) ${dirname(present)}을(를) 복사한 폴더여서 데이터베이스가 들어 있지 않습니다. npm run backup과 npm run restore로 옮겨 주세요.`,
    )
  }
  writeFileSync(record, owner)
}

function linkTarget(path: string): string | undefined {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  return stat?.isSymbolicLink() ? readlinkSync(path) : undefined
}
