import { sql } from 'kysely'
import type { LeaveAllowance, LeaveAllowances, LeaveGrant } from '#contract/leave/leave.ts'
import { toOfficeDay } from '#domain/dates/office-date.ts'
import { computeStatutoryLeave, type LeaveRow, sumLeaveUses } from '#domain/leave/leave.ts'
import type { Database } from '#server/db/client.ts'
import { buildVisibleCondition, type Reader } from '#server/db/owned-rows.ts'
import { writeTrail } from '#server/trail/write-trail.ts'
import { writableLeaveRequestBook } from './leave-request-book.ts'

/** Annual leave of a calendar year: the reader's own; for superusers, everybody's. */
export async function readAllowances(db: Database, reader: Reader, year: number): Promise<LeaveAllowances> {
  const people = await readPeople(db, reader, year)
  const uses = await readUses(db, reader, year)
  return {
    year,
    results: people.map(({ id, nickname, employment_date, left_on, granted: grantedByOffice }): LeaveAllowance => {
      const granted = grantedByOffice ?? computeStatutoryLeave(employment_date, year, left_on)
      const { used = 0, waiting = 0 } = uses.get(id) ?? {}
      const person = { user_id: id, name: nickname, employment_date, left_on }
      return { ...person, granted, is_set: grantedByOffice !== null, used, waiting, remaining: granted - used }
    }),
  }
}

/** The user's own annual leave this year, in days; null for somebody who does not work here. */
export async function readOwnLeave(
  db: Database,
  userId: string,
  now: Date,
): Promise<{ granted: number; used: number; left: number } | null> {
  const reader = { id: userId, isStaff: true, isSuperuser: false }
  const { results } = await readAllowances(db, reader, Number(toOfficeDay(now.getTime()).slice(0, 4)))
  const ownAllowance = results.find(({ user_id }) => user_id === userId)
  return ownAllowance ? { granted: ownAllowance.granted, used: ownAllowance.used, left: ownAllowance.remaining } : null
}

/** Remaining annual leave this year by user id: the user record's `vacation_over_days`. */
export async function readRemainingLeave(db: Database, now: Date): Promise<ReadonlyMap<string, number>> {
  const everybody = { id: '', isStaff: true, isSuperuser: true }
  const { results } = await readAllowances(db, everybody, Number(toOfficeDay(now.getTime()).slice(0, 4)))
  return new Map(results.map(({ user_id, remaining }) => [user_id, remaining]))
}

async function readPeople(db: Database, reader: Reader, year: number) {
  let selection = db
    .selectFrom('app_user')
    .leftJoin('leave_allowance', (join) =>
      join.onRef('leave_allowance.user_id', '=', 'app_user.id').on('leave_allowance.year', '=', year),
    )
    .select([
      'app_user.id',
      'app_user.nickname',
      'app_user.employment_date',
      'app_user.left_on',
      'leave_allowance.granted',
    ])
    .where('app_user.is_active', '=', true)
    .where((where) => where.or([where('app_user.is_staff', '=', true), where('app_user.is_superuser', '=', true)]))
    .orderBy(sql`app_user.nickname collate "C"`)
    .orderBy('app_user.id')
  if (!reader.isSuperuser) selection = selection.where('app_user.id', '=', reader.id)
  return await selection.execute()
}

async function readUses(db: Database, reader: Reader, year: number) {
  const { rows } = await sql<Omit<LeaveRow, 'id'>>`
    select t.requester_id, t.requester_name, t.state, t.type, t.half, t."startDate", t."endDate" from leave_request t
    where ${buildVisibleCondition(writableLeaveRequestBook, reader, 't')}
      and t."startDate" <= make_date(${year}, 12, 31) and t."endDate" >= make_date(${year}, 1, 1)
  `.execute(db)
  return new Map(sumLeaveUses(rows, year).map((use) => [use.userId, use]))
}

/** Sets a person's leave; returns false when nobody in the office has that id. */
export async function grantLeave(
  db: Database,
  grant: LeaveGrant & { year: number },
  by: { id: string; name: string; ipAddress: string },
): Promise<boolean> {
  const { user_id, year, granted, employment_date } = grant
  return await db.transaction().execute(async (trx) => {
    const person = await trx
      .selectFrom('app_user')
      .select(['id', 'nickname', 'is_staff', 'is_superuser'])
      .where('id', '=', user_id)
      .forUpdate()
      .executeTakeFirst()
    if (!person || !(person.is_staff || person.is_superuser)) return false
    if (employment_date !== undefined) {
      await trx.updateTable('app_user').set({ employment_date }).where('id', '=', user_id).execute()
    }
    if (granted === null) {
      await trx.deleteFrom('leave_allowance').where('user_id', '=', user_id).where('year', '=', year).execute()
    } else if (granted !== undefined) {
      await trx
        .insertInto('leave_allowance')
        .values({ user_id, year, granted })
        .onConflict((conflict) =>
          conflict.columns(['user_id', 'year']).doUpdateSet({ granted, updated_at: sql`now()` }),
        )
        .execute()
    }
    await writeTrail(trx, {
      user: by,
      ipAddress: by.ipAddress,
      act: 'update',
      collection: 'leave-allowance',
      recordId: user_id,
      subject: person.nickname,
      detail: { year, granted, employment_date },
    })
    return true
  })
}
