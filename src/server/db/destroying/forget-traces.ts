import { sql, type Transaction } from 'kysely'
import { problem, problemStatus } from '#contract/problem.ts'
import type { Tables } from '../../schema/tables/tables.ts'
import type { Member } from './family.ts'

/** Values of the records wherever the server keeps what was done and made. Before the rows are deleted: their log says where to look. */
export async function forgetTraces(trx: Transaction<Tables>, family: readonly Member[]): Promise<void> {
  const ids = sql.val(family.map(({ id }) => id))
  await forgetAnswers(trx, ids)
  await forgetMadeFiles(trx, family)
  await forgetChats(trx, family)
  await forgetChanges(trx, family)
}

type Ids = ReturnType<typeof sql.val<string[]>>

/** A write may have been answered the whole row, a conflict among them; a repeat of it now hears that there is none. What devices told of these writes goes too. */
async function forgetAnswers(trx: Transaction<Tables>, ids: Ids): Promise<void> {
  const written = sql`select op_id from change where record_id = any(${ids}::uuid[]) and op_id is not null`
  await sql`delete from op_trace where op_id in (${written}) or into_op_id in (${written})`.execute(trx)
  await sql`
    update op set status = ${problemStatus.not_found}, answer = ${JSON.stringify(problem('not_found'))}::json
    where op_id in (${written}) and answer ->> 'id' = any(${ids}::text[])
  `.execute(trx)
  await sql`
    update op set status = ${problemStatus.not_found}, answer = ${JSON.stringify(problem('not_found'))}::json
    where status >= 400 and answer -> 'current' ->> 'id' = any(${ids}::text[])
  `.execute(trx)
}

/** Who did what and when stays in the log, the values go. */
async function forgetChanges(trx: Transaction<Tables>, family: readonly Member[]): Promise<void> {
  for (const [collection, members] of Map.groupBy(family, (member) => member.collection)) {
    const ids = sql.val(members.map(({ id }) => id))
    await sql`
      update change set fields = '{}' where collection = ${collection} and record_id = any(${ids}::uuid[])
    `.execute(trx)
  }
}

/**
 * Files that the server made and still keeps: each may hold the record, and can be made again. What was asked for may name it. A task that is under way loses the
 * item alone, and its file goes within the day.
 */
async function forgetMadeFiles(trx: Transaction<Tables>, family: readonly Member[]): Promise<void> {
  const ids = sql.val(family.map(({ id }) => id))
  const patterns = sql.val(namesOf(family).map(containing))
  await sql`
    delete from download_task t where t.kind <> ${destroyTaskName} and t.status in ('completed', 'failed') and (
      exists (select from download_chunk c where c.task_id = t.id)
      or exists (select from task_item i where i.task_id = t.id and i.item_id = any(${ids}::uuid[]))
      or t.input::text like any(${patterns}::text[]))
  `.execute(trx)
  await sql`
    delete from task_item i using download_task t
    where t.id = i.task_id and t.kind <> ${destroyTaskName} and i.item_id = any(${ids}::uuid[])
  `.execute(trx)
}

/** Conversations that show it, by its address or by whom it is of. */
async function forgetChats(trx: Transaction<Tables>, family: readonly Member[]): Promise<void> {
  const patterns = sql.val([...family.map(({ id }) => id), ...namesOf(family)].map(containing))
  await sql`
    delete from chat_thread where title like any(${patterns}::text[])
      or id in (select thread_id from chat_message where parts::text like any(${patterns}::text[]))
  `.execute(trx)
}

/** The task that destroys (../../keeping/destroy-kind.ts) goes on. */
export const destroyTaskName = 'keeping-destroy'

/** What people are called by in their records; shorter words would be found everywhere. */
const nameKeys = ['owner', 'owner_name', 'name', 'deposit_name', 'requester_name', 'rider', 'sender', 'receiver']
const contactKeys = ['phone', 'email', 'owner_address']

/** By whom and what a record may be spoken of elsewhere. */
function namesOf(family: readonly Member[]): string[] {
  const values = family.flatMap(({ row }) => [...nameKeys, ...contactKeys].map((key) => row?.[key]))
  return [...new Set(values.filter((value): value is string => typeof value === 'string' && value.trim().length > 1))]
}

function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}
