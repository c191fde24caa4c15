import { sql } from 'kysely'
import { dayMs } from '#contract/dates/day-ms.ts'
import type { PersonDevice } from '#contract/people/people.ts'
import { sessionDays } from '#contract/session/session.ts'
import type { Deps } from '#server/deps.ts'
import { writeTrail } from '#server/trail/write-trail.ts'
import type { Actor } from './change-person.ts'

const sessionMs = sessionDays * dayMs

/**
 * Devices where a user is signed in. Unsent work means changes that the device reported under this
 * session and that were neither received nor merged, undone or dropped (contract/sync/op-trace.ts).
 * Changes made since the device last reached the server are unknown here.
 */
export async function readPersonDevices(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  userId: string,
): Promise<PersonDevice[]> {
  const { rows } = await sql<Omit<PersonDevice, 'ends_at'>>`
    select session.id, session.device, session.address, session.started_at,
      greatest(session.last_used_at, max(report.heard_at)) as last_contact_at,
      case when count(report.device_id) = 0 then null else coalesce(sum(waiting.count), 0) end as unsent
    from session
    left join device_report report on report.user_id = session.user_id and report.session_id = session.id
    left join lateral (
      select count(*) from op_trace taken
      where taken.user_id = report.user_id and taken.device_id = report.device_id and taken.what = 'enqueued'
        and not exists (select from op where op.op_id = taken.op_id and op.user_id = taken.user_id)
        and not exists (
          select from op_trace known where known.user_id = taken.user_id and known.op_id = taken.op_id
            and known.what in ('merged', 'vanished', 'discarded', 'rebased'))
    ) waiting on true
    where session.user_id = ${userId}::uuid and session.ended_at is null and session.started_at > ${oldestValidStart(now())}::timestamptz
    group by session.id
    order by last_contact_at desc, session.id
  `.execute(db)
  return rows.map((row) => ({
    ...row,
    address: row.address?.replace(/^::ffff:(?=\d+\.)/, '') ?? null,
    ends_at: new Date(Date.parse(row.started_at) + sessionMs).toISOString(),
  }))
}

/**
 * Ends all sessions of a user and the address of their calendar; returns the number of sessions.
 * Unsent work stays on the devices and is sent after the next sign-in.
 */
export async function signOutEverywhere({ db }: Pick<Deps, 'db'>, userId: string, actor: Actor): Promise<number> {
  return await db.transaction().execute(async (trx) => {
    const ended = await trx
      .updateTable('session')
      .set({ ended_at: sql<string>`now()`, ended_why: 'ended_by_office' })
      .where('user_id', '=', userId)
      .where('ended_at', 'is', null)
      .returning(['id', 'device'])
      .execute()
    const calendar = await trx.deleteFrom('calendar_feed').where('user_id', '=', userId).executeTakeFirst()
    const hadCalendar = calendar.numDeletedRows > 0n
    if (ended.length === 0 && !hadCalendar) return 0
    const person = await trx.selectFrom('app_user').select('nickname').where('id', '=', userId).executeTakeFirst()
    await writeTrail(trx, {
      user: { id: actor.id, name: actor.name },
      ipAddress: actor.ipAddress,
      act: 'session_end',
      collection: 'users',
      recordId: userId,
      subject: person?.nickname ?? '',
      detail: { which: 'all', sessions: ended, ...(hadCalendar && { calendar: true }) },
    })
    return ended.length
  })
}

function oldestValidStart(now: Date): string {
  return new Date(now.getTime() - sessionMs).toISOString()
}
