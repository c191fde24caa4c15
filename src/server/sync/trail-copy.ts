import type { FastifyRequest } from 'fastify'
import { startOfLog, type ChangeSeq } from '#contract/sync.ts'
import type { CollectionName } from '#contract/books/collections.ts'
import type { Deps } from '../deps.ts'
import { audit } from '../plugins/audit.ts'
import { requireStaff } from '../plugins/bearer.ts'

/** A copy that goes on belongs to the one that was begun within a day. */
const oneCopyMs = 86_400_000

/** A first copy puts everybody's data on a device: one audit row per copy, not per page. A copy that somebody begins in the middle is one as well. */
export async function trailRows(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  request: FastifyRequest,
  { collection, isBegun }: { collection: CollectionName; isBegun: boolean },
): Promise<void> {
  const { id, name } = requireStaff(request)
  const begun =
    isBegun &&
    (await db
      .selectFrom('audit')
      .select('seq')
      .where('user_name', '=', name)
      .where('at', '>', new Date(now().getTime() - oneCopyMs).toISOString())
      .where('user_id', '=', id)
      .where('act', '=', 'copy')
      .where('collection', '=', collection)
      .limit(1)
      .executeTakeFirst())
  if (begun) return
  await audit(db, { user: { id, name }, address: request.ip, act: 'copy', collection })
}

/** Whoever reads the log of changes from its beginning has everything; from where their copy stands, what their copy is kept up to date with. */
export async function trailChanges({ db }: Pick<Deps, 'db'>, request: FastifyRequest, after: ChangeSeq): Promise<void> {
  if (after !== startOfLog) return
  const { id, name } = requireStaff(request)
  await audit(db, { user: { id, name }, address: request.ip, act: 'copy', detail: { changes: 'all' } })
}
