import type { FastifyRequest } from 'fastify'
import { sql, type RawBuilder } from 'kysely'
import { problem, problemSchema } from '#contract/problem.ts'
import {
  alertNoteSchema,
  alertPathSchema,
  maxAlerts,
  type TrailAlert,
  trailAlertListSchema,
  trailAlertSchema,
  trailAlertsPath,
} from '#contract/trail/trail-alerts.ts'
import type { Database } from '#server/db/client.ts'
import type { App, Deps } from '#server/deps.ts'
import { audit } from '#server/audit/audit.ts'
import { requireSuperuser } from '#server/plugins/bearer.ts'
import { Refusal } from '#server/http/refusal.ts'

const tags = ['접속기록']
const onRequest = async (request: FastifyRequest) => void requireSuperuser(request)

/** Routes of 이상 징후 for superusers: the open alerts, and marking one as reviewed. */
export function registerTrailAlerts(app: App, { db }: Deps): void {
  app.route({
    method: 'GET',
    url: trailAlertsPath,
    schema: { tags, summary: '확인하지 않은 이상 징후', response: { 200: trailAlertListSchema, '4xx': problemSchema } },
    onRequest,
    handler: async () => {
      const results = await readAlerts(db, sql<boolean>`k.alert_id is null`)
      const { rows } = await sql<{ open: number }>`
        select count(*)::int as open from trail_alert a where not exists (select from trail_alert_look k where k.alert_id = a.id)`.execute(
        db,
      )
      return { results, open_count: rows[0]?.open ?? 0 }
    },
  })
  app.route({
    method: 'POST',
    url: `${trailAlertsPath}/:id/look`,
    schema: {
      tags,
      summary: '이상 징후 확인',
      params: alertPathSchema,
      body: alertNoteSchema,
      response: { 200: trailAlertSchema, '4xx': problemSchema },
    },
    onRequest,
    handler: async (request) => await review(db, request, { id: request.params.id, note: request.body.note }),
  })
}

/** Alerts that match `condition` (`a`: the alert, `k`: its review), newest first. */
export async function readAlerts(
  db: Database,
  condition: RawBuilder<boolean>,
  limit: number = maxAlerts,
): Promise<TrailAlert[]> {
  const { rows } = await sql<TrailAlert>`
    select a.id, a.rule, a.at, a.user_name, a.address, a.first_seq, a.last_seq, a.count,
      case when k.alert_id is null then null
        else json_build_object('looked_at', k.looked_at, 'user_name', k.user_name, 'note', k.note) end as look
    from trail_alert a left join trail_alert_look k on k.alert_id = a.id
    where ${condition} order by a.at desc, a.id limit ${limit}`.execute(db)
  return rows
}

/** The first review is kept; later ones don't replace it. */
async function review(
  db: Database,
  request: FastifyRequest,
  { id, note }: { id: string; note: string },
): Promise<TrailAlert> {
  const { id: userId, name } = requireSuperuser(request)
  return await db.transaction().execute(async (trx) => {
    const [alert] = await readAlerts(trx, sql<boolean>`a.id = ${id}`)
    if (!alert) throw new Refusal(problem('not_found'))
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('trail_alert_look')
      .values({ alert_id: id, user_id: userId, user_name: name, note })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (!numInsertedOrUpdatedRows)
      throw new Refusal(problem('refused', { message: '다른 사람이 먼저 확인했습니다. 새로고침해 주세요.' }))
    await audit(trx, {
      user: { id: userId, name },
      address: request.ip,
      act: 'review',
      collection: 'audit',
      subject: alert.user_name,
      detail: { alert: alert.rule, from: alert.first_seq, to: alert.last_seq },
    })
    const [looked] = await readAlerts(trx, sql<boolean>`a.id = ${id}`)
    return looked ?? alert
  })
}
